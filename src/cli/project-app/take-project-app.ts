import { SHIPPED_APP } from '../../app/shipped-app';
import type { ConfigRequest } from '../../config';
import { UsageError, type AppUse, type Io } from '../command';
import { namedOption } from '../../config/named-option';
import { buildAdvice } from './build-layout';
import { compiledFormsOf, findProjectApp, type ProjectApp } from './find-project-app';
import { isOwnCommand } from './is-own-command';
import { sayingFirst } from './say-first';

// What needs no app: a list of rules, a schema, what was saved before.
const WITHOUT = /^--(?:rules|schema|replay)(?:=|$)/;

/** The project has an app that can't be taken, and another one in its place would be judged by mistake. */
export class NoAppTaken extends UsageError {
  readonly cure: string;

  constructor(
    readonly reason: string,
    named: string,
  ) {
    const cure = `${named}, or the server that ships with --app ${SHIPPED_APP}.`;
    super(`${reason}. ${cure}`);
    this.cure = cure;
  }
}

/** A command line that names its app, and the outputs by which it is said which one that is. */
export interface TakenApp {
  readonly args: string[];
  readonly io: Io;
  /** Why the server that ships is taken although the project has an app. */
  readonly instead?: NoAppTaken;
}

/**
 * Adds the app of the project that a command is run in to its words, if they name none themselves. Which server is meant is
 * said on stderr before anything else is printed; a wrong command line is still answered in one line.
 */
export async function takeProjectApp(args: readonly string[], io: Io, use: AppUse): Promise<TakenApp> {
  const same = { args: [...args], io };
  if (isAppNamed(args, io.env) || (use === 'judges' && args.some((word) => WITHOUT.test(word)))) return same;
  const found = findProjectApp(io.cwd);
  if (await isConfigured(args, io)) return same;
  if (!found)
    return {
      ...same,
      io: sayingFirst('app: the shipped server, since no app was found here; name yours with --app FILE', io),
    };
  const { file } = found;
  if (file !== undefined && isOwnCommand(io.cwd))
    return { args: ['--app', file, ...args], io: sayingFirst(`app: ${file}`, io) };
  const refusal = refusalOf(found, io.cwd);
  // Who has sources here means their own app; one that was only found may be somebody else's.
  if (use === 'judges' || file === undefined) throw refusal;
  return { ...same, io: sayingFirst(`app: the shipped server. ${refusal.message}`, io), instead: refusal };
}

/** Returns whether the words or the environment name an app or another server. */
export function isAppNamed(args: readonly string[], env: Io['env']): boolean {
  if (env['TOOLWRIGHT_APP']) return true;
  return ['app', 'server', 'url'].some((option) => namedOption(args, option) !== undefined);
}

async function isConfigured(args: readonly string[], { cwd, env }: Io): Promise<boolean> {
  const { fileSetting } = await import('../../config/index.js');
  const request: ConfigRequest = { cwd, env, options: { config: namedOption(args, 'config') } };
  return (await fileSetting(request, 'app')) !== undefined;
}

function refusalOf({ source, file }: ProjectApp, cwd: string): NoAppTaken {
  if (file !== undefined)
    return new NoAppTaken(
      `${file} looks like the app of this directory, but it was only found, and this command was not installed here`,
      `Name it with --app ${file}`,
    );
  const places = compiledFormsOf(source, cwd).slice(0, 2).join(' or ');
  return new NoAppTaken(
    `${source} looks like the app of this directory, but it isn't compiled (to ${places})`,
    `${buildAdvice(cwd)}, or name its module with --app`,
  );
}
