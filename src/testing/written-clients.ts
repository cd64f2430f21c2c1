import type { RecordedCall } from './record-calls';

/** The clients that the calls of a test file are made with. */
export interface WrittenClients {
  /** The variables. */
  readonly declared: readonly string[];
  /** What is done before the first test. */
  readonly opened: readonly string[];
  /** What is done after the last one, as a function. */
  readonly closed: string;
  /** Whether some test says what the user answers. */
  readonly answers: boolean;
  /** The name of the client that makes a call. */
  of(call: RecordedCall): string;
}

/**
 * Writes one client for all calls, so that what it chose and began stays its own, with a user if the recorded one had a way to ask;
 * where only some had, a second one without a user for the others.
 */
export function writtenClients(calls: readonly RecordedCall[], options: readonly string[]): WrittenClients {
  const asking = calls.filter(({ asked }) => asked);
  const mixed = asking.length > 0 && asking.length < calls.length;
  const answers = asking.some(({ asked }) => asked?.length);
  const user = answers ? ['user: () => answers.shift()'] : asking.length ? ['user: []'] : [];
  return {
    declared: [
      'let client: TestClient;',
      ...(mixed
        ? ['// For calls of a client that offered no way to ask the user.', 'let unasked: TestClient;']
        : []),
      ...(answers
        ? ['// What the user says to the questions of a test, in order.', 'let answers: Reply[] = [];']
        : []),
    ],
    opened: [
      `client = await testClient(app, { ${[...options, ...user].join(', ')} });`,
      ...(mixed ? ['unasked = await client.another();'] : []),
    ],
    closed: mixed
      ? 'async () => {\n  await unasked?.close();\n  await client?.close();\n}'
      : '() => client?.close()',
    answers,
    of: ({ asked }) => (mixed && !asked ? 'unasked' : 'client'),
  };
}
