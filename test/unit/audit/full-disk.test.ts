import fs, { mkdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { AuditObserver } from '../../../src/audit/audit-observer';
import { readAudit } from '../../../src/audit/read-audit';
import { defineTool } from '../../../src/index';
import { silentLogger } from '../../../src/logger';
import { ToolRegistry } from '../../../src/registries/tool-registry';
import { TestedAudit } from '../../support/audit';

afterEach(() => jest.restoreAllMocks());

// As a disk does that becomes full: some bytes are still written, then an error.
function fullAfter(bytes: number): void {
  const real = fs.writeSync;
  let left = bytes;
  jest.spyOn(fs, 'writeSync').mockImplementation(((fd: number, data: Buffer | string, ...rest: number[]) => {
    if (typeof data === 'string' || left <= 0) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const [offset = 0, length = data.length, position] = rest;
    const written = Math.min(left, length);
    left -= written;
    return real(fd, data, offset, written, position);
  }) as typeof fs.writeSync);
}

const types = (audit: TestedAudit): string[] => readAudit(audit.directory).map(({ type }) => type);

test('of a record that could be written in part nothing is left, and the next one follows the one before it', () => {
  const audit = new TestedAudit();
  const log = audit.open();
  log.append('call', { id: 'a' });
  const { size } = statSync(audit.files()[0]!);
  fullAfter(30);
  expect(() => log.append('call', { id: 'b' })).toThrow('ENOSPC');
  jest.restoreAllMocks();
  expect(statSync(audit.files()[0]!).size).toBe(size);
  log.append('call', { id: 'c' });
  log.close();
  expect(audit.problems()).toEqual([]);
  expect(readAudit(audit.directory).flatMap(({ id }) => id ?? [])).toEqual(['a', 'c']);
});

test('a file that can’t be begun leaves the chain in the one before it until it can', () => {
  const audit = new TestedAudit();
  const log = audit.open({ fileBytes: 100 });
  log.append('call', {});
  const next = audit.path('1', `${String(audit.files().length + 1).padStart(6, '0')}.jsonl`);
  mkdirSync(next);
  expect(() => log.append('call', {})).toThrow('EISDIR');
  rmdirSync(next);
  fullAfter(0);
  expect(() => log.append('call', {})).toThrow('ENOSPC');
  jest.restoreAllMocks();
  expect(statSync(next, { throwIfNoEntry: false })).toBeUndefined();
  log.append('call', {});
  log.close();
  expect(audit.problems()).toEqual([]);
});

function audited(options: { refuses?: boolean; sync?: boolean }) {
  const audit = new TestedAudit();
  let ran = 0;
  const registry = new ToolRegistry([
    defineTool({
      name: 'count',
      description: 'Counts.',
      inputSchema: { type: 'object', properties: { n: { type: 'number' } } },
      run: () => `${++ran}`,
    }),
  ]);
  const log = audit.open();
  const rest = { secrets: { names: () => [] }, longest: 20, log: silentLogger };
  registry.observe(new AuditObserver(log, { ...rest, refuses: true, sync: false, ...options }));
  const call = async (args = {}) => {
    const { isError, result } = await registry.call('count', args);
    return { isError, text: JSON.stringify(result) };
  };
  return { audit, log, call, ran: () => ran };
}
const later = (seconds: number): void => {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + seconds * 1_000);
};

test('while the disk is full, the first call is carried out and its answer withheld, and no other is carried out', async () => {
  const { audit, call, ran } = audited({});
  await call();
  fullAfter(10);
  const first = await call();
  expect(first.text).toMatch(/count was carried out, but the audit can't be written.*ENOSPC/);
  expect(ran()).toBe(2);
  for (let each = 0; each < 3; each++) expect((await call()).text).toMatch(/was not carried out/);
  // Tried again, in vain.
  later(1);
  expect((await call()).text).toMatch(/was not carried out/);
  expect(ran()).toBe(2);
  jest.restoreAllMocks();
  later(5);
  expect(await call()).toMatchObject({ isError: false });
  expect(types(audit)).toEqual(['file', 'open', 'call', 'resumed', 'call']);
  expect(audit.notes().join()).toMatch('5 calls before it are not recorded');
  expect(audit.problems()).toEqual([]);
});

test('a call that is refused as the disk becomes full is said not to have been carried out', async () => {
  const { call, ran } = audited({});
  await call();
  fullAfter(0);
  expect((await call({ n: 'none' })).text).toMatch(/count was not carried out, because the audit/);
  expect(ran()).toBe(1);
});

test('where calls go on, each is answered, the disk is not tried for each, and how many are missing is recorded', async () => {
  const { audit, log, call } = audited({ refuses: false });
  await call();
  fullAfter(0);
  const tried = jest.spyOn(log, 'append');
  for (let each = 0; each < 4; each++) expect(await call()).toMatchObject({ isError: false });
  expect(tried).toHaveBeenCalledTimes(1);
  jest.restoreAllMocks();
  later(1);
  expect(await call()).toMatchObject({ isError: false });
  expect(types(audit)).toEqual(['file', 'open', 'call', 'resumed', 'call']);
  expect(audit.notes().join()).toMatch('4 calls before it are not recorded');
});

test('an answer that waits for the disk is withheld if the disk reports an error', async () => {
  const { call } = audited({ sync: true });
  expect(await call()).toMatchObject({ isError: false });
  const fail = (_fd: number, done: (error: Error) => void): void => done(new Error('EIO'));
  jest.spyOn(fs, 'fdatasync').mockImplementation(fail as typeof fs.fdatasync);
  expect((await call()).text).toMatch(/was carried out, but the audit can't be written.*EIO/);
});

test('whose record was written after a flush to the disk began waits for the next one', async () => {
  const audit = new TestedAudit();
  const log = audit.open();
  const begun: ((error: null) => void)[] = [];
  log.append('call', {});
  jest.spyOn(fs, 'fdatasync').mockImplementation(((_fd: number, done: (error: null) => void) => {
    begun.push(done);
  }) as typeof fs.fdatasync);
  const ended: string[] = [];
  const first = log.synced().then(() => ended.push('first'));
  log.append('call', {});
  const waiting = [log.synced(), log.synced()].map((each) => each.then(() => ended.push('later')));
  expect(begun).toHaveLength(1);
  begun[0]!(null);
  await first;
  await new Promise(setImmediate);
  expect([ended, begun.length]).toEqual([['first'], 2]);
  begun[1]!(null);
  await Promise.all(waiting);
  expect(begun).toHaveLength(2);
  jest.restoreAllMocks();
  log.close();
  expect(readFileSync(audit.path('1', 'head'), 'latin1')).toMatch(/^\{"n":5,/);
});
