import type { App } from '../../app/app';
import type { ToolClass } from '../../decorators';
import { isTypeScript } from '../../generate/source-files';
import { singleSources } from '../../registries/tool-source';
import type { WrittenManifest } from '../../tool/manifest';
import type { AppSources } from '../lint/place-findings';
import { note, problem, type Finding } from './finding';

/**
 * Compares the manifest of an app with what `generate` would write now. What the compiler recorded is compared whenever an app is
 * verified; this also sees what only the sources say: interfaces, unions and the items of lists.
 */
export async function lookAtManifest(
  app: App,
  sources: AppSources | undefined,
  cwd: string,
): Promise<Finding[]> {
  const manifest = app.options.manifest as WrittenManifest | undefined;
  if (!manifest) return [];
  // Without types it was written without the sources.
  const isTyped = Object.keys(manifest.types).length > 0;
  if (isTyped && !sources?.tsconfig)
    return [uncompared('its sources are not here, or no compiler is', undefined)];
  try {
    const { generate } = await import('../../generate/generate.js');
    const { staleFacts } = await import('../../generate/stale-facts.js');
    const { manifest: now, problems } = await generate({
      tools: await classesOf(app),
      sourceFiles: isTyped ? sources!.files.filter(isTypeScript) : [],
      tsconfig: sources?.tsconfig ?? '',
      root: cwd,
    });
    if (problems.length)
      return [uncompared(problems[0]!, 'Run toolwright generate, which says all that is in its way.')];
    const places = staleFacts(manifest, now);
    if (!places.length) return [];
    return [
      problem(
        'manifest',
        `is older than the sources, which say otherwise about ${places.join(', ')}`,
        'Run toolwright generate, then build again.',
      ),
    ];
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    return [
      uncompared(
        'ts-json-schema-generator is not installed',
        'Run npm install --save-dev ts-json-schema-generator.',
      ),
    ];
  }
}

function uncompared(why: string, cure: string | undefined): Finding {
  const text = `could not be compared with the types in the sources: ${why}`;
  return cure === undefined ? note('manifest', text) : note('manifest', text, cure);
}

async function classesOf({ options }: App): Promise<ToolClass[]> {
  const classes: ToolClass[] = [];
  for (const source of singleSources(options.tools ?? [])) {
    if (typeof source === 'function') classes.push(source);
    else if (typeof source === 'object' && 'load' in source && 'entry' in source)
      classes.push(await source.load(source.entry));
  }
  return classes;
}
