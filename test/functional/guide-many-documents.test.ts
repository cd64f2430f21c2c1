import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GuideHome, openGuide } from '../support/guide';

test('20,000 documents: found among them, and other calls are answered meanwhile', async () => {
  const home = new GuideHome();
  for (let folder = 0; folder < 20; folder++) {
    mkdirSync(join(home.docroot, 'big', `f${folder}`), { recursive: true });
    for (let index = 0; index < 1_000; index++)
      writeFileSync(join(home.docroot, 'big', `f${folder}`, `n${index}.md`), `${folder}/${index}\n`);
  }
  const { call, close } = await openGuide(home);
  await call('category_add', { name: 'big', patterns: ['**/*.md'] });
  expect((await call('get_content', { expression: 'big/f19/n999' }))['value']).toBe('19/999\n');
  const answered: string[] = [];
  const search = call('get_content', { expression: 'big/**/n999.md' }).then((answer) => {
    answered.push('search');
    return answer;
  });
  const others = Array.from({ length: 20 }, (_, index) =>
    call('get_feature_flag', { feature_name: `x${index}` }).then(() => void answered.push('other')),
  );
  await Promise.all(others);
  expect(answered).not.toContain('search');
  expect(((await search)['value'] as string).split('\n').filter(Boolean)).toHaveLength(20);
  const whole = await call('get_content', { expression: 'big' });
  expect((whole['value'] as string).split('\n').filter(Boolean)).toHaveLength(100);
  expect(whole['message']).toContain('Only the first documents');
  await close();
});
