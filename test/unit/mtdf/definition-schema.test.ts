import Ajv from 'ajv/dist/2020';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mtdfSchema } from '../../../src/mtdf/definition-schema';
import { basicExample, everyField, seedSequence } from '../../support/mtdf-samples';

const shipped = JSON.parse(readFileSync(join(__dirname, '../../../mtdf-schema.json'), 'utf8')) as object;

test('the shipped schema is the one made from the table (else: toolwright mtdf schema > mtdf-schema.json)', () => {
  expect(shipped).toEqual(mtdfSchema());
});

test('it is valid draft 2020-12 and judges as the validator does', () => {
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(shipped);
  for (const sample of [basicExample, everyField, seedSequence])
    expect([validate(sample), validate.errors]).toEqual([true, null]);
  for (const wrong of [
    {},
    { ...basicExample, comand: 'x' },
    { ...basicExample, timeout_seconds: 3601 },
    { ...basicExample, name: '' },
  ]) {
    expect(validate(wrong)).toBe(false);
  }
});
