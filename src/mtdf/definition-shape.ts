import { nearestNames } from '../base/names';
import { FORMAT, type FieldSpec, type RecordName } from './definition-fields';
import type { JsonEntry, JsonNode, Place } from './definition-tree';
import type { DefinitionProblem, ProblemKind } from './definition-problem';

/** Reports a problem with its path and position. */
export type ReportProblem = (
  path: string,
  at: Place,
  kind: ProblemKind,
  message: string,
  suggestion?: string,
  severity?: DefinitionProblem['severity'],
) => void;

// Common misspellings of types.
const TYPE_WORDS: Readonly<Record<string, string>> = {
  bool: 'boolean',
  flag: 'boolean',
  int: 'integer',
  number: 'integer',
  uint: 'integer',
  str: 'string',
  text: 'string',
  path: 'string',
  file: 'string',
  float: 'string',
  list: 'array',
};

/** Checks an object, and everything below it, against the table of fields. */
export function checkRecord(node: JsonNode, record: RecordName, path: string, report: ReportProblem): void {
  if (node.kind !== 'object') {
    const message = `must be an object, not ${shown(node)}`;
    return report(path || 'root', node.at, 'InvalidType', path ? message : `the definition ${message}`);
  }
  const fields = FORMAT[record];
  const seen = new Set<string>();
  for (const entry of node.entries) {
    const at = join(path, entry.key);
    const spec = Object.hasOwn(fields, entry.key) ? fields[entry.key] : undefined;
    if (seen.has(entry.key))
      report(at, entry.keyAt, 'InvalidValue', `the key "${entry.key}" appears twice`, 'keep one');
    seen.add(entry.key);
    if (spec) checkField(entry.node, spec, at, report);
    else reportUnknown(entry, at, record, Object.keys(fields), report);
  }
  for (const [key, spec] of Object.entries(fields)) {
    if (!spec.required || seen.has(key)) continue;
    report(join(path, key), node.at, 'MissingRequired', `"${key}" is missing`, `add "${key}": ${spec.about}`);
  }
}

function checkField(node: JsonNode, spec: FieldSpec, path: string, report: ReportProblem): void {
  if (spec.type === 'any' || (node.kind === 'null' && !spec.required)) return;
  if (spec.type === 'record') return checkRecord(node, spec.of as RecordName, path, report);
  if (spec.type === 'list') return checkList(node, spec, path, report);
  const kind = spec.type === 'integer' ? 'number' : spec.type;
  if (node.kind !== kind) {
    return report(
      path,
      node.at,
      'InvalidType',
      `must be ${withArticle(spec.type)}, not ${shown(node)}`,
      typeCure(node, spec),
    );
  }
  if (node.kind === 'number') checkNumber(node.value, spec, path, node.at, report);
  if (node.kind === 'string') checkText(node.value, spec, path, node.at, report);
}

function checkList(node: JsonNode, spec: FieldSpec, path: string, report: ReportProblem): void {
  if (node.kind !== 'array') {
    return report(path, node.at, 'InvalidType', `must be an array, not ${shown(node)}`, 'put it in [ ]');
  }
  node.items.forEach((item, index) => {
    const at = `${path}[${index}]`;
    if (spec.of === 'string' || spec.of === 'integer')
      checkField(item, { type: spec.of, about: '', required: true }, at, report);
    else checkRecord(item, spec.of as RecordName, at, report);
  });
}

function checkNumber(value: number, spec: FieldSpec, path: string, at: Place, report: ReportProblem): void {
  if (!Number.isInteger(value)) return report(path, at, 'InvalidType', `must be an integer, not ${value}`);
  const { minimum = -Infinity, maximum = Infinity } = spec;
  if (value >= minimum && value <= maximum) return;
  const allowed = maximum === Infinity ? `${minimum} or more` : `between ${minimum} and ${maximum}`;
  report(path, at, 'InvalidValue', `must be ${allowed}, not ${value}`, `use a value ${allowed}`);
}

function checkText(value: string, spec: FieldSpec, path: string, at: Place, report: ReportProblem): void {
  if (spec.filled && value.trim() === '') return report(path, at, 'InvalidValue', 'must not be blank');
  if (value.includes('\0')) return report(path, at, 'InvalidValue', 'must not contain a NUL character');
  if (spec.pattern && !spec.pattern.test(value)) {
    const allowed = 'letters, digits, "_" and "-", starting with a letter or digit';
    return report(path, at, 'InvalidValue', `${JSON.stringify(value)} is not a valid name`, `use ${allowed}`);
  }
  if (!spec.enum || spec.enum.includes(value)) return;
  const meant = TYPE_WORDS[value.toLowerCase()] ?? spec.enum.find((one) => one === value.toLowerCase());
  const near =
    meant !== undefined && spec.enum.includes(meant) ? meant : nearestNames(value, spec.enum, 1)[0];
  const cure = near ? `\`${value}\` → \`${near}\`` : `one of ${spec.enum.join(', ')}`;
  report(path, at, 'InvalidValue', `"${value}" is not one of ${spec.enum.join(', ')}`, cure);
}

function reportUnknown(
  entry: JsonEntry,
  path: string,
  record: RecordName,
  known: string[],
  report: ReportProblem,
): void {
  const [near] = nearestNames(entry.key, known, 1);
  const cure = near ? `did you mean "${near}"?` : `known fields: ${known.join(', ')}`;
  report(path, entry.keyAt, 'UnknownField', `"${entry.key}" is not a field of ${withArticle(record)}`, cure);
}

function typeCure(node: JsonNode, spec: FieldSpec): string | undefined {
  if (node.kind !== 'string')
    return spec.type === 'string' && node.kind === 'number' ? 'put it in double quotes' : undefined;
  if (spec.type === 'boolean' && /^(true|false)$/i.test(node.value))
    return `write ${node.value.toLowerCase()} without quotes`;
  if (spec.type === 'integer' && /^\d+$/.test(node.value)) return `write ${node.value} without quotes`;
  return undefined;
}

function join(path: string, key: string): string {
  return path ? `${path}.${key}` : key;
}

function shown(node: JsonNode): string {
  return node.kind === 'null' ? 'null' : withArticle(node.kind);
}

function withArticle(word: string): string {
  return `${/^[aeio]/.test(word) ? 'an' : 'a'} ${word}`;
}
