import type { DeclaredAccess } from '../access';
import type { Option } from './definition';
import type { Leaf } from './leaves';
import { pathFormat, soundsLikePath } from './path-names';

/** Returns what the policy judges in calls of a leaf: the working directory, and every argument that is or looks like a path. */
export function leafAccesses(leaf: Leaf): readonly DeclaredAccess[] {
  const where: DeclaredAccess = {
    field: 'working_directory',
    kind: 'cwd',
    always: true,
  };
  if (leaf.freeform) return [where, { field: 'args', kind: 'words' }];
  const named = [...leaf.options, ...leaf.positionals].flatMap((option): DeclaredAccess[] => {
    const kind = pathFormat(option) ?? (!option.file_arg && soundsLikePath(option) ? 'path' : undefined);
    if (!kind || !holdsText(option) || option.name === 'working_directory') return [];
    return [{ field: option.name, keys: [option.name], kind }];
  });
  return [where, ...named];
}

function holdsText({ type, items }: Option): boolean {
  return type === 'string' || (type === 'array' && items?.type !== 'integer' && items?.type !== 'boolean');
}
