import type { Runner, TargetProject } from './target-project';

interface Written {
  /** The lines that the test begins with. */
  readonly imports: string;
  /** What else is imported from `toolwright/testing`. */
  readonly asserts: readonly string[];
}

const HOOKS = 'afterEach, beforeEach';
const MATCHERS: Readonly<Record<Runner, Written>> = {
  jest: {
    imports: `import { ${HOOKS}, expect, test } from '@jest/globals';\nimport 'toolwright/testing/jest';\n`,
    asserts: [],
  },
  vitest: {
    imports: `import { ${HOOKS}, expect, test } from 'vitest';\nimport 'toolwright/testing/vitest';\n`,
    asserts: [],
  },
  node: {
    imports: `import assert from 'node:assert/strict';\nimport { ${HOOKS}, test } from 'node:test';\n`,
    asserts: ['assertFailsWith', 'assertOk'],
  },
};

/** What the test of one class is made of. */
export interface WrittenTest {
  readonly className: string;
  /** The module of the class, as the test imports it. */
  readonly from: string;
  /** What the client is made for: the class itself, or an app that has nothing else. */
  readonly served: string;
  /** Whether its calls are judged by the assertions for tools, or by plain ones. */
  readonly calls: boolean;
  readonly tests: readonly { readonly title: string; readonly asserts: string }[];
}

/** Writes the test of a class for a project's runner: a client in memory makes the calls. */
export function testOf(test: WrittenTest, { runner, globals }: TargetProject): string {
  const { imports, asserts } = MATCHERS[runner];
  const own = runner === 'vitest' && globals ? "import type {} from 'toolwright/testing/vitest';\n" : imports;
  const names = [...(test.calls ? asserts : []), 'testClient', 'type TestClient'];
  const app = test.served === test.className ? '' : "import { defineApp } from 'toolwright';\n";
  return `${needed(own, test)}${app}import { ${names.join(', ')} } from 'toolwright/testing';
import { ${test.className} } from '${test.from}';

let client: TestClient;
beforeEach(async () => {
  client = await testClient(${test.served});
});
afterEach(() => client.close());
${test.tests.map(({ title, asserts: lines }) => `\ntest('${title}', async () => {\n  ${lines}\n});\n`).join('')}`;
}

// Only calls are judged by our matchers, and only the rest by Node's own assertions.
function needed(imports: string, { calls }: WrittenTest): string {
  return imports.replace(
    calls
      ? "import assert from 'node:assert/strict';\n"
      : /import (?:type \{\} from )?'toolwright\/testing\/\w+';\n/,
    '',
  );
}

/** Returns an assertion that a call succeeded with a value. */
export function assertsOk(runner: Runner, reply: string, value: string): string {
  return runner === 'node' ? `assertOk(${reply}, ${value});` : `expect(${reply}).toBeOk(${value});`;
}

/** Returns an assertion that a call failed with a message. */
export function assertsFailure(runner: Runner, reply: string, message: string): string {
  return runner === 'node'
    ? `assertFailsWith(${reply}, ${message});`
    : `expect(${reply}).toFailWith(${message});`;
}

/** Returns an assertion that two values are equal. */
export function assertsEqual(runner: Runner, actual: string, expected: string): string {
  return runner === 'node'
    ? `assert.deepEqual(${actual}, ${expected});`
    : `expect(${actual}).toEqual(${expected});`;
}
