import { runInThisContext } from 'node:vm';
import { Arg, ToolArguments } from '../../../src/index';
import { argNotesOf, type ArgsClass } from '../../../src/metadata';
import { hasBareFields } from '../../../src/schema/bare-fields';

// As compilers and people write them, with `note` declared by a decorator.
function judged(source: string, more?: (cls: ArgsClass) => void): boolean {
  const define = runInThisContext(`(function (base) { ${source} return Args; })`) as (
    base: object,
  ) => ArgsClass;
  const cls = define({ ToolArguments });
  (Arg({ description: 'A note', type: 'string' }) as PropertyDecorator)(cls.prototype as object, 'note');
  more?.(cls);
  return hasBareFields(cls, argNotesOf(cls));
}

test.each([
  'class Args extends base.ToolArguments {}',
  'class Args extends base.ToolArguments { note; count; }',
  'const Args = class extends base.ToolArguments {\n  note;\n  $other ;\n};',
  'class Parent extends base.ToolArguments { count; } class Args extends Parent { note; }',
])('sees that nothing is initialised: %s', (source) => {
  expect(judged(source)).toBe(true);
});

test.each([
  'class Args extends base.ToolArguments { note = "a"; }',
  'class Args extends base.ToolArguments { note\n= "a"; }',
  'class Args extends base.ToolArguments { constructor() { this.note = "a"; } }',
  'class Args extends base.ToolArguments { get note() { return "a"; } }',
  'class Args extends base.ToolArguments { static { this.prototype.note = "a"; } }',
  'class Args extends base.ToolArguments { ["note"] = "a"; }',
  'class Args extends base.ToolArguments { "note" = "a"; }',
  'class Args extends base.ToolArguments { #note = "a"; }',
  'class Args extends base.ToolArguments { /* a; */ note = "a"; }',
  'class Args extends base.ToolArguments { note; other = (this.note = "a"); }',
  'class Parent extends base.ToolArguments { note = "a"; } class Args extends Parent {}',
  'class Parent extends base.ToolArguments { constructor() { this.note = "a"; } } class Args extends Parent {}',
  'class Args extends Object.assign(function () { this.note = "a"; }) {}',
  'function Parent() { this.note = "a"; } class Args extends Parent {}',
  'function Args() { this.note = "a"; }',
])('leaves it to an instance: %s', (source) => {
  expect(judged(source)).toBe(false);
});

test('a value or getter that a decorator put on the prototype speaks for the field', () => {
  const withGetter = (cls: ArgsClass): void =>
    void Object.defineProperty(cls.prototype, 'note', { get: () => 'a' });

  expect(judged('class Args extends base.ToolArguments {}', withGetter)).toBe(false);
});
