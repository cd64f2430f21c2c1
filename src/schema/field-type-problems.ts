import { whyUnrecorded } from '../base/who-records-types';

/** What is wrong with a field whose TypeScript type was recorded as this. */
export function typeComplaint(design: unknown, cls?: object): string {
  if (design === undefined) return `has no recorded type: ${whyUnrecorded(cls).cause}.`;
  if (design === Array) return 'is an array, and TypeScript does not record of what.';
  if (isOwnClass(design)) return `is of the class ${design.name}, whose fields have no @Arg.`;
  return 'has a type that TypeScript does not record (a union, a literal, an interface or a nullable).';
}

/** How to put that right. */
export function typeCure(design: unknown, cls?: object): string {
  if (design === undefined)
    return `State the type in @Arg, such as \`type: 'string'\`; or ${whyUnrecorded(cls).cure}.`;
  if (design === Array)
    return "State `items` in @Arg, such as `items: 'string'`, or run `toolwright generate`.";
  if (isOwnClass(design))
    return 'Put @Arg on its fields, or state `type` or `schema`; dates travel as strings with `format`.';
  return 'State `enum`, `type` or `schema` in @Arg, or run `toolwright generate`.';
}

/** Whether something is a class rather than an arrow function that gives one. */
export function isClass(value: unknown): value is abstract new () => object {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

function isOwnClass(design: unknown): design is { name: string } {
  return typeof design === 'function' && design !== Object;
}
