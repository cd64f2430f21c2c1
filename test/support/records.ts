import { type LogLevel } from '../../src/index';
import { Logger, type LogRecord } from '../../src/embed';

/** A logger that keeps its records for a test to inspect. */
export function recordingLogger(): { log: Logger; records: LogRecord[]; lines: () => string[] } {
  const records: LogRecord[] = [];
  const sink = { wants: (_level: LogLevel) => true, write: (record: LogRecord) => void records.push(record) };
  return {
    log: new Logger('test', [sink]),
    records,
    lines: () => records.map((record) => `${record.level} ${record.message}`),
  };
}
