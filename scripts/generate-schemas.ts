import { join } from 'node:path';
import { command } from '../src/cli/commands/generate';

// Generates our own manifest at build time, with the same command that authors run.
const root = join(__dirname, '..', '..');
const check = process.argv.includes('--check');

command
  .run(
    [
      '--modules=dist-scripts/src/tools/*.js',
      '--sources=src/{args,tools}/**/*.ts',
      '--tsconfig=tsconfig.json',
      '--out=src/generated/manifest.json',
      ...(check ? ['--check'] : []),
    ],
    {
      cwd: root,
      env: process.env,
      stdout: (text) => void process.stdout.write(text),
      stderr: (text) => void process.stderr.write(text),
    },
  )
  .then((code) => {
    process.exitCode = code;
  });
