import { AuthorError } from './errors';
import './base/symbol-metadata';

/** What a standard decorator is told about its member, as far as it is used here. */
export interface MemberContext {
  readonly kind: string;
  readonly name: string | symbol;
  readonly static: boolean;
  readonly metadata?: object | undefined;
}

/** The member that a decorator stands on, in either kind of decorators. */
export interface DecoratedMember {
  readonly key: string;
  /** What takes the notes: the class, or the object that becomes its `Symbol.metadata`. */
  readonly owner: object;
  /** What the member is, if it is no field of an instance. */
  readonly misplaced: 'static' | 'a getter or setter' | undefined;
}

/** Reads the parameters of a property decorator: TypeScript's own (prototype, key, accessor) or the standard ones (value, context). */
export function decoratedMember(
  decorator: string,
  target: object | undefined,
  member: string | MemberContext,
  accessor?: object | string,
): DecoratedMember {
  if (typeof member === 'object') return standardMember(decorator, member);
  if (typeof target === 'function') return { key: member, owner: target, misplaced: 'static' };
  const isField = typeof accessor !== 'object' || !('get' in accessor || 'set' in accessor);
  return { key: member, owner: target!.constructor, misplaced: isField ? undefined : 'a getter or setter' };
}

function standardMember(decorator: string, context: MemberContext): DecoratedMember {
  const { kind, metadata } = context;
  const key = String(context.name);
  if (!metadata) {
    throw new AuthorError(
      `${decorator} of ${key}`,
      'was compiled to an older draft of standard decorators, which knows no metadata.',
      'With swc set `jsc.transform.decoratorVersion` to "2023-11", or use `experimentalDecorators`.',
    );
  }
  const misplaced = context.static ? 'static' : kind === 'field' ? undefined : 'a getter or setter';
  return { key, owner: metadata, misplaced };
}
