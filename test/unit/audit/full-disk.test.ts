import { basename } from 'node:path';
import fs, { mkdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { AuditObserver } from '../../../src/audit/audit-observer';
import { readAudit } from '../../../src/audit/read-audit';
import { defineTool } from '../../../src/index';
import { silentLogger } from '../../../src/logger';
import { ToolRegistry } from '../../../src/registries/tool-registry';
import { TestedAudit } from '../../support/audit';

afterEach(() => jest.restoreAllMocks());

const fileOf = (fd: number): string => basename(fs.readlinkSync(`/proc/self/fd/${fd}`));

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

describe('a head that can’t be written', () => {
  // Heads always have the same length, which no record has.
  const headsFail = (written = 0): void => {
    const real = fs.writeSync;
    jest.spyOn(fs, 'writeSync').mockImplementation(((fd: number, data: Buffer, ...rest: number[]) => {
      if (data.length !== 110) return real(fd, data, ...rest);
      if (written > 0) real(fd, data, 0, written, 0);
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    }) as typeof fs.writeSync);
  };

  test.each([
    ['within a file', 1_000_000, 0],
    ['at the beginning of a file', 100, 0],
    ['within a file, half of it', 1_000_000, 40],
    ['at the beginning of a file, half of it', 100, 40],
  ])('leaves nothing of the record, %s, and the chain goes on when it can', (_, fileBytes, written) => {
    const audit = new TestedAudit();
    const log = audit.open({ fileBytes });
    log.append('call', { id: 'a' });
    const before = audit.files().map((file) => readFileSync(file, 'utf8'));
    for (let each = 0; each < 3; each++) {
      headsFail(written);
      expect(() => log.append('call', { id: 'b' })).toThrow('EIO');
      jest.restoreAllMocks();
      expect(audit.files().map((file) => readFileSync(file, 'utf8'))).toEqual(before);
    }
    log.append('call', { id: 'c' });
    log.close();
    expect(audit.problems()).toEqual([]);
    expect(readAudit(audit.directory).flatMap(({ id }) => id ?? [])).toEqual(['a', 'c']);
  });

  test('is put right again if it was written in part, so that a crash then finds nothing wrong', () => {
    const audit = new TestedAudit();
    const log = audit.open();
    log.append('call', { id: 'a' });
    const real = fs.writeSync;
    let heads = 0;
    jest.spyOn(fs, 'writeSync').mockImplementation(((fd: number, data: Buffer, ...rest: number[]) => {
      if (data.length !== 110 || heads++ > 0) return real(fd, data, ...rest);
      real(fd, data, 0, 40, 0);
      throw new Error('EIO');
    }) as typeof fs.writeSync);
    expect(() => log.append('call', { id: 'b' })).toThrow('EIO');
    expect(audit.problems()).toEqual([]);
  });
});

test('a chain that can’t be begun leaves no file open, however often it is tried', () => {
  const audit = new TestedAudit();
  const log = audit.open();
  const open = (): number => fs.readdirSync('/proc/self/fd').length;
  const before = open();
  for (const room of [0, 0, 0, 110, 110, 300, 300, 300]) {
    fullAfter(room);
    expect(() => log.append('call', {})).toThrow('ENOSPC');
    jest.restoreAllMocks();
  }
  expect(open()).toBe(before);
  log.append('call', {});
  log.close();
  expect(audit.problems()).toEqual([]);
});

describe('for who waits for the disk itself', () => {
  test('no file is closed with records in it that were not flushed, and entries of new files are flushed', async () => {
    const audit = new TestedAudit();
    const unflushed = new Set<number>();
    const lost: number[] = [];
    const { writeSync, fdatasync, fdatasyncSync, closeSync, fsyncSync } = fs;
    let directories = 0;
    jest.spyOn(fs, 'writeSync').mockImplementation(((fd: number, data: Buffer, ...rest: number[]) => {
      if (fileOf(fd).endsWith('.jsonl')) unflushed.add(fd);
      return writeSync(fd, data, ...rest);
    }) as typeof fs.writeSync);
    jest.spyOn(fs, 'fdatasync').mockImplementation(((fd: number, done: fs.NoParamCallback) => {
      unflushed.delete(fd);
      fdatasync(fd, done);
    }) as typeof fs.fdatasync);
    jest.spyOn(fs, 'fdatasyncSync').mockImplementation((fd) => {
      unflushed.delete(fd);
      fdatasyncSync(fd);
    });
    jest.spyOn(fs, 'closeSync').mockImplementation((fd) => {
      if (unflushed.delete(fd)) lost.push(fd);
      closeSync(fd);
    });
    jest.spyOn(fs, 'fsyncSync').mockImplementation((fd) => {
      if (fs.fstatSync(fd).isDirectory()) directories++;
      fsyncSync(fd);
    });
    const log = audit.open({ fileBytes: 400, sync: true });
    const waiting: Promise<void>[] = [];
    for (let each = 0; each < 20; each++) {
      log.append('call', { id: `${each}` });
      waiting.push(log.synced());
      if (each % 5 === 0) await new Promise(setImmediate);
    }
    log.close();
    await Promise.all(waiting);
    expect(lost).toEqual([]);
    expect(audit.files().length).toBeGreaterThan(5);
    expect(directories).toBeGreaterThan(audit.files().length);
    expect(audit.problems()).toEqual([]);
  });

  test('the record and the head are both on the disk before the answer, and when the chain is closed', async () => {
    const audit = new TestedAudit();
    const unflushed = new Set<string>();
    const { writeSync, fdatasync, fdatasyncSync } = fs;
    jest.spyOn(fs, 'writeSync').mockImplementation(((fd: number, data: Buffer, ...rest: number[]) => {
      const name = fileOf(fd);
      if (name === 'head' || name.endsWith('.jsonl')) unflushed.add(name);
      return writeSync(fd, data, ...rest);
    }) as typeof fs.writeSync);
    jest.spyOn(fs, 'fdatasync').mockImplementation(((fd: number, done: fs.NoParamCallback) => {
      unflushed.delete(fileOf(fd));
      fdatasync(fd, done);
    }) as typeof fs.fdatasync);
    jest.spyOn(fs, 'fdatasyncSync').mockImplementation((fd) => {
      unflushed.delete(fileOf(fd));
      fdatasyncSync(fd);
    });
    const log = audit.open({ fileBytes: 400, sync: true });
    for (let each = 0; each < 6; each++) {
      log.append('call', { id: `${each}` });
      expect([...unflushed]).toContain('head');
      await log.synced();
      expect([...unflushed]).toEqual([]);
    }
    log.close();
    expect([...unflushed]).toEqual([]);
  });

  test('a file whose flush is under way is closed after it', async () => {
    const audit = new TestedAudit();
    const log = audit.open({ fileBytes: 400, sync: true });
    log.append('call', {});
    const flushed: { fd: number; done: (error: null) => void }[] = [];
    const closed = jest.spyOn(fs, 'closeSync');
    jest.spyOn(fs, 'fdatasync').mockImplementation(((fd: number, done: (error: null) => void) => {
      if (fileOf(fd) === 'head') done(null);
      else flushed.push({ fd, done });
    }) as typeof fs.fdatasync);
    const first = log.synced();
    for (let each = 0; each < 5; each++) log.append('call', {});
    expect(audit.files().length).toBeGreaterThan(1);
    const [{ fd, done }] = flushed as [(typeof flushed)[number]];
    const isClosed = (): boolean => closed.mock.calls.some(([each]) => each === fd);
    expect(isClosed()).toBe(false);
    done(null);
    await first;
    await new Promise(setImmediate);
    expect(isClosed()).toBe(true);
    log.close();
  });
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
  const rest = { secrets: () => ({ names: [] }), longest: 20, log: silentLogger };
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
  jest.spyOn(fs, 'fdatasync').mockImplementation(((fd: number, done: (error: null) => void) => {
    if (fileOf(fd) === 'head') done(null);
    else begun.push(done);
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
