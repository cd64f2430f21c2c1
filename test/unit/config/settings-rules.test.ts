import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Validate,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { ConfigModel, loadConfig } from '../../../src/config';
import { Arg } from '../../../src/decorators';
import { temporaryDirectory } from '../../support/temporary-directory';

@ValidatorConstraint()
class IsEven implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'number' && value % 2 === 0;
  }

  defaultMessage(): string {
    return '$property must be even';
  }
}

@ValidatorConstraint()
class IsKey implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return String(value).startsWith('key-');
  }

  defaultMessage(): string {
    return '$property must begin with key-, not be $value';
  }
}

class Pool {
  @Arg({ description: 'How many', type: 'integer' })
  @Validate(IsEven)
  poolSize = 2;
}

class Shop {
  @Arg({ description: 'How many at once', type: 'integer', optional: true })
  @Validate(IsEven)
  batchSize?: number;

  @Arg({ description: 'Its key', secret: true, optional: true })
  @Validate(IsKey)
  key?: string;

  @Arg({ description: 'The pool', type: () => Pool })
  @ValidateNested()
  mainPool = new Pool();

  @Arg({ description: 'More pools', items: () => Pool })
  morePools: Pool[] = [];

  @Arg({ description: 'Pools by name', values: () => Pool })
  named: Record<string, Pool> = {};
}

const load = async (file: string, env: Record<string, string> = {}): Promise<string> => {
  const cwd = temporaryDirectory('tw-settings-rules');
  writeFileSync(join(cwd, 'shop.yaml'), file);
  const model = new ConfigModel({ settings: Shop, name: 'shop' });
  try {
    await loadConfig({ cwd, env, path: 'shop.yaml', model });
    return 'loaded';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ['settings:\n  batch_size: 4\n', 'loaded'],
  ['settings:\n  main_pool: { pool_size: 6 }\n', 'loaded'],
  ['prefix: shop\n', 'loaded'],
  ['settings:\n  batch_size: 3\n', /^shop\.yaml:2:15: settings\.batch_size must be even, got 3 \(number\)\./],
  [
    'settings:\n  main_pool:\n    pool_size: 3\n',
    /^shop\.yaml:3:16: settings\.main_pool\.pool_size must be even, got 3 \(number\)\.[^\n]*$/,
  ],
  [
    'settings:\n  more_pools:\n    - pool_size: 2\n    - pool_size: 5\n',
    /^shop\.yaml:4:18: settings\.more_pools\[1\]\.pool_size must be even, got 5 \(number\)\./,
  ],
  [
    'settings:\n  named:\n    a: { pool_size: 7 }\n',
    /^shop\.yaml:3:21: settings\.named\.a\.pool_size must be even, got 7 \(number\)\./,
  ],
])('a rule that no schema can say holds for settings as for arguments: %j', async (file, expected) => {
  expect(await load(file)).toMatch(expected);
});

test('it names the variable that a value came from', async () => {
  expect(await load('', { SHOP_BATCH_SIZE: '3' })).toMatch(
    /^environment variable SHOP_BATCH_SIZE: settings\.batch_size must be even/,
  );
});

test('it never shows a secret', async () => {
  const message = await load('settings:\n  key: hunter2\n');
  expect(message).toMatch(/^shop\.yaml:2:8: settings\.key must begin/);
  expect(message).not.toContain('hunter2');
});

test('what the schema found already is said once', async () => {
  expect(await load('settings:\n  batch_size: many\n')).not.toContain('even');
});
