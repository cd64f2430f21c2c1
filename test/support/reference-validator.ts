import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateBy,
  validateSync,
} from 'class-validator';
import { plainToInstance } from 'class-transformer';
import type { ArgOptions } from '../../src/index';

/** One field of a generated args class: its name and its `@Arg` options. */
export interface FieldSpec {
  key: string;
  options: ArgOptions;
}

const present = (): PropertyDecorator =>
  ValidateBy({ name: 'present', validator: { validate: (value) => value !== undefined && value !== null } });
const notNull = (): PropertyDecorator =>
  ValidateBy({ name: 'notNull', validator: { validate: (value) => value !== null } });
const points = (low: number, high: number): PropertyDecorator =>
  ValidateBy({
    name: 'points',
    validator: {
      validate: (value) => typeof value === 'string' && [...value].length >= low && [...value].length <= high,
    },
  });

/** The same rules expressed with class-validator: an independent interpretation of `@Arg`. */
export function referenceVerdict(fields: readonly FieldSpec[], raw: Record<string, unknown>): boolean {
  class Reference {}
  for (const { key, options } of fields) for (const rule of rulesOf(options)) rule(Reference.prototype, key);
  const known = new Set(fields.map((field) => field.key));
  if (Object.keys(raw).some((key) => !known.has(key))) return false;
  for (const { key, options } of fields) {
    if (options.optional && raw[key] === undefined && Object.hasOwn(raw, key)) return false;
    if (options.optional && raw[key] === null) return false;
  }
  const instance = plainToInstance(Reference, raw);
  return validateSync(instance as object, { forbidUnknownValues: false }).length === 0;
}

function rulesOf(options: ArgOptions): PropertyDecorator[] {
  const rules: PropertyDecorator[] = [options.optional ? IsOptional() : present(), notNull()];
  if (options.items !== undefined) {
    rules.push(IsArray());
    rules.push(...scalarRules(options.items as string, {}, true));
    if (options.minItems !== undefined) rules.push(ArrayMinSize(options.minItems));
    if (options.maxItems !== undefined) rules.push(ArrayMaxSize(options.maxItems));
    return rules;
  }
  if (options.enum) return [...rules, IsIn([...(options.enum as readonly unknown[])])];
  return [...rules, ...scalarRules(options.type as string, options, false)];
}

function scalarRules(type: string, options: Partial<ArgOptions>, each: boolean): PropertyDecorator[] {
  const rules: PropertyDecorator[] = [];
  if (type === 'string') rules.push(IsString({ each }));
  if (type === 'boolean') rules.push(IsBoolean({ each }));
  if (type === 'integer') rules.push(IsInt({ each }));
  if (type === 'number') rules.push(IsNumber({}, { each }));
  if (options.minLength !== undefined || options.maxLength !== undefined)
    rules.push(points(options.minLength ?? 0, options.maxLength ?? Infinity));
  if (options.pattern !== undefined) rules.push(Matches(new RegExp(options.pattern, 'u')));
  if (options.minimum !== undefined) rules.push(Min(options.minimum));
  if (options.maximum !== undefined) rules.push(Max(options.maximum));
  return rules;
}
