import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogging, openApp, type Logging } from '../../src/embed';
import { recordCalls, testClient, testsFrom, type TestOptions } from '../../src/testing';
import { Inspector } from '../../src/inspect/inspector';
import { AppPeer } from '../../src/cli/app-peer';
import app from '../fixtures/secrets/app';
import { ARGS, CALLS, SECRET, TOOLS } from '../fixtures/secrets/calls';
import { temporaryDirectory } from '../support/temporary-directory';

// A secret argument is shown, logged and stored nowhere, whatever its depth, its type and how its tool is made; test/deep has
// the log of `dev`.
interface Seen {
  readonly log: () => string;
  readonly logging: Logging;
}

function logged(directory: string, json: boolean): Seen {
  let stderr = '';
  const file = join(directory, 'server.log');
  const logging = createLogging({ level: 'trace', json, file, stderr: (text) => void (stderr += text) });
  return { logging, log: () => stderr + (existsSync(file) ? readFileSync(file, 'utf8') : '') };
}

describe.each(TOOLS)('%s', (tool) => {
  describe.each(CALLS)('%s', (_, args) => {
    test.each([
      ['deny', 'legacy', false],
      ['ask', 'legacy', true],
      ['ask', 'modern', false],
      ['literal', 'modern', true],
    ] as const)('consent: %s, %s client, JSON log: %s', async (consent, era, json) => {
      const directory = temporaryDirectory('tw-secret-arguments');
      const { log, logging } = logged(directory, json);
      const options: TestOptions = {
        cwd: directory,
        args: ['--prefix', '', '--consent', consent, '--audit', join(directory, 'audit')],
        log: logging.log,
        era,
        user: () => true,
      };
      const client = await testClient(app, options);
      const recording = join(directory, 'calls.jsonl');
      client.app!.registry.use(recordCalls(recording));
      const reply = await client.call(tool, args);
      if (reply.operation !== undefined) await client.resultOf(reply);
      const status = await client.call('status', {});
      const questions = client.questions.map(({ message }) => message).join('\n');
      await client.close();
      await logging.close();
      const audit = readdirSync(join(directory, 'audit'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
        .join('\n');
      expect(audit).toContain(tool);
      const recorded = existsSync(recording) ? readFileSync(recording, 'utf8') : '';
      const tests = testsFrom(recorded, { app: './app.js' });
      expect(log()).toContain(tool);
      for (const text of [log(), questions, audit, status.text, recorded, tests])
        expect(text).not.toMatch(SECRET);
    });
  });

  test('the question shows what is no secret, and where a secret is', async () => {
    const client = await testClient(app, { args: ['--prefix', '', '--consent', 'ask'], user: () => true });
    await client.call(tool, ARGS);
    await client.close();
    if (tool === 'log_in_later') return expect(client.questions).toEqual([]);
    const [{ message }] = client.questions as [{ message: string }];
    expect(message).toContain('door: "front"');
    expect(message).toContain('phrase: •••');
    expect(message).toContain('one: {"password":"•••","user":"ada-nested"}');
    expect(message).toContain('several: [{"password":"•••","user":"ada-listed"}]');
    expect(message).toContain('named: {"first":{"password":"•••","user":"ada-mapped"}}');
  });
});

test('a text argument is shown in the question as it is, whatever it looks like: nothing can be hidden in it', async () => {
  const client = await testClient(app, { args: ['--prefix', '', '--consent', 'ask'], user: () => true });
  await client.call('log_in', { ...ARGS, door: '{ password; rm -r src; }' });
  await client.close();
  expect(client.questions[0]!.message).toContain('door: "{ password; rm -r src; }"');
});

test('tests that are saved from calls of `inspect` say that secrets have to be written there', async () => {
  const open = await openApp(app, { env: {}, args: ['--prefix', '', '--consent', 'literal'] });
  const size = { bytes: 0, tokens: 0 };
  const inspector = new Inspector(
    {
      facts: { name: 'doors', from: 'app.ts', isApp: true },
      peer: new AppPeer(open, 'client'),
      cost: () => Promise.resolve({ tools: new Map(), total: size }),
      testedModule: '../src/app.js',
      close: () => open.close(),
    },
    () => size,
  );
  await inspector.catalogue();
  const ended = new Promise<void>((resolve) =>
    inspector.feed.subscribe((event) => {
      if (event.kind === 'calls' && event.calls.some(({ state }) => state === 'done')) resolve();
    }),
  );
  const id = inspector.begin('log_in', ARGS);
  await ended;
  const { text } = await inspector.saved([id], 'jest');
  await inspector.close();
  expect(text).toContain('// Secrets are not recorded: ••• stands in their place.');
  expect(text).toContain('"user":"ada-nested"');
  expect(text).not.toMatch(SECRET);
});
