import { Logger, type LogLevel, type LogRecord } from '../../src/index';

/** A logger that keeps its records for a test to look at. */
export function recordingLogger(): { log: Logger; records: LogRecord[]; lines: () => string[] } {
  const records: LogRecord[] = [];
  const sink = { wants: (_level: LogLevel) => true, write: (record: LogRecord) => void records.push(record) };
  return {
    log: new Logger('test', [sink]),
    records,
    lines: () => records.map((record) => `${record.level} ${record.message}`),
  };
}
