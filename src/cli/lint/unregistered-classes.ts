import type { OpenApp } from '../../app/open-loaded-app';
import { offerableClasses, type OfferableClass } from '../../generate/offerable-classes';
import { ToolSites } from '../../generate/tool-sites';
import type { AppSources } from './place-findings';

/** Finds the tools, prompts and resources that are written in the sources of an app and that it doesn't have. */
export async function unregisteredClasses(
  { ts, files }: AppSources,
  { app, registry, prompts, resources }: OpenApp,
): Promise<OfferableClass[]> {
  const written = offerableClasses(ts, files);
  const tools = registry.list().filter(({ pack }) => pack === undefined);
  // A class with a mistake is not listed, and is in the app all the same.
  const { options } = app;
  const named = [options.tools, options.prompts, options.resources].flatMap(classNames);
  const listed = [...(await listedNames(prompts)), ...(await listedNames(resources))];
  const has = new Set([...tools.map(({ source }) => source.replace(/^class /, '')), ...listed, ...named]);
  // A tool that is loaded on its first call is known by its name only.
  const names = new Set(tools.map(({ name }) => lettersOf(name)));
  const missing = written.filter(
    ({ className, name, kind }) => !has.has(className) && !(kind === 'tool' && names.has(lettersOf(name))),
  );
  if (missing.length < written.length || !has.size) return missing;
  // Sources of which an app has nothing are those of another one; its own module says nothing about the others.
  const sites = new ToolSites(ts, written.length ? files.filter((file) => /\.[cm]?ts$/.test(file)) : []);
  return tools.some(({ source }) => sites.find(source)) ? missing : [];
}

/** Returns what to do about a class that an app doesn't have. */
export function registrationCure({ className, kind }: OfferableClass): string {
  return `Add ${className} to '${kind}s' in your app, or delete it.`;
}

// Where one can't be loaded, those that the app names are still known.
async function listedNames(registry: OpenApp['prompts'] | OpenApp['resources']): Promise<string[]> {
  const classes = await registry.classes().catch(() => []);
  return classes.map(([, { name }]) => name);
}

function classNames(source: unknown): string[] {
  if (Array.isArray(source)) return source.flatMap(classNames);
  return typeof source === 'function' ? [source.name] : [];
}

function lettersOf(name: string): string {
  return name.replaceAll(/[^a-z\d]/gi, '').toLowerCase();
}
