import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaOf } from '../../src/schema/args-schema';
import { compileShapes, loadClasses, type CompiledShape } from './compiled-shapes';
import { PRELUDE } from './shapes';

const { shapes, javascript } = compileShapes();
const classes = loadClasses(javascript);

function listed({ className }: CompiledShape): { schema?: string; error?: string } {
  try {
    const { properties, required } = schemaOf(classes[className]!);
    const fields = Object.entries(properties).map(([name, field]) => {
      const mark = required?.includes(name) ? '' : '?';
      return `${name}${mark}: ${JSON.stringify({ ...field, description: undefined })}`;
    });
    return { schema: fields.join('; ') };
  } catch (error) {
    const { message } = error as Error;
    return { error: message.replace(/^\w+\.\w+: /, '').replaceAll(className, '_') };
  }
}

function verdictOf(shape: CompiledShape): string {
  if (shape.refusal) return 'compile';
  return listed(shape).error ? 'start' : 'right';
}

test.each(shapes.map((shape) => [shape.verdict, shape.code, shape] as const))(
  '%s: %s',
  (verdict, _code, shape) => expect(verdictOf(shape)).toBe(verdict),
);

test('every refusal names the field, and says what to write', () => {
  const unreadable = shapes.filter(({ refusal }) => refusal && !/^(?:[fa] |A getter)/.test(refusal));
  expect(unreadable.map(({ code }) => code)).toEqual(
    shapes.filter(({ code }) => code.startsWith('class _<T>')).map(({ code }) => code),
  );
});

test('docs/types.md holds this table; UPDATE_TABLE=1 writes it', () => {
  const page = join(__dirname, '..', '..', 'docs', 'types.md');
  const text = readFileSync(page, 'utf8');
  const [before, after] = [text.split('<!-- shapes -->')[0]!, text.split('<!-- /shapes -->')[1]!];
  const wanted = `${before}<!-- shapes -->\n\n${tables()}\n<!-- /shapes -->${after}`;
  if (process.env['UPDATE_TABLE']) writeFileSync(page, wanted);
  expect(readFileSync(page, 'utf8')).toBe(wanted);
});

function tables(): string {
  const topics = [...new Set(shapes.map(({ topic }) => topic))];
  return topics
    .map((topic) => {
      const rows = shapes.filter((shape) => shape.topic === topic).map(row);
      return `### ${topic}\n\n| written | result |\n| --- | --- |\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

function row(shape: CompiledShape): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const code = shape.code.includes('`') ? `\`\` ${cell(shape.code)} \`\`` : `\`${cell(shape.code)}\``;
  const { schema, error } = listed(shape);
  if (shape.refusal) {
    const readable = /^(?:[fa] |A getter)/.test(shape.refusal);
    const first = readable ? shape.refusal.split('" | "')[0]! : 'a type parameter cannot be published';
    return `| ${code} | compile error: ${cell(first).replaceAll('<', '\\<')} |`;
  }
  return `| ${code} | ${error ? `start-up error: ${cell(error)}` : `\`\` ${cell(schema!)} \`\``} |`;
}

test('a project that generates facts states less, and contradictions stay errors', () => {
  const augmented = `${PRELUDE}\ndeclare module 'toolwright' { interface ToolwrightTypes { generated: true } }`;
  const stillRefused = new Set(
    compileShapes(augmented)
      .shapes.filter(({ refusal }) => refusal)
      .map(({ code }) => code),
  );
  const freed = shapes.filter(({ refusal, code }) => refusal && !stillRefused.has(code));
  expect(freed.map(({ code }) => code)).toEqual([
    "@Arg({ description: 'F', type: 'string' }) f?: any",
    "@Arg('F') f?: string",
    "@Arg('F') f?: string = 'x'",
    "@Arg('F') f!: string | null",
    "@Arg({ description: 'F', optional: true }) f?: number | null",
    "@Arg('F') f!: 'a' | 'b'",
    "@Arg('F') f!: 'a'",
    "@Arg('F') f!: 1 | 2",
    "@Arg('F') f!: true",
    "@Arg('F') f!: Level",
    "@Arg('F') f!: Grade",
    "@Arg('F') f!: `v${number}`",
    "@Arg('F') f!: string | number",
    "@Arg('F') f!: boolean | string",
    "@Arg('F') f!: string | Point",
    "@Arg('F') f!: string | string[]",
    "@Arg('F') f!: string[]",
    "@Arg('F') f!: Record<string, number>",
    "class _ extends Base { @Arg('F') f?: number }",
    "@Arg('F') @MaxLength(3) f?: string",
  ]);
});
