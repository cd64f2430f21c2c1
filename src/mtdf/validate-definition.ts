import { RESERVED_NAMES } from './definition-fields';
import type { Definition } from './definition';
import { STANDARD_GUIDANCE, type Guidance } from './definition-guidance';
import { JsonSyntaxError, parseJsonTree, type JsonNode, type Place } from './definition-tree';
import { leavesOf } from './leaves';
import { normaliseDefinition } from './normalise-definition';
import { hasErrors, type DefinitionProblem } from './definition-problem';
import { checkSemantics } from './definition-semantics';
import { checkRecord } from './definition-shape';

/** The result of validation: the definition if there are no errors, and all problems. */
export interface Validated {
  definition?: Definition;
  problems: DefinitionProblem[];
}

/** Options of validation. */
export interface ValidateDefinitionOptions {
  guidance?: Guidance;
  /** Treat warnings as errors. */
  strict?: boolean;
  /** Built-in tools by name, with their packs; they take precedence over a definition's tool of the same name. */
  builtIns?: ReadonlyMap<string, string>;
}

type Add = (
  path: string,
  at: Place,
  rest: Omit<DefinitionProblem, 'file' | 'path' | 'line' | 'column'>,
) => void;

/** Validates a definition file: syntax, shape, consistency and security; reports all problems together. */
export function validateDefinition(
  text: string,
  file: string,
  options: ValidateDefinitionOptions = {},
): Validated {
  const problems: DefinitionProblem[] = [];
  const add: Add = (path, at, rest) => {
    const severity = options.strict ? 'error' : rest.severity;
    problems.push({ file, path, line: at.line, column: at.column, ...rest, severity });
  };
  let root: JsonNode;
  try {
    root = parseJsonTree(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { message, at, suggestion } = error;
    add('root', at, { kind: 'Syntax', severity: 'error', message, ...(suggestion && { suggestion }) });
    return { problems };
  }
  checkRecord(root, 'tool', '', (path, at, kind, message, suggestion, severity = 'error') =>
    add(path, at, { kind, severity, message, ...(suggestion && { suggestion }) }),
  );
  if (root.kind !== 'object') return { problems };
  const definition = normaliseDefinition(root);
  checkSemantics(
    definition,
    options.guidance ?? STANDARD_GUIDANCE,
    (path, kind, message, suggestion, severity = 'error') =>
      add(path, placeOf(root, path), { kind, severity, message, ...(suggestion && { suggestion }) }),
  );
  if (options.builtIns) checkNames(definition, options.builtIns, root, add);
  if (!definition.enabled) checkEnabledBelow(root, '', add);
  problems.sort((a, b) => a.line - b.line || a.column - b.column);
  return hasErrors(problems) ? { problems } : { definition, problems };
}

// Reserved names have already been reported as errors.
function checkNames(
  definition: Definition,
  builtIns: ReadonlyMap<string, string>,
  root: JsonNode,
  add: Add,
): void {
  if (definition.name === undefined || RESERVED_NAMES.includes(definition.name)) return;
  for (const { toolName, place, path: names } of leavesOf(definition)) {
    const pack = builtIns.get(toolName);
    if (pack === undefined) continue;
    const path = names ? `${place}.name` : 'name';
    add(path, placeOf(root, path), {
      kind: 'LogicalInconsistency',
      severity: 'warning',
      message: `"${toolName}" is the name of a built-in tool: this one is skipped if the pack "${pack}" is served`,
      suggestion: 'choose another name',
    });
  }
}

// An explicit `enabled: true` under a disabled tool is contradictory.
function checkEnabledBelow(node: JsonNode, path: string, add: Add): void {
  const list =
    node.kind === 'object' ? node.entries.find((entry) => entry.key === 'subcommand')?.node : undefined;
  if (list?.kind !== 'array') return;
  list.items.forEach((item, index) => {
    const at = `${path}subcommand[${index}]`;
    const enabled =
      item.kind === 'object' ? item.entries.find((entry) => entry.key === 'enabled')?.node : undefined;
    if (enabled?.kind === 'boolean' && enabled.value) {
      const message = 'it is enabled, but the tool is not';
      const suggestion = 'enable the tool, or remove "enabled" here';
      add(`${at}.enabled`, enabled.at, {
        kind: 'LogicalInconsistency',
        severity: 'error',
        message,
        suggestion,
      });
    }
    checkEnabledBelow(item, `${at}.`, add);
  });
}

/** Returns the position of a path's value, or of its nearest existing parent. */
export function placeOf(root: JsonNode, path: string): Place {
  let node = root;
  for (const step of path.match(/[^.[\]]+/g) ?? []) {
    const next: JsonNode | undefined =
      node.kind === 'object'
        ? node.entries.find((entry) => entry.key === step)?.node
        : node.kind === 'array'
          ? node.items[Number(step)]
          : undefined;
    if (!next) break;
    node = next;
  }
  return node.at;
}
