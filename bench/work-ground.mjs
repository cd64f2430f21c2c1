// What the work of the built-in tools is measured on: trees of files, documents and a configuration, in a directory of its own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WORDS =
  'export const function return value import class interface string number await async error path read write entry line of the and to'.split(
    ' ',
  );

/** Files like those of a project: some dozens of lines each, in many folders. One of 2,000 holds `needle_42`. */
export function makeSources(root, count) {
  const random = randomNumbers(1);
  for (let n = 0; n < count; n++) {
    const folder = join(root, `package-${Math.floor(n / 1000)}`, `part-${Math.floor(n / 25)}`);
    if (n % 25 === 0) mkdirSync(folder, { recursive: true });
    const lines = Array.from({ length: 20 + random(100) }, () =>
      Array.from({ length: 3 + random(10) }, () => WORDS[random(WORDS.length)]).join(' '),
    );
    if (n % 2000 === 7) lines.splice(random(lines.length), 0, 'here is a needle_42 in the hay');
    writeFileSync(join(folder, `file-${n}.ts`), `${lines.join('\n')}\n`);
  }
}

/** Empty files, a thousand in each folder. */
export function makeFiles(root, count) {
  for (let folder = 0; folder < count / 1000; folder++) {
    const path = join(root, `folder-${folder}`);
    mkdirSync(path, { recursive: true });
    for (let n = 0; n < 1000; n++) writeFileSync(join(path, `file-${n}.txt`), '');
  }
}

/** Markdown documents of half a kilobyte, a thousand in each folder. */
export function makeDocuments(root, count) {
  for (let n = 0; n < count; n++) {
    const folder = join(root, `part-${Math.floor(n / 1000)}`);
    if (n % 1000 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `page-${n}.md`), `# Page ${n}\n\n${'words '.repeat(80)}\n`);
  }
}

/** Text of so many KB, in lines of sixteen bytes. */
export function makeText(path, kilobytes) {
  writeFileSync(path, '0123456789abcde\n'.repeat(64 * kilobytes));
}

/** A definition over echo, and a configuration that allows it and prints of files. */
export function makeConfiguration(ground, sandbox = 'auto') {
  mkdirSync(join(ground, '.toolwright', 'tools'), { recursive: true });
  const definition = {
    name: 'hello',
    description: 'Greets.',
    command: 'echo',
    synchronous: true,
    subcommand: [
      {
        name: 'default',
        description: 'Greets somebody.',
        positional_args: [{ name: 'who', type: 'string', description: 'Whom to greet.', required: true }],
      },
    ],
  };
  writeFileSync(join(ground, '.toolwright', 'tools', 'hello.json'), JSON.stringify(definition));
  writeFileSync(
    join(ground, 'toolwright.yaml'),
    `sandbox: ${sandbox}\ntools:\n  execute_command: { allowed_commands: [echo] }\n`,
  );
}

// The same numbers in each run.
function randomNumbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x7fffffff) * below) % below;
  };
}
