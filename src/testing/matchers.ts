import { notFailedWith, notOk, type FailureGiven } from './check-reply';
import { compareSnapshot, toolSnapshot } from './tool-snapshot';
import type { TestClient } from './test-client';
import type { ToolReply } from './tool-reply';

/** What a matcher tells its runner. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** What the matchers add to `expect`. */
export interface ToolMatchers<R> {
  /** The call succeeded, with this value if one is given. */
  toBeOk(...value: [value?: unknown]): R;
  /** The call failed, with this message, or one that fits the pattern, or of this type; in any way, if nothing is given. */
  toFailWith(...expected: FailureGiven): R;
  /** What clients see of the tools is what this file says; `-u` or `TOOLWRIGHT_UPDATE=1` writes it anew. */
  toMatchToolSnapshot(file: string): R;
}

/** Matchers for jest and vitest: `expect.extend(toolMatchers)`. */
export const toolMatchers = {
  toBeOk(reply: ToolReply, ...expected: [value?: unknown]): MatcherResult {
    const problem = notOk(reply, expected.length ? { expected: expected[0] } : undefined);
    return result(problem, `${reply.tool} succeeded`);
  },

  toFailWith(reply: ToolReply, ...expected: FailureGiven): MatcherResult {
    const problem = notFailedWith(reply, expected);
    return result(problem, `${reply.tool} failed with "${reply.error}"`);
  },

  toMatchToolSnapshot(this: unknown, client: TestClient, file: string): MatcherResult {
    const now = toolSnapshot(client);
    return result(
      compareSnapshot(now, file, asksForUpdate(this) || undefined),
      `the tools are as in ${file}`,
    );
  },
};

function result(problem: string | undefined, otherwise: string): MatcherResult {
  return { pass: problem === undefined, message: () => problem ?? `${otherwise}, which the test denies` };
}

// Both runners tell their matchers whether they were started with `-u`.
function asksForUpdate(runner: unknown): boolean {
  const { snapshotState } = (runner ?? {}) as { snapshotState?: { _updateSnapshot?: string } };
  return snapshotState?._updateSnapshot === 'all';
}
