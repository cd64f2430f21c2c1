import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { CommandJudge, CommandRefusedError } from '../../src/policy/command-judge';
import { UnjudgeableLineError } from '../../src/policy/command-line';
import { CommandLists } from '../../src/policy/command-lists';
import { parseLine } from '../../src/policy/line-parser';
import { PathPolicy } from '../../src/policy/path-policy';
import { CommandLookup, type Program } from '../../src/policy/command-lookup';
import { defaultRules } from '../../src/policy/policy-rules';
import { needs } from '../support/needs';
import { temporaryDirectory } from '../support/temporary-directory';

// Lines for `sh -c` that the judge accepts are given to real shells, with every program replaced by one that records its
// arguments: no shell may run or open anything that the judge didn't see. More lines: SHELL_LINES=20000.
const COUNT = Number(process.env['SHELL_LINES'] ?? 2_000);
const PROGRAMS = ['p1', 'p2', 'rm', 'test', 'find', 'env', 'nice'];

const base = temporaryDirectory('tw-shells');
const stubs = join(base, 'stubs');

const oneOf = (text: string) => fc.constantFrom(...text.split('¦'));
const program = oneOf('p1¦p2¦rm¦echo¦printf¦test¦true¦:¦pwd¦exit¦env¦nice');
const safe = oneOf(
  `a¦b.c¦'x y'¦"d q"¦\\e¦'$x'¦"\\$x"¦-n¦--¦1¦é¦''¦a=b¦x:y¦{}¦'*'¦-f¦p2¦rm¦a\\\nb¦'&'¦"\\\\"¦%s¦a,b¦x@y+z¦\\;¦'#'¦"'"¦'"'`,
);
const risky = oneOf(
  "$x¦`p1`¦$(rm)¦~¦~root¦a=~¦A=~/x¦a:~¦=p1¦{a,b}¦{1..2}¦*¦in*¦?n1¦[a]¦!¦#c¦a#c¦%1¦-v¦PATH¦'%n'¦'a[$(rm)]'¦\"a[\\$(rm)]\"¦a[0]=x¦A+=x" +
    '¦$\'a\'¦$"a"¦a!b¦a^b¦{a}¦a{b¦\u00a0¦\u2028¦\\¦"¦\'¦~+¦x~¦if¦then¦time¦[[¦]]¦((¦function¦eval¦exec¦command¦.¦cd¦export¦%¦-eq' +
    '¦\'a[`rm`]\'¦@(a)¦+(a)¦\t¦\\\n#c¦"$(rm)"¦"`rm`"',
);
// Pieces of one word, quoted in different ways next to each other.
const fragment = oneOf(
  `a¦'b c'¦"d e"¦\\f¦''¦""¦"'"¦'"'¦'$x'¦"\\$x"¦'\`rm\`'¦"\\\`rm"¦'\\'¦"\\\\"¦'*'¦"~"¦'~'¦'{a,b}'¦"{a,b}"¦'>o1'¦"<in1"¦'&'¦"|"¦';'¦"\\n"¦=¦:¦,¦{¦}¦~¦-¦#¦!`,
);
const patchwork = fc.array(fragment, { minLength: 2, maxLength: 5 }).map((each) => each.join(''));
const substitution = oneOf(
  '<(p1)¦>(rm)¦<( rm )¦$(<in1)¦$((1+1))¦$((a[$(rm)]))¦$[1+1]¦((a=1))¦${x:-in1}¦${x:=$(rm)}¦"${x}"¦$1¦$@¦"$@"¦$?¦$$¦$!¦$-¦~root/x¦~+/x¦~-¦a=~root' +
    "¦x=a:~¦{a..c}¦{,x}¦{a,{b,c}}¦a{b,c}d¦'{'a,b}¦{a','b}¦\\{a,b}¦-v PATH .¦-v 'a[$(rm)]'¦-va x¦$'\\x41'¦$'\\n rm'¦\"a\\\nb\"¦!!¦!rm¦^a^b¦[[:alpha:]]¦?(a)¦!(a)¦**",
);
const hereDocument = oneOf(
  "<<x\np1 from-text\nx\n¦<<'x'\n$(rm)\nx\n¦<<x\n$(rm)\nx\n¦<<-x\n\trm v\n\tx\n¦<< x rm\nx\n¦<<<rm¦<<<'a b'¦<<x;rm¦<<x&&rm\nx¦<<\\x\nrm\nx",
);
const assignment = oneOf(
  `LANG=C¦TZ="UTC"¦"LANG"=C¦LA\\NG=C¦LC_ALL=x.y¦A=1¦LANG=¦LANG='a b'¦TERM=a:~¦LANG=./p1¦LANG=C¦PATH=.`,
);
const redirect = oneOf(
  `>o1¦> o1¦>>o2¦2>o2¦2>&1¦>&2¦<in1¦< in2¦0<in1¦>|o3¦> 'o 4'¦>/dev/null¦2>/dev/null¦1>o5¦2>>o1¦> in2`,
);
const oddRedirect = oneOf(
  '&>o3¦&>>o3¦>&o4¦<>in1¦{fd}>o6¦10>o7¦3>o8¦<<x¦<<<x¦2>& 1¦>&-¦1>&2-¦> in*¦< i?1¦>~¦>&1x¦2>\\\n&1¦>\\\n>o9¦1\\\n>o10' +
    "¦2'>'o11¦a2>o12¦&>/dev/null¦<&0¦<&1¦>&in1¦> $x¦'2'>o13¦\\2>o14¦>&'1'",
);
const joint = oneOf(' | ¦ && ¦ || ¦; ¦\n¦|¦&&¦;¦ |\n¦ &&\\\n¦ ;\t');
const oddJoint = oneOf(' & ¦ |& ¦;;¦ ! ¦(¦)¦{ ¦; }¦\r\n¦ \\\n¦&¦|\\\n|¦&\\\n&¦ # c\n¦ ;& ¦ | ! ¦ && ! ');
const mixed = (...parts: [number, fc.Arbitrary<string>][]) =>
  fc.oneof(...parts.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const piece = mixed(
  [14, safe],
  [5, patchwork],
  [2, risky],
  [1, substitution],
  [4, redirect],
  [1, oddRedirect],
  [1, hereDocument],
);
const command = fc
  .tuple(
    mixed([8, fc.constant('')], [1, assignment], [1, redirect], [1, fc.constant('!')]),
    mixed([12, program], [1, risky], [1, patchwork]),
    fc.array(fc.tuple(fc.constantFrom(' ', ' ', ' ', '  ', '\t', ''), piece), { maxLength: 4 }),
  )
  .map(([front, name, rest]) => `${front} ${name} ${rest.map(([space, text]) => space + text).join('')}`);
const line = fc
  .tuple(command, fc.array(fc.tuple(mixed([6, joint], [1, oddJoint]), command), { maxLength: 2 }))
  .map(([first, more]) => first + more.map((part) => part.join('')).join(''));

/** What the judge says a line runs and opens. */
interface Seen {
  readonly commands: readonly string[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

// Finds the recording programs, and a shell.
class Stubs extends CommandLookup {
  override find(word: string): Program | undefined {
    if (word !== 'sh' && !PROGRAMS.includes(word)) return undefined;
    return { name: word, file: `/stubs/${word}`, real: `/stubs/${word}` };
  }
}

function judge(text: string, cwd: string): Seen | undefined {
  const rules = { ...defaultRules(cwd), tools: { t: { allowedCommands: [] } } };
  const paths = new PathPolicy(rules);
  const programs = new Stubs([], cwd);
  const lists = new CommandLists('t', rules.tools.t, programs, []);
  try {
    new CommandJudge({ tool: 't', paths, programs, lists, cwd, sandboxed: false }).judge(['sh', '-c', text]);
  } catch (error) {
    if (error instanceof CommandRefusedError || error instanceof UnjudgeableLineError) return undefined;
    throw error;
  }
  const commands = parseLine(text, 'shell').flatMap((step) => step.commands);
  const files = (kinds: string[]) =>
    commands.flatMap(({ redirects }) =>
      redirects.flatMap((each) =>
        each.kind !== 'duplicate' && kinds.includes(each.kind) ? [each.target.text] : [],
      ),
    );
  return {
    commands: commands.map(({ words }) => words.map((word) => word.text).join('\x01')),
    reads: files(['read']),
    writes: files(['write', 'append']),
  };
}

function prepare(): void {
  mkdirSync(stubs);
  const script = `#!/bin/dash\nwords=\${0##*/}\nfor word; do words="$words\x01$word"; done\nIFS= read -r input || :\nprintf '%s\x03%s\x02' "$words" "$input" >> "$TW_RECORD"\n`;
  for (const name of PROGRAMS) {
    writeFileSync(join(stubs, name), script);
    chmodSync(join(stubs, name), 0o755);
  }
}

const FILES = { in1: 'in1\n', in2: 'in2\n' };
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

// Runs accepted lines, each in a directory of its own, and returns what was run or opened without the judge seeing it.
function unseen(shell: string, accepted: readonly { text: string; seen: Seen }[]): string[] {
  const root = join(base, shell);
  const place = (index: number) => join(root, String(index));
  const steps = accepted.map(({ text }, index) => {
    mkdirSync(place(index), { recursive: true });
    for (const [name, content] of Object.entries(FILES)) writeFileSync(join(place(index), name), content);
    return `cd ${place(index)} && TW_RECORD=${place(index)}.record /bin/${shell} -c ${quote(text)} </dev/null >/dev/null 2>&1\n`;
  });
  const env = { PATH: stubs, HOME: '/nonexistent' };
  const run = spawnSync('/bin/dash', ['-s'], {
    input: `${steps.join('')}echo finished`,
    env,
    timeout: 600_000,
  });
  expect(String(run.stdout)).toBe('finished\n');
  const problems = accepted.flatMap(({ text, seen }, index) =>
    problemsOf(place(index), seen).map((problem) => `${shell}: ${JSON.stringify(text)}: ${problem}`),
  );
  rmSync(root, { recursive: true });
  return problems;
}

function problemsOf(place: string, seen: Seen): string[] {
  const record = `${place}.record`;
  const runs = existsSync(record) ? readFileSync(record, 'utf8').split('\x02').slice(0, -1) : [];
  const problems: string[] = [];
  for (const [words = '', input = ''] of runs.map((run) => run.split('\x03'))) {
    if (!seen.commands.includes(words)) problems.push(`ran ${JSON.stringify(words)}`);
    if (/^in[12]$/.test(input) && !seen.reads.includes(input)) problems.push(`read ${input}`);
  }
  for (const name of readdirSync(place)) {
    const changed = readFileSync(join(place, name), 'utf8') !== (FILES as Record<string, string>)[name];
    if (changed && !seen.writes.includes(name)) problems.push(`wrote ${name}`);
  }
  return problems;
}

needs('shells').test(
  'no shell runs or opens what the judge did not see',
  () => {
    prepare();
    const cwd = join(base, 'judged');
    mkdirSync(cwd);
    const lines = [...new Set(fc.sample(line, COUNT))];
    const accepted = lines.flatMap((text) => {
      const seen = judge(text, cwd);
      return seen ? [{ text, seen }] : [];
    });
    expect(accepted.length).toBeGreaterThan(COUNT / 20);
    expect([...unseen('dash', accepted), ...unseen('bash', accepted)]).toEqual([]);
    process.stderr.write(
      `${accepted.length} of ${lines.length} generated lines were accepted and run by both shells\n`,
    );
  },
  3_600_000,
);
