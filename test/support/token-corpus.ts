import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..', '..');
const MOST = 40_000;

/** Texts of every kind that tools answer with, by name: code, prose in many languages, data, random text. */
export function tokenCorpus(): Record<string, string> {
  const random = randomFrom('corpus');
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const ascii = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('');
  const source = ['src/calls/pipeline.ts', 'src/registries/tool-registry.ts', 'src/policy/line-parser.ts'];
  const code = source.map((file) => read(file)).join('\n');
  const items = Array.from({ length: 500 }, (_, id) => ({
    id,
    name: `item ${id}`,
    tags: ['a', 'b'],
    ok: true,
  }));
  const ids = Array.from({ length: 600 }, () => hex(random, 32));
  return {
    ...translations(),
    code,
    codeAsJson: JSON.stringify(code),
    windowsLines: code.replace(/\n/g, '\r\n'),
    prose: ['docs/architecture.md', 'docs/policy.md', 'docs/mtdf.md'].map((file) => read(file)).join('\n'),
    lockFile: read('package-lock.json'),
    json: JSON.stringify(items),
    prettyJson: JSON.stringify(items, null, 2),
    numbers: JSON.stringify(Array.from({ length: 2_000 }, () => random() / 2 ** 32)),
    csv: ids
      .map((id, row) =>
        [row, (random() / 1e6).toFixed(3), id, new Date(1e12 + row * 1e7).toISOString()].join(),
      )
      .join('\n'),
    log: ids
      .map(
        (id, row) =>
          `2026-11-16 15:${row % 60}:12,${row} INFO [worker-${row % 7}] id=${id} took ${row * 3}ms /api/v1/items/${row}?q=a%20b`,
      )
      .join('\n'),
    paths: readdirSync(join(root, 'src'), { recursive: true }).join('\n'),
    base64: Buffer.from(Array.from({ length: 15_000 }, () => random() & 255)).toString('base64'),
    hex: hex(random, 20_000),
    digits: mixed(random, '0123456789', 10_000),
    lower: mixed(random, letters, 10_000),
    upper: mixed(random, letters.toUpperCase(), 10_000),
    words: Array.from({ length: 2_000 }, () => mixed(random, letters, 1 + (random() % 10))).join(' '),
    signs: mixed(random, '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', 10_000),
    ascii: mixed(random, ascii, 10_000),
    tabs: '\t\t\tx = 1\n'.repeat(1_000),
    rules: `${'-'.repeat(80)}\n${'='.repeat(80)}\n`.repeat(50),
    sameLetter: 'a'.repeat(10_000),
    brackets: `${'['.repeat(3_000)}${']'.repeat(3_000)}`,
    newLines: '\n'.repeat(3_000),
    control: range(random, 1, 31, 2_000),
    latin1: range(random, 0xa0, 0xff, 3_000),
    cyrillic: range(random, 0x430, 0x44f, 3_000),
    greek: range(random, 0x3b1, 0x3c9, 3_000),
    hebrew: range(random, 0x5d0, 0x5ea, 3_000),
    arabic: range(random, 0x620, 0x64a, 3_000),
    devanagari: range(random, 0x905, 0x94d, 3_000),
    thai: range(random, 0xe01, 0xe3a, 3_000),
    kana: range(random, 0x3041, 0x30fa, 3_000),
    han: range(random, 0x4e00, 0x9fff, 3_000),
    rareHan: range(random, 0x20000, 0x2a000, 1_000),
    hangul: range(random, 0xac00, 0xd7a3, 3_000),
    symbols: range(random, 0x2190, 0x27ff, 3_000),
    emoji: range(random, 0x1f300, 0x1f64f, 2_000),
    emojiInText: 'Great 👍🏽 work 🎉 done ✅ 👩‍👩‍👧‍👦 '.repeat(300),
    boxes: '┌──────┬───┐\n│ a    │ b │\n└──────┴───┘\n'.repeat(100),
  };
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8').slice(0, MOST);
}

// The compiler's messages: the same prose in thirteen languages.
function translations(): Record<string, string> {
  const library = dirname(require.resolve('typescript'));
  const languages = readdirSync(library, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.fromEntries(
    languages.map(({ name }) => {
      const messages = readFileSync(join(library, name, 'diagnosticMessages.generated.json'), 'utf8');
      return [
        name,
        Object.values(JSON.parse(messages) as object)
          .join('\n')
          .slice(0, MOST),
      ];
    }),
  );
}

/** Returns a source of 32-bit numbers that are the same in every run. */
export function randomFrom(seed: string): () => number {
  let block = Buffer.alloc(0);
  let count = 0;
  return () => {
    if (block.length < 4) block = createHash('sha512').update(`${seed}${count++}`).digest();
    const number = block.readUInt32LE(0);
    block = block.subarray(4);
    return number;
  };
}

function mixed(random: () => number, characters: string, length: number): string {
  return Array.from({ length }, () => characters[random() % characters.length]).join('');
}

function range(random: () => number, first: number, last: number, length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(first + (random() % (last - first + 1)))).join('');
}

function hex(random: () => number, length: number): string {
  return mixed(random, '0123456789abcdef', length);
}
