import { relative, resolve, sep } from 'node:path';
import type { App } from '../../app/app';
import { builtInApp } from '../../app/built-in-app';
import { findAppFile, loadApp } from '../../app/load-app';
import { version } from '../../app/package-version';
import { UsageError, type Io } from '../command';
import { bundleApp, bundleExtension, type Bundle } from './bundle-app';
import { declaredSettings, placeholders, type DeclaredSetting } from './declared-settings';
import { dockerfile, dockerignore, shippedDockerfile } from './dockerfile';
import { MCPB_PACKAGE } from './make-mcpb';
import { refuseUntold } from './mcpb-manifest';
import { projectPackage } from './project-package';
import { readPackageFacts, type PackageFacts } from './package-facts';
import type { PackKind } from './pack-kinds';
import { registryFile } from './registry-file';
import type { Offered } from './try-bundle';
import { lostInOneFile } from './unbundled-packs';
import { refuseExisting, writeOutputs, type Outputs, type Written } from './write-outputs';

/** What is to be packed, and where to. */
export interface PackRequest {
  readonly kinds: readonly PackKind[];
  readonly app?: string;
  readonly config?: string;
  readonly out?: string;
  readonly name?: string;
  readonly remote?: readonly string[];
  readonly http?: string;
  /** Whether a bundle is started before it is written. */
  readonly check: boolean;
  readonly force: boolean;
}

interface Subject {
  readonly app: App;
  /** The module of the app; undefined for the server that ships. */
  readonly file: string | undefined;
  readonly project: string;
  readonly facts: PackageFacts;
  readonly settings: readonly DeclaredSetting[];
}

/** Packs an app in one or more ways; nothing is written until everything is made. */
export async function packApp(request: PackRequest, io: Io): Promise<Written[]> {
  const subject = await subjectOf(request, io);
  const directory = resolve(io.cwd, request.out ?? '.');
  const names = namesOf(request, subject);
  refuseExisting(directory, names, request.force);
  refuseOwnModule(directory, names, subject);
  refuseUnready(request, subject);
  const outputs = {
    ...(await bundles(request, subject, io)),
    ...(request.kinds.includes('registry') && { 'server.json': json(registered(request, subject)) }),
    ...(request.kinds.includes('docker') && image(request, subject)),
  };
  return writeOutputs(directory, outputs, { cwd: io.cwd, force: request.force });
}

async function subjectOf({ app: named, config, kinds }: PackRequest, { cwd, env }: Io): Promise<Subject> {
  const file = await findAppFile({ cwd, env, options: { app: named, config } });
  const facts = readPackageFacts(cwd);
  if (file === undefined && needsApp(kinds, facts))
    throw new UsageError(
      "which app? Name its module with --app; the server that ships needs no packing: 'npx toolwright serve' starts it",
    );
  const app = file === undefined ? builtInApp : await loadApp(file);
  return { app, file, project: cwd, facts, settings: declaredSettings(app.configModel) };
}

// Not even by force: the bundle would take the place of what it was made from.
function refuseOwnModule(directory: string, names: readonly string[], { file, project }: Subject): void {
  const own = names.find((name) => resolve(directory, name) === file);
  if (own !== undefined)
    throw new UsageError(
      `${relative(project, file!)} is the app itself and would be replaced; write elsewhere with --out DIR`,
    );
}

// Everything that is missing is named at once, before anything is made.
function refuseUnready({ kinds }: PackRequest, { app, facts, project }: Subject): void {
  if (!kinds.includes('bundle') && !kinds.includes('mcpb')) return;
  const needed = [
    () => projectPackage(project, 'esbuild', 'A bundle'),
    ...(kinds.includes('mcpb')
      ? [() => projectPackage(project, MCPB_PACKAGE, 'An .mcpb bundle'), () => refuseUntold(app, facts)]
      : []),
  ];
  const missing = needed.flatMap((look) => {
    try {
      look();
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
  if (missing.length) throw new UsageError(missing.join('; '));
}

// An image of the server that ships can be made anywhere, an entry of the registry only for its own package.
function needsApp(kinds: readonly PackKind[], { name }: PackageFacts): boolean {
  return kinds.some((kind) => kind !== 'docker' && !(kind === 'registry' && name === 'toolwright'));
}

// Known before anything is made, so that nobody waits for a refusal.
function namesOf({ kinds, out }: PackRequest, { app, file, facts, project }: Subject): string[] {
  return [
    ...(kinds.includes('bundle') ? [`${fileName(app)}${bundleExtension({ ...facts, file: file! })}`] : []),
    ...(kinds.includes('mcpb') ? [`${fileName(app)}.mcpb`] : []),
    ...(kinds.includes('registry') ? ['server.json'] : []),
    ...(kinds.includes('docker') ? ['Dockerfile', ignoreFile(out, project)] : []),
  ];
}

async function bundles({ kinds, check }: PackRequest, subject: Subject, io: Io): Promise<Outputs> {
  if (!kinds.includes('bundle') && !kinds.includes('mcpb')) return {};
  const { app, project, settings } = subject;
  const cli = kinds.includes('mcpb') ? (await import('./make-mcpb.js')).mcpbTool(project) : undefined;
  const lost = lostInOneFile(app);
  if (lost.length) io.stderr(`Note: in one file, ${lost.join(', and ')}.\n`);
  const bundle = await bundleApp({ file: subject.file!, project, isModule: subject.facts.isModule });
  const { tryBundle } = await import('./try-bundle.js');
  const offered = check ? await tryBundle(bundle, io, placeholders(settings)) : undefined;
  return {
    ...(kinds.includes('bundle') && { [`${fileName(app)}${bundle.extension}`]: bundle.text }),
    ...(cli !== undefined && { [`${fileName(app)}.mcpb`]: await mcpb(subject, bundle, offered, cli) }),
  };
}

async function mcpb(
  { app, facts, settings }: Subject,
  { text, extension }: Bundle,
  offered: Offered | undefined,
  cli: string,
): Promise<Uint8Array> {
  const { mcpbManifest } = await import('./mcpb-manifest.js');
  const { makeMcpb } = await import('./make-mcpb.js');
  const entry = `server/index${extension}`;
  const manifest = json(mcpbManifest({ app, facts, settings, offered, entry }));
  return makeMcpb({ 'manifest.json': manifest, [entry]: text }, cli);
}

function registered({ name, remote = [] }: PackRequest, subject: Subject): object {
  const { app, file, facts, settings } = subject;
  return registryFile({
    app,
    facts,
    settings,
    name,
    remotes: remote,
    words: file === undefined ? ['serve'] : [],
  });
}

function image({ http: port, out }: PackRequest, { file, project, facts }: Subject): Outputs {
  const ignored = ignoreFile(out, project);
  if (file === undefined) return { Dockerfile: shippedDockerfile(version(), port), [ignored]: '*\n' };
  const app = relative(project, file).split(sep).join('/');
  if (app.startsWith('..'))
    throw new UsageError(`${file} is outside the project; run this in the directory of its package.json`);
  return { Dockerfile: dockerfile({ app, facts, port }), [ignored]: dockerignore(facts, app) };
}

// The project is what an image is built from; there, Docker reads the file beside a Dockerfile elsewhere by this name.
function ignoreFile(out: string | undefined, project: string): string {
  return resolve(project, out ?? '.') === resolve(project) ? '.dockerignore' : 'Dockerfile.dockerignore';
}

function fileName({ name }: App): string {
  return name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'server';
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
