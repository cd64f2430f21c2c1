import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMMAND } from './server-process';
import { temporaryDirectory } from './temporary-directory';

const root = join(__dirname, '..', '..');

/** An app with settings of every kind, of which one is required and secret. */
export const PACKED_APP = `const { Arg, defineApp, defineTool, Setting } = require('toolwright');
class MailSettings { port = 25; }
Arg({ description: 'Its port', type: 'integer', minimum: 1, maximum: 65535 })(MailSettings.prototype, 'port');
class NotesSettings {
  token; directory = 'notes'; copies = ['ada@example.org']; loud = false; level = 'low'; limit; mail = new MailSettings();
}
const field = (key, options) => Arg(options)(NotesSettings.prototype, key);
field('token', { description: 'The key of the service', type: 'string', minLength: 8, secret: true });
field('directory', { description: 'Where the notes are', type: 'string' });
field('copies', { description: 'Who gets a copy', items: 'string' });
field('loud', { description: 'Whether it is loud', type: 'boolean' });
field('level', { description: 'How loud', enum: ['low', 'high'] });
field('limit', { description: 'The most notes', type: 'integer', optional: true });
field('mail', { description: 'How mail is sent', type: () => MailSettings });
Setting({ variable: 'HOME_DIRECTORY' })(NotesSettings.prototype, 'directory');
const settingsTool = (settings) => defineTool({
  name: 'where', description: 'Say where the notes are.', inputSchema: { type: 'object', properties: {} },
  run: () => settings().directory + ' ' + settings().copies.join('+') + ' ' + settings().mail.port + ' ' + String(settings().limit),
});
let settings;
module.exports = defineApp({
  name: 'notes', version: '9.9.9', settings: NotesSettings, tools: [settingsTool(() => settings)],
  start: (context) => void (settings = context.settings),
});
`;

/** The package.json of a project that is ready for everything. */
export const READY = {
  name: '@ada/notes',
  version: '1.2.3',
  description: 'Keeps notes',
  author: 'Ada Lovelace <ada@example.org>',
  license: 'MIT',
  repository: 'github:ada/notes',
  mcpName: 'io.github.ada/notes',
  bin: { notes: 'server.cjs' },
};

/** A project in a directory of its own, and the command in it. */
export interface PackProject {
  readonly folder: string;
  pack(...args: string[]): { code: number | null; out: string; err: string };
}

/** Makes a project with an app, a package.json and these packages of the checkout beside Toolwright. */
export function packProject(
  files: Readonly<Record<string, string>>,
  packages: Readonly<Record<string, string>> = { esbuild: join(root, 'node_modules', 'esbuild') },
): PackProject {
  const folder = temporaryDirectory('tw-packed');
  const all = { 'app.cjs': PACKED_APP, 'package.json': JSON.stringify(READY), ...files };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  for (const [name, target] of Object.entries({ toolwright: root, ...packages })) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(target, join(folder, 'node_modules', name), 'dir');
  }
  const env = { PATH: process.env['PATH'], HOME: folder, TMPDIR: process.env['TMPDIR'] };
  return {
    folder,
    pack: (...args) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, 'pack', ...args], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      return { code: status, out: stdout, err: stderr };
    },
  };
}
