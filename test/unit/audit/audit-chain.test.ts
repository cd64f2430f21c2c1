import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { headText } from '../../../src/audit/audit-files';
import { FIRST_HASH } from '../../../src/audit/audit-seal';
import { verifyAudit } from '../../../src/audit/verify-audit';
import { readAudit } from '../../../src/audit/read-audit';
import { TestedAudit } from '../../support/audit';

test('what was written is sound, and is read back in order', () => {
  const audit = new TestedAudit().written(5);
  expect(audit.problems()).toEqual([]);
  expect(audit.logged.filter(({ level }) => level !== 'info')).toEqual([]);
  expect(readAudit(audit.directory).map(({ type }) => type)).toEqual([
    'file',
    'open',
    ...Array.from({ length: 5 }, () => 'call'),
    'close',
  ]);
});

test('nothing is written before the first record, and only its owner may read it', () => {
  const audit = new TestedAudit();
  const log = audit.open();
  expect(statSync(audit.directory, { throwIfNoEntry: false })).toBeUndefined();
  log.append('call', {});
  expect(statSync(audit.files()[0]!).mode & 0o777).toBe(0o600);
  expect(statSync(audit.directory).mode & 0o777).toBe(0o700);
  log.close();
});

test('the next process goes on with the chain of one that ended, while a second one writes another', () => {
  const audit = new TestedAudit();
  const one = audit.open();
  const two = audit.open();
  one.append('call', {});
  two.append('call', {});
  one.close();
  const three = audit.open();
  three.append('call', {});
  three.close();
  two.close();
  const { sound, chains } = verifyAudit(audit.directory);
  expect(sound).toBe(true);
  expect(chains.map(({ name, records }) => [name, records])).toEqual([
    ['1', 7],
    ['2', 4],
  ]);
});

describe('rotation', () => {
  test('the chain goes on across files', () => {
    const audit = new TestedAudit().written(200, { fileBytes: 10_000 });
    expect(audit.files().length).toBeGreaterThan(2);
    expect(audit.problems()).toEqual([]);
    audit.written(3, { fileBytes: 10_000 });
    expect(audit.problems()).toEqual([]);
  });

  test('a file in the middle, the first or the last that is missing is found', () => {
    const whole = new TestedAudit().written(200, { fileBytes: 10_000 });
    for (const index of whole.files().keys()) {
      const audit = whole.copy();
      rmSync(audit.files()[index]!);
      expect(audit.problems().join()).toMatch(/missing/);
    }
  });

  test('files that the server itself deleted are vouched for; one more is found', () => {
    const audit = new TestedAudit().written(400, { fileBytes: 10_000, keepFiles: 2 });
    expect(audit.files()).toHaveLength(2);
    expect(audit.problems()).toEqual([]);
    rmSync(audit.files()[0]!);
    expect(audit.problems().join()).toMatch(/no record says that they were deleted/);
  });
});

