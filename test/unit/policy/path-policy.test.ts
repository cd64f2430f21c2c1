import { mkdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from '../../../src/policy/real-path';
import { PathPolicy } from '../../../src/policy/path-policy';
import { entries, Playground } from '../../support/policy-playground';

const play = new Playground();

describe('where a path really leads', () => {
  const { paths } = play.policies();
  const may = (path: string, access: 'read' | 'write' = 'read') => paths.judgePath('read_file', path, access);

  test.each([
    'a.txt',
    './a.txt',
    'sub/../a.txt',
    'sub//b.txt',
    'new/file.txt',
    'link-in',
    '.',
    'sub/deep/../b.txt',
  ])('%s is allowed', (path) => {
    expect(may(path)).toMatchObject({ allowed: true });
    expect(may(join(play.root, path))).toMatchObject({ allowed: true });
  });

  test.each([
    '..',
    '../outside/canary.txt',
    'sub/../../outside/canary.txt',
    'link-out',
    'dir-out/canary.txt',
    'dir-out/new.txt',
    'dangling',
    'loop',
    'loop/x',
    'sub/deep/up',
    'sub/deep/up/outside/canary.txt',
    'link-in/../../outside/canary.txt',
    '/etc/passwd',
    '/',
    '',
    'a\0b',
    '../root-evil/canary.txt',
    'dir-out/../outside/canary.txt',
    'new/../../outside/x',
    `${'x/'.repeat(3000)}y`,
  ])('%j is refused', (path) => {
    expect(may(path)).toMatchObject({ allowed: false });
    expect(may(path, 'write')).toMatchObject({ allowed: false });
  });

  test('a link is followed before `..` is, as the kernel does', () => {
    expect(may('dir-out/../root/a.txt')).toMatchObject({ allowed: true, path: join(play.root, 'a.txt') });
    expect(may('dir-out/..')).toMatchObject({ allowed: false });
  });

  test('components count, not characters', () => {
    expect(isWithin('/tmp/root-evil', '/tmp/root')).toBe(false);
    expect(isWithin('/tmp/root/x', '/tmp/root')).toBe(true);
    expect(isWithin('/x', '/')).toBe(true);
  });

  test('a decision names the rule, its file and line', () => {
    expect(may('a.txt').rule).toEqual({ rule: 'roots: .', where: 'toolwright.yaml:1:1' });
  });
});

describe('lists', () => {
  test('deny wins over allow, and names its line', () => {
    const { paths } = play.policies({ read_file: { deniedPaths: entries('x', 'sub') } });
    expect(paths.judgePath('read_file', 'sub/b.txt', 'read')).toMatchObject({
      allowed: false,
      rule: { rule: 'tools.read_file.denied_paths: sub', where: 'toolwright.yaml:2:1' },
    });
    expect(paths.judgePath('write_file', 'sub/b.txt', 'read').allowed).toBe(true);
    expect(paths.judgePath('read_file', '.', 'read', { tree: true }).allowed).toBe(false);
  });

  test("a tool's own allowed_paths stand in place of the roots", () => {
    const { paths } = play.policies({ write_file: { allowedPaths: entries('output', play.outside) } });
    expect(paths.judgePath('write_file', 'output/x', 'write').allowed).toBe(true);
    expect(paths.judgePath('write_file', join(play.outside, 'x'), 'write').allowed).toBe(true);
    expect(paths.judgePath('write_file', 'a.txt', 'write').allowed).toBe(false);
    expect(paths.judgePath('read_file', 'a.txt', 'read').allowed).toBe(true);
  });

  test('an allowed link stands for the place it leads to when the rules come into force', () => {
    symlinkSync(play.outside, join(play.root, 'alias'));
    const { paths } = play.policies({ write_file: { allowedPaths: entries('alias') } });
    const may = (path: string) => paths.judgePath('write_file', path, 'write').allowed;
    expect([may('alias/x'), may(join(play.outside, 'x')), may('a.txt')]).toEqual([true, true, false]);
    unlinkSync(join(play.root, 'alias'));
    mkdirSync(join(play.root, 'alias'));
    expect([may('alias/x'), may(join(play.outside, 'x'))]).toEqual([false, true]);
  });

  test('a denied link is denied as itself and where it leads', () => {
    symlinkSync(join(play.root, 'sub'), join(play.root, 'shut'));
    const { paths } = play.policies({ read_file: { deniedPaths: entries('shut') } });
    const may = (path: string) => paths.judgePath('read_file', path, 'read').allowed;
    expect([may('shut/b.txt'), may('sub/b.txt'), may('a.txt')]).toEqual([false, false, true]);
    unlinkSync(join(play.root, 'shut'));
    mkdirSync(join(play.root, 'shut'));
    expect(may('shut/x')).toBe(false);
  });

  test('an allowed directory that becomes a link later leads nowhere', () => {
    const { paths } = play.policies({ write_file: { allowedPaths: entries('later') } });
    symlinkSync(play.outside, join(play.root, 'later'));
    expect(paths.judgePath('write_file', 'later/x', 'write').allowed).toBe(false);
  });

  test('what steers the server can be read and not written', () => {
    const { paths } = play.policies();
    expect(paths.judgePath('read_file', 'toolwright.yaml', 'read').allowed).toBe(true);
    expect(paths.judgePath('write_file', 'toolwright.yaml', 'write')).toMatchObject({ allowed: false });
    expect(paths.judgePath('write_file', '.toolwright/tools/x.json', 'write').allowed).toBe(false);
  });

  test("the client's roots narrow and never widen", () => {
    const { paths } = play.policies();
    const clientRoots = [join(play.root, 'sub'), play.outside];
    expect(paths.judgePath('read_file', 'sub/b.txt', 'read', { clientRoots }).allowed).toBe(true);
    expect(paths.judgePath('read_file', 'a.txt', 'read', { clientRoots })).toMatchObject({
      allowed: false,
      rule: { where: 'client' },
    });
    expect(paths.judgePath('read_file', play.canary, 'read', { clientRoots }).allowed).toBe(false);
  });

  test('the whole machine is never a root by accident', () => {
    expect(PathPolicy.default('/').judgePath('read_file', '/etc/hostname', 'read').allowed).toBe(false);
    const rules = play.rules({}, { roots: entries('/') });
    expect(new PathPolicy(rules).judgePath('read_file', '/etc/hostname', 'read').allowed).toBe(true);
  });

  test('a relative path of a server that was started elsewhere is refused with the directory it was resolved against', () => {
    const { paths } = play.policies({}, { cwd: '/', roots: entries(play.root) });
    const reason = (path: string) => paths.judgePath('read_file', path, 'read').reason;
    expect(reason('a.txt')).toBe(
      `/a.txt is outside the allowed paths: ${play.root}; relative paths are resolved against /, so use an absolute path, such as ${join(play.root, 'a.txt')}`,
    );
    expect(reason('/etc/hostname')).not.toContain('relative');
    const within = play.policies().paths.judgePath('read_file', '../outside/canary.txt', 'read');
    expect(within.reason).not.toContain('relative');
  });

  test.each([
    ['denied', 'shut/x.txt', 'read', {}],
    ['outside too', '../outside/canary.txt', 'read', {}],
    ["not in the client's roots", 'a.txt', 'read', { clientRoots: [play.outside] }],
    ['protected from being written', 'toolwright.yaml', 'write', {}],
    ['a link that leads out', 'link-out', 'read', {}],
    ['not there', 'nowhere/a.txt', 'read', {}],
    ['in a directory that is not there', 'nowhere/a.txt', 'write', {}],
  ] as const)('no absolute path is advised where that is %s', (_, path, access, scope) => {
    const { paths } = play.policies(
      { read_file: { deniedPaths: entries(join(play.root, 'shut')) } },
      { cwd: '/', roots: entries(play.root), protectedPaths: entries(join(play.root, 'toolwright.yaml')) },
    );
    const { allowed, reason } = paths.judgePath('read_file', path, access, scope);
    expect(allowed).toBe(false);
    expect(reason).not.toContain('absolute');
  });

  test('for a new file an absolute path is advised where its directory is there', () => {
    const { paths } = play.policies({}, { cwd: '/', roots: entries(play.root) });
    expect(paths.judgePath('write_file', 'new.txt', 'write').reason).toContain(join(play.root, 'new.txt'));
  });

  test('of several roots, the absolute path that is advised is the one of a file that is there', () => {
    const { paths } = play.policies({}, { cwd: '/', roots: entries(play.outside, play.root) });
    expect(paths.judgePath('read_file', 'a.txt', 'read').reason).toContain(join(play.root, 'a.txt'));
  });

  test('new rules hold at once', () => {
    const { paths } = play.policies();
    mkdirSync(join(play.root, 'only'), { recursive: true });
    paths.update(play.rules({}, { roots: entries('only') }));
    expect(paths.judgePath('read_file', 'a.txt', 'read').allowed).toBe(false);
  });
});
