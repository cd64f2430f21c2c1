import { combine, readFrontMatter } from '../../../src/content/frontmatter';

test('front matter is taken off, with every kind of line end', async () => {
  expect(await readFrontMatter('---\ntitle: T\n---\nbody')).toEqual({ title: 'T', body: 'body' });
  expect(await readFrontMatter('---\r\ntype: agent/information\r\n---\r\nbody')).toEqual({
    audience: 'agent/information',
    body: 'body',
  });
  expect(await readFrontMatter('\uFEFF---\ninstruction: " Do. "\n---')).toEqual({
    instruction: 'Do.',
    body: '',
  });
});

test('text that is not front matter stays text', async () => {
  for (const text of ['body', '--- not a fence\n---\n', '---\nnever closed', ' ---\na: b\n---\n', '']) {
    expect((await readFrontMatter(text)).body).toBe(text);
  }
  expect(await readFrontMatter('---\n- list\n---\nx')).toMatchObject({
    body: '---\n- list\n---\nx',
    problem: 'is not a map',
  });
  expect(await readFrontMatter('---\ntype: emperor\ninstruction: [1]\n---\nx')).toEqual({ body: 'x' });
});

test('an audience alone has the usual instruction, and the most binding one counts', () => {
  expect(combine([{ body: '', audience: 'user/information' }])).toEqual({
    instruction: 'Display this information to the user.',
    disposition: 'user/information',
  });
  expect(
    combine([
      { body: '', audience: 'agent/requirements', instruction: 'A' },
      { body: '', audience: 'agent/instruction', instruction: 'B' },
    ]),
  ).toEqual({
    instruction: 'A\nB',
    disposition: 'agent/requirements',
  });
  expect(combine([{ body: '' }])).toEqual({});
});
