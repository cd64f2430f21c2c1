import { AuthorProblems } from '../author-problems';
import { nothingServed, servesNothing, type Offer } from './nothing-served';

/** Builds everything an open app offers once; throws all mistakes together. */
export async function verifyApp(offer: Offer): Promise<void> {
  const problems = new AuthorProblems();
  offer.app.configModel.findProblems(problems);
  await offer.registry.findProblems(problems);
  await offer.prompts.findProblems(problems);
  await offer.resources.findProblems(problems);
  if (offer.setup.config.strict && !problems.list.length && servesNothing(offer))
    problems.add(nothingServed(offer));
  problems.throwAny();
}