describe('after a crash', () => {
  test('an unfinished record is found, cut off at the next start, and that is recorded and said', () => {
    const audit = new TestedAudit().written(3);
    appendFileSync(audit.files()[0]!, '{"n":7,"at":"20');
    expect(audit.problems()).toEqual(['15 bytes of an unfinished record; the next start cuts them off']);
    audit.written(1);
    expect(audit.problems()).toEqual([]);
    expect(audit.notes().join()).toMatch('an unfinished record of 15 bytes was cut off here');
    expect(audit.logged.map(({ message }) => message).join()).toMatch('its 15 bytes were cut off');
  });

  test.each([0, 1, 65_400, 70_000, 3_000_000])(
    'a last record with %d characters of text is found again, and what was unfinished after it cut off',
    (length) => {
      const audit = new TestedAudit();
      const log = audit.open();
      log.append('call', { name: 'é'.repeat(length) });
      const crashed = audit.copy();
      rmSync(crashed.path('1', 'owner-1'));
      log.close();
      for (const left of ['', 'x'.repeat(length)]) {
        const next = crashed.copy();
        appendFileSync(next.files()[0]!, left);
        next.written(1);
        expect(next.problems()).toEqual([]);
      }
    },
  );

  test('an unfinished first record leaves a chain that begins anew', () => {
    const audit = new TestedAudit().written(1);
    truncateSync(audit.files()[0]!, 20);
    writeFileSync(audit.path('1', 'head'), headText({ n: 0, hash: FIRST_HASH }));
    audit.written(1);
    expect(audit.problems()).toEqual([]);
    expect(audit.notes().join()).toMatch('an unfinished record of 20 bytes');
  });

  test('a head that is one record behind is noted, and put right by the next start', () => {
    const audit = new TestedAudit().written(2);
    const head = readFileSync(audit.path('1', 'head'));
    const log = audit.open();
    log.append('call', {});
    log.close();
    const lines = readFileSync(audit.files()[0]!, 'utf8').split('\n');
    writeFileSync(audit.files()[0]!, `${lines.slice(0, -4).concat(lines.at(-4)!).join('\n')}\n`);
    writeFileSync(audit.path('1', 'head'), head);
    expect(audit.problems()).toEqual([]);
    expect(audit.notes().join()).toMatch('the process was killed at that moment');
    audit.written(1);
    expect(audit.problems()).toEqual([]);
    expect(audit.notes()).toEqual([]);
  });

  test('records that are gone although the head knows them are never forgotten', () => {
    const audit = new TestedAudit().written(3);
    const lines = readFileSync(audit.files()[0]!, 'utf8').split('\n');
    writeFileSync(audit.files()[0]!, `${lines.slice(0, 4).join('\n')}\n`);
    expect(audit.problems()).toEqual(['the records 5 to 6 are missing']);
    audit.written(1);
    expect(audit.problems().join()).toMatch('the head knows record 6, but the last that is there is 4');
    expect(audit.logged.some(({ level }) => level === 'error')).toBe(true);
  });
});

describe('what is wrong with a chain when it is opened is recorded for good', () => {
  const lines = (audit: TestedAudit): string[] => readFileSync(audit.files()[0]!, 'utf8').split('\n');

  test('a head that is missing, or that was changed', () => {
    for (const damage of [
      (path: string) => rmSync(path),
      (path: string) => writeFileSync(path, 'x'),
      (path: string) => writeFileSync(path, readFileSync(path, 'latin1').replace(' ', '')),
    ]) {
      const audit = new TestedAudit().written(1);
      damage(audit.path('1', 'head'));
      expect(audit.problems()).toHaveLength(1);
      audit.written(1);
      expect(audit.problems()).toEqual(['when it was opened, the head is missing or was changed']);
    }
  });

  test('a last record that is not the one the head knows', () => {
    const audit = new TestedAudit().written(1);
    const { n } = verifyAudit(audit.directory).chains[0]!.head;
    writeFileSync(audit.path('1', 'head'), headText({ n, hash: 'f'.repeat(64) }));
    expect(audit.problems()).toEqual([`it does not know record ${n} as it is`]);
    audit.written(1);
    expect(audit.problems()).toEqual([`when it was opened, record ${n} is not the one that the head knows`]);
  });

  test('a last record that can’t be read', () => {
    const audit = new TestedAudit().written(1);
    writeFileSync(audit.files()[0]!, `${lines(audit).slice(0, -2).concat('nonsense').join('\n')}\n`);
    expect(audit.problems()).toContain('it is not a record');
    audit.written(1);
    expect(audit.problems().join()).toMatch('when it was opened, its last record is not readable');
  });
});

test('a chain under another number is found, whether or not another one knows it', () => {
  const audit = new TestedAudit().written(1);
  const other = new TestedAudit().written(1);
  cpSync(other.path('1'), audit.path('2'), { recursive: true });
  expect(audit.problems()).toEqual(['it is chain 1 of an audit, not chain 2']);
});

