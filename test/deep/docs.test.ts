import { addCommands, consumerDirectory } from '../support/consumer';
import { followPage } from '../support/follow-page';
import { allPages, blocksOf, notRun } from '../support/pages';

let consumer: string;
beforeAll(() => {
  consumer = consumerDirectory();
  addCommands(consumer);
}, 120_000);

// Followed in a project that is made from it: new.test.ts.
const ELSEWHERE = ['templates/app/README.md'];
const isRun = (page: string): boolean =>
  !ELSEWHERE.includes(page) && blocksOf(page).some((block) => block.language === 'sh' && !notRun(block));

test.each(allPages().filter(isRun))(
  '%s can be followed literally by someone who has only the package',
  (page) => followPage(page, consumer),
  240_000,
);
