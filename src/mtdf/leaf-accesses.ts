import { basename } from 'node:path';
import type { DeclaredAccess } from '../base/access';
import { opensInside, programEffect } from '../policy/program-effect';
import { isVersionControl } from '../policy/tree-rewriters';
import type { Option } from './definition';
import type { Leaf } from './leaves';
import { commandWords, META_ARGUMENTS } from './leaf-argv';
import { isText, pathFormat, soundsLikePath } from './path-argument-names';

/** Returns what the policy judges in calls of a leaf: the working directory, and every argument that is or may be a path. */
export function leafAccesses(leaf: Leaf): readonly DeclaredAccess[] {
  const [file = '', ...words] = commandWords(leaf);
  const program = basename(file);
  const where: DeclaredAccess = {
    field: 'working_directory',
    kind: 'cwd',
    always: true,
    ...(isVersionControl(program) && { program: [program, ...words] }),
  };
  const effect = programEffect(program);
  const known = { ...(effect && { effect }), ...(opensInside(program) && { opensInside: true as const }) };
  if (leaf.freeform) return [where, { field: 'args', kind: 'words', ...known }];
  const named = [...leaf.options, ...leaf.positionals].flatMap((option): DeclaredAccess[] => {
    if (!holdsText(option) || META_ARGUMENTS.includes(option.name)) return [];
    const kind = pathFormat(option) ?? unmarked(option);
    if (!kind) return [];
    return [{ field: option.name, keys: [option.name], kind, ...known }];
  });
  return [where, ...named];
}

// The content of a value file is no path, nor is what the definition calls text.
function unmarked(option: Option): 'path' | 'value' | undefined {
  if (option.file_arg || isText(option)) return undefined;
  return soundsLikePath(option) ? 'path' : 'value';
}

function holdsText({ type, items }: Option): boolean {
  return type === 'string' || (type === 'array' && items?.type !== 'integer' && items?.type !== 'boolean');
}
