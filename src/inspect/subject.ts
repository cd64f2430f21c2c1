import type { Peer } from '../client/peer';
import type { CallRecorder } from './call-trace';
import type { Catalogue, Size, CallVerdict } from './inspect-wire';

/** What is inspected: an app opened in this process, or a server on the other end of a connection. */
export interface Subject {
  readonly facts: Pick<Catalogue, 'name' | 'version' | 'from' | 'isApp'>;
  readonly peer: Peer;
  /** Measures each tool as it is listed, by the name it is called by, and the whole list with the instructions. */
  cost(): Promise<{ readonly tools: ReadonlyMap<string, Size>; readonly total: Size }>;
  /** Says what the policy and consent say about a call; absent where that isn't known. */
  readonly explain?: (tool: string, args: Record<string, unknown>) => Promise<CallVerdict>;
  /** Runs a call so that the calls within it are noted; absent where they can't be seen. */
  readonly traced?: <T>(recorder: CallRecorder, run: () => Promise<T>) => Promise<T>;
  /** How a server that was started ended, such as `exit code 1`; undefined while it runs. */
  readonly ended?: string | undefined;
  /** Starts a server that has ended again; absent for an app. */
  readonly restart?: () => Promise<void>;
  /** The module of the app, as a test in the folder `test` imports it; absent if there is none. */
  readonly testedModule?: string;
  /** What tests of that module are written in. */
  readonly testLanguage?: 'typescript' | 'module' | 'commonjs';
  /** What the tests of its project are run by. */
  readonly testRunner?: 'jest' | 'vitest' | 'node';
  /** Whether they find the functions of vitest without importing them. */
  readonly testGlobals?: boolean;
  close(): Promise<void>;
}
