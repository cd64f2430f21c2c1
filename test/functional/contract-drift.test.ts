import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineApp, defineTool } from '../../src/index';
import { openForServer } from '../../src/app/open-app-for-server';
import { offerOfApp } from '../../src/app/offer-of-app';
import { contractOf, contractText } from '../../src/contract/contract';
import { temporaryDirectory } from '../support/temporary-directory';

const home = temporaryDirectory('toolwright-drift');

function appWith(name: string) {
  const inputSchema = { type: 'object', properties: {} } as const;
  const tool = defineTool({ name, description: 'Count the notes.', inputSchema, run: () => 3 });
  return defineApp({ name: 'notes', tools: [tool] });
}

async function start(tool: string, ...args: string[]): Promise<string> {
  const log = join(home, `${tool}.log`);
  writeFileSync(log, '');
  const { open, logging } = await openForServer(appWith(tool), {
    cwd: home,
    env: { HOME: home, XDG_CONFIG_HOME: home },
    args: [...args, '--log-file', log],
    command: [],
    terminal: false,
    stderr: () => undefined,
  });
  const text = contractText(contractOf(await offerOfApp(open)));
  await open.close();
  await logging.close();
  if (!args.length) writeFileSync(join(home, 'lock.json'), text);
  return readFileSync(log, 'utf8');
}

test('a server that drifted from its contract reports it at the start, and does not start if strict', async () => {
  await start('count_notes');
  expect(await start('count_notes', '--contract', 'lock.json')).not.toContain('differs');
  const log = await start('count_all', '--contract', 'lock.json');
  expect(log).toMatch(
    /lock\.json differs.*major: tool count_notes was removed; minor: tool count_all was added/,
  );
  await expect(start('count_all', '--contract', 'lock.json', '--strict')).rejects.toThrow(
    /lock\.json: differs from what is served in 2 places.*toolwright snapshot/,
  );
  await expect(start('count_all', '--contract', 'nowhere.json')).rejects.toThrow(
    /nowhere\.json: can't be read/,
  );
});
