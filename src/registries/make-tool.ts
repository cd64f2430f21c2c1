import { toolFromClass } from '../tool/annotated-tool';
import { LazyTool, type LazyToolOptions } from '../tool/lazy-tool';
import type { Manifest } from '../tool/manifest';
import type { ToolShape } from '../tool/tool';
import type { Instances } from './class-instances';
import { refuseForeign } from './refuse-non-tool';
import type { RegistryOptions } from './registry-options';
import { singleSources, type SingleSource, type ToolSource } from './tool-source';

/** Makes a tool from whatever a registry accepts as one. */
export type MakeTool = (source: SingleSource) => ToolShape;

/** Returns what makes the tools of a registry; `onStale` hears of a class that says otherwise than its manifest. */
export function toolMaker(
  instances: Instances,
  { manifest, output = 'envelope' }: Pick<RegistryOptions, 'manifest' | 'output'>,
  onStale: NonNullable<LazyToolOptions['onStale']>,
): MakeTool {
  const types = (manifest as Manifest | undefined)?.types ?? {};
  const facts = Object.keys(types).length ? types : undefined;
  const making: LazyToolOptions = {
    instanceOf: (cls) => instances.get(cls),
    output,
    ...(facts && { facts }),
    onStale,
  };
  return (source) => {
    refuseForeign(source);
    if (typeof source === 'function') return toolFromClass(source, making);
    if (source instanceof LazyTool || !('load' in source)) return source;
    return new LazyTool(source, making);
  };
}

/** What is in the place of a tool that could not be made. */
export class Unmade {
  constructor(readonly error: unknown) {}
}

/**
 * Returns the tools that some sources are made into, in their order. They are made before the first is added: V8 would optimise a loop of ours,
 * or one function that makes and adds a tool, with all that is called in it, which takes longer than to add a few thousand.
 */
export function madeTools(source: ToolSource, make: MakeTool): (ToolShape | Unmade)[] {
  return singleSources(source).map((one) => {
    try {
      return make(one);
    } catch (error) {
      return new Unmade(error);
    }
  });
}
