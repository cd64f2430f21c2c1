import { Logger, type LogLevel, type LogRecord } from '../../../src/logger';
import { createLogging } from '../../../src/logging';
import { formatJson, formatText } from '../../../src/logging/log-line';

const record = (message: string, extra?: Record<string, unknown>, level: LogLevel = 'info'): LogRecord => ({
  time: new Date(2026, 0, 31, 9, 5, 7),
  level,
  logger: 'toolwright',
  message,
  ...(extra && { extra }),
});

function collect(options: { level: LogLevel; json?: boolean }): { lines: string[]; log: Logger } {
  const lines: string[] = [];
  const { log } = createLogging({ ...options, stderr: (text) => void lines.push(text) });
  return { lines, log };
}

describe('text', () => {
  test('is the line of the document, extras last', () => {
    expect(formatText(record('Tool called: echo'))).toBe(
      '2026-01-31 09:05:07 - toolwright - INFO - Tool called: echo\n',
    );
    expect(formatText(record('done', { ms: 3 }, 'warning'))).toBe(
      '2026-01-31 09:05:07 - toolwright - WARNING - done - extra: {"ms":3}\n',
    );
    expect(formatText(record('done', {}))).toBe('2026-01-31 09:05:07 - toolwright - INFO - done\n');
  });

  test('every level is printed in capitals, TRACE among them', () => {
    const { lines, log } = collect({ level: 'trace' });
    log.trace('a');
    log.debug('a');
    log.info('a');
    log.warning('a');
    log.error('a');
    expect(lines.map((line) => line.split(' - ')[2])).toEqual(['TRACE', 'DEBUG', 'INFO', 'WARNING', 'ERROR']);
  });

  test('G14 no message, name or extra can begin a line of its own', () => {
    const hostile = 'x\r\n2026-01-31 09:05:07 - toolwright - ERROR - forged\u2028\u0085\u001b[2J\u202e\0';
    for (const format of [formatText, formatJson]) {
      const line = format({ ...record(hostile, { note: hostile, [hostile]: 1 }), logger: hostile });
      expect(line.endsWith('\n')).toBe(true);
      expect(line.slice(0, -1)).not.toMatch(
        /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/,
      );
    }
    expect(formatText(record('a\nb\rc'))).toContain('a\\nb\\rc');
  });
});

test.each([
  ['trace', true],
  ['debug', true],
  ['info', false],
  ['error', false],
] as const)('a text log at %s shows the stack of an exception: %s', (level, shown) => {
  const { lines, log } = collect({ level });
  log.error('Tool x failed: no', { exception: new TypeError('no'), path: 'a.txt' });
  expect(lines[0]).toMatch(/ERROR - Tool x failed: no - extra: \{.*"path":"a.txt"\}\n$/);
  expect(lines[0]!.includes('"exception":"TypeError: no\\n')).toBe(shown);
});

describe('JSON', () => {
  test('G14 has the six keys, and extras beside them', () => {
    const { lines, log } = collect({ level: 'trace', json: true });
    function namedCaller(): void {
      log.warning('two\nlines', { tool: 'echo', level: 'mine', count: 2 });
    }
    namedCaller();
    const line = JSON.parse(lines[0]!) as Record<string, unknown>;
    expect(Object.keys(line).slice(0, 6)).toEqual([
      'timestamp',
      'level',
      'logger',
      'message',
      'module',
      'function',
    ]);
    expect(line).toMatchObject({
      level: 'WARNING',
      logger: 'toolwright',
      message: 'two\nlines',
      module: 'log-line.test',
      function: 'namedCaller',
      tool: 'echo',
      level_: 'mine',
      count: 2,
    });
    expect(line['timestamp']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  test('an error becomes its exception', () => {
    const line = JSON.parse(formatJson(record('failed', { error: new TypeError('no') }))) as Record<
      string,
      string
    >;
    expect(line['exception']).toMatch(/^TypeError: no\n\s+at /);
  });

  test('an exception names its class, also where the class gave itself no name', () => {
    class DiskOnFire extends Error {}
    const line = JSON.parse(formatJson(record('failed', { exception: new DiskOnFire('hot') }))) as Record<
      string,
      string
    >;
    expect(line['exception']).toMatch(/^DiskOnFire: hot\n\s+at /);
  });

  test('what JSON has no word for is still told', () => {
    const circular: Record<string, unknown> = { big: 1n, run: () => 1 };
    circular['self'] = circular;
    const twice = { same: 1 };
    const told = JSON.parse(formatJson(record('odd', { circular, list: [twice, twice] }))) as Record<
      string,
      unknown
    >;
    expect(told['circular']).toMatchObject({ big: '1', self: '[circular]' });
    expect(told['list']).toEqual([{ same: 1 }, { same: 1 }]);
    const thrower = {
      toJSON: () => {
        throw new Error('never');
      },
    };
    expect(formatJson(record('odd', { thrower }))).toContain('not representable');
  });
});

test('records below the level are not even made', () => {
  const { lines, log } = collect({ level: 'info' });
  log.debug('hidden');
  expect(lines).toEqual([]);
  expect(log.wants('debug')).toBe(false);
  expect(log.wants('info')).toBe(true);
});

test('a printer that throws does not reach the caller', () => {
  const { log } = createLogging({
    level: 'info',
    stderr: () => {
      throw new Error('EPIPE');
    },
  });
  expect(() => log.info('x')).not.toThrow();
});