describe('what others know', () => {
  test('of a chain whose oldest files were deleted since is no finding; a record in the files that are left is', () => {
    const audit = new TestedAudit();
    const options = { fileBytes: 1_000, keepFiles: 1 };
    const one = audit.open(options);
    one.append('call', {});
    const two = audit.open();
    two.append('call', {});
    for (let each = 0; each < 30; each++) one.append('call', {});
    one.close();
    two.close();
    expect(audit.files()).toHaveLength(1);
    expect(audit.problems()).toEqual([]);
    const { n } = verifyAudit(audit.directory).chains[0]!.head;
    const noted = { chain: '1', n, hash: 'f'.repeat(64) };
    const { findings } = verifyAudit(audit.directory, undefined, [noted]);
    expect(findings.map(({ problem }) => problem)).toEqual([
      `record ${n} is another than the one, which whoever noted it knows`,
    ]);
  });

  test('a chain that is gone, head and all, is found by one that was opened later', () => {
    const audit = new TestedAudit();
    const one = audit.open();
    one.append('call', {});
    const two = audit.open();
    two.append('call', {});
    two.close();
    one.close();
    const before = audit.copy();
    rmSync(before.path('1'), { recursive: true });
    expect(before.problems()).toEqual([
      'the chain before 2 is missing',
      'the chain is missing, which chain 2 knows',
    ]);
  });

  test('a chain that was set back, head and all, is found by one that was opened later, and by who noted its end', () => {
    const audit = new TestedAudit().written(1);
    const old = audit.copy();
    const one = audit.open();
    one.append('call', {});
    const { head } = verifyAudit(audit.directory).chains[0]!;
    const two = audit.open();
    two.append('call', {});
    two.close();
    one.close();
    rmSync(audit.path('1'), { recursive: true });
    cpSync(old.path('1'), audit.path('1'), { recursive: true });
    expect(audit.problems().join()).toMatch(/record \d+ is missing, which chain 2 knows/);
    expect(old.problems()).toEqual([]);
    const { findings } = verifyAudit(old.directory, undefined, [{ chain: '1', ...head }]);
    expect(findings.map(({ problem }) => problem).join()).toMatch(/which whoever noted it knows/);
  });
});

test('with a key, only who has it can write what verifies', () => {
  const audit = new TestedAudit().written(2, { key: 'a key of sixteen' });
  expect(audit.problems('a key of sixteen')).toEqual([]);
  expect(audit.problems()).not.toEqual([]);
  expect(audit.problems('another sixteen!')).not.toEqual([]);
});

test('a file that is removed while it is written makes the next record fail', () => {
  const audit = new TestedAudit();
  const log = audit.open();
  log.append('call', {});
  rmSync(audit.files()[0]!);
  const later = Date.now() + 5_000;
  jest.spyOn(Date, 'now').mockReturnValue(later);
  expect(() => log.append('call', {})).toThrow('was removed or replaced');
  jest.restoreAllMocks();
});

test('an audit that can’t be read is no sound one, and neither is one that was never written or is gone', () => {
  const audit = new TestedAudit();
  expect(audit.problems()).toEqual(['there is no audit in it']);
  audit.written(1);
  expect(() => verifyAudit(audit.files()[0]!)).toThrow('ENOTDIR');
  rmSync(audit.path('1'), { recursive: true });
  expect(audit.problems()).toEqual(['there is no audit in it']);
});

describe('what is no file of an audit', () => {
  const replaced = (name: string, make: (path: string) => void): TestedAudit => {
    const audit = new TestedAudit().written(1);
    const path = audit.path('1', name);
    renameSync(path, `${path}.away`);
    make(path);
    return audit;
  };
  const pipe = (path: string): void => void execFileSync('mkfifo', [path]);
  const link = (path: string): void => symlinkSync(`${path}.away`, path);

  test.each([
    ['a pipe in place of a file', '000001.jsonl', pipe, 'is not a regular file'],
    ['a pipe in place of the head', 'head', pipe, 'is not a regular file'],
    ['a link in place of a file', '000001.jsonl', link, 'ELOOP'],
    ['a link in place of the head', 'head', link, 'ELOOP'],
  ])('is found, neither followed nor waited for: %s', (_, name, make, why) => {
    const audit = replaced(name, make);
    expect(audit.problems().join()).toContain(why);
    expect(readAudit(audit.directory).length > 0).toBe(name === 'head');
    const log = audit.open();
    expect(() => log.append('call', {})).toThrow(why);
  });

  test('a pipe in place of the owner keeps nobody waiting', () => {
    const audit = new TestedAudit().written(1);
    pipe(audit.path('1', 'owner-9'));
    expect(() => audit.open().append('call', {})).toThrow('is not a regular file');
  });
});
