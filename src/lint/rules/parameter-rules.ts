import { isObject } from '../../base/json-value';
import { eachNode, eachTool, type Rule } from '../rule';
import { describedIn, takesType, isArgument, type SchemaNode } from '../schema-nodes';
import { isDocumented, saidAbout } from '../documented';
import { contentWords, stem, wordsOfName, wordsOfText } from '../compared-words';

const STUDY = 'a study of 856 tools of public servers';
const NOTHING =
  /^(?:args?|params?|parameters?|var|val|foo|bar|baz|tmp|temp|obj|x|y|z|a|b|c|p|v|input|data|value|thing|stuff)\d*$/i;
const MOMENT =
  /(?:^|_)(?:date|datetime|timestamp|since|until|(?:created|updated|modified|published|start|end|due)_(?:at|on|date|time))$/;
const MOMENT_SAID =
  /iso|rfc|yyyy|\bdd\b|e\.g|format|unix|epoch|example|such as|like|seconds?|milliseconds?|\bms\b|\d{4}|utc|\bago\b|cursor|event|sha|commit|version|revision/i;
const SPAN = /(?:^|_)(?:timeout|delay|duration|interval|ttl|max_age|expires_in)$/;
const UNIT =
  /\b(?:ms|msecs?|millis(?:econds?)?|milliseconds?|s|secs?|seconds?|mins?|minutes?|hours?|hrs?|days?|weeks?|ticks?|frames?|iso|e\.g)\b|_(?:ms|s|sec|seconds|minutes|hours|days)$/i;

/** The rules about the arguments of tools. */
export const PARAMETER_RULES: readonly Rule[] = [
  {
    id: 'parameter-undescribed',
    severity: 'warning',
    about: 'an argument without a description',
    evidence: 'Of 527 public tools 43 % have an undescribed parameter; models then guess what to fill in.',
    source: STUDY,
    find: eachNode(function* (node, { description }) {
      if (!isArgument(node) || describedIn(node.schema) || isSaidElsewhere(node)) return;
      if (isDocumented(description, node.name!)) return;
      yield {
        message: 'has no description',
        cure: 'Say what it is, in which form, and what happens without it.',
      };
    }),
  },
  {
    id: 'parameter-description-repeats',
    severity: 'note',
    about: 'an argument whose description only repeats its name',
    evidence: 'Such a description costs tokens and answers none of the questions a model has about a value.',
    source: STUDY,
    find: eachNode(function* (node) {
      const text = describedIn(node.schema);
      if (!isArgument(node) || !text || node.schema['enum'] || takesType(node.schema, 'boolean')) return;
      const named = new Set([...wordsOfName(node.name!), ...EMPTY].map(stem));
      const said = contentWords(text).map(stem);
      if (/[^\u0000-\u024f]/.test(text) || !said.every((word) => named.has(word))) return;
      yield {
        message: `the description only repeats the name: “${text}”`,
        cure: 'Say its form, where to get it, or an example.',
      };
    }),
  },
  {
    id: 'parameter-vague',
    severity: 'warning',
    about: 'an argument whose name and description say nothing',
    evidence: 'Models fill arguments by name first; arg1 or data could be anything.',
    source: 'Anthropic, “Writing effective tools for agents”: user_id rather than user',
    find: eachNode(function* (node) {
      if (!isArgument(node) || node.depth !== 1 || !NOTHING.test(node.name!)) return;
      // A letter is a fine name for a coordinate or an operand.
      if (node.name!.length === 1 && (takesType(node.schema, 'number') || takesType(node.schema, 'integer')))
        return;
      const text = describedIn(node.schema);
      if (wordsOfText(text).length > 2 || /[^\u0000-\u024f]/.test(text)) return;
      yield {
        message: `the name ${node.name} says nothing`,
        cure: 'Name what it holds, such as order_id or query.',
      };
    }),
  },
  {
    id: 'parameter-collision',
    severity: 'warning',
    about: 'two arguments whose names differ only in case or separators',
    evidence: 'Models mix up spellings of one name, and fill the wrong one.',
    source: 'Toolwright’s own repairs: a wrong spelling is the most frequent unknown argument',
    find: eachTool(function* ({ nodes, subject }) {
      const seen = new Map<string, SchemaNode>();
      for (const node of nodes) {
        if (!isArgument(node)) continue;
        const place = node.path.slice(0, node.path.length - node.name!.length);
        const key = `${place}\n${wordsOfName(node.name!).join('')}`;
        const first = seen.get(key);
        if (!first) seen.set(key, node);
        else if (first.name !== node.name)
          yield {
            subject: { ...subject, field: node.path },
            message: `can’t be told from ${first.name} by its name`,
            cure: 'Keep one of them, or name the difference.',
          };
      }
    }),
  },
  {
    id: 'parameter-date-format',
    severity: 'warning',
    about: 'a date whose form isn’t said',
    evidence: 'Models write dates in a dozen ways unless the form is given.',
    source:
      'Anthropic, “Writing effective tools for agents”: describe formats; MCP tools get dates as strings',
    find: eachNode(function* (node) {
      const { schema, name, parent } = node;
      if (
        !isArgument(node) ||
        !takesType(schema, 'string') ||
        schema['format'] ||
        schema['enum'] ||
        schema['pattern']
      )
        return;
      // Nested, it may be the name of a column to sort or filter by.
      if (node.depth !== 1 || !MOMENT.test(wordsOfName(name!).join('_'))) return;
      if (MOMENT_SAID.test(describedIn(schema)) || MOMENT_SAID.test(describedIn(parent?.schema ?? {})))
        return;
      yield {
        message: 'doesn’t say in which form to give the date',
        cure: 'Add format: date-time, or “as YYYY-MM-DD” to the description.',
      };
    }),
  },
  {
    id: 'parameter-unit',
    severity: 'warning',
    about: 'a time span without its unit',
    evidence: 'A timeout of 30 may be half a minute or a blink; models take either.',
    source: 'Anthropic, “Writing effective tools for agents”: make units explicit',
    find: eachNode(function* (node, { description }) {
      const { schema, name } = node;
      if (!isArgument(node) || !(takesType(schema, 'number') || takesType(schema, 'integer'))) return;
      if (!SPAN.test(wordsOfName(name!).join('_')) || UNIT.test(describedIn(schema))) return;
      if (UNIT.test(saidAbout(description, name!))) return;
      yield {
        message: 'doesn’t say in which unit',
        cure: 'Write the unit in the description or the name: timeout_seconds.',
      };
    }),
  },
  {
    id: 'required-default',
    severity: 'note',
    about: 'a required argument with a default',
    evidence: 'A default is never used if the argument must be given; models spend tokens on repeating it.',
    source: 'JSON Schema 2020-12, default; known from schemas generated in output mode',
    find: eachNode(function* ({ schema, path }) {
      const { required, properties } = schema;
      if (!Array.isArray(required) || !isObject(properties)) return;
      for (const name of required as unknown[]) {
        const inner =
          typeof name === 'string' && Object.hasOwn(properties, name) ? properties[name] : undefined;
        if (!isObject(inner) || inner['default'] === undefined || inner['const'] !== undefined) continue;
        yield {
          message: `${path ? `${path}.` : ''}${String(name)} is required although it has a default`,
          cure: 'Take it out of `required`, or drop the default.',
        };
      }
    }),
  },
];

// A description of an argument this long explains its members too.
const LONG = 12;
const EMPTY = ['the', 'a', 'an', 'value', 'parameter', 'argument', 'field', 'given', 'specified'];

// The alternatives of a union, and the members of an item, may be described where the whole is.
function isSaidElsewhere(node: SchemaNode): boolean {
  const { schema } = node;
  if (schema['const'] !== undefined) return true;
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches) && branches.some((branch) => isObject(branch) && describedIn(branch)))
    return true;
  const items = schema['items'];
  if (isObject(items) && describedIn(items)) return true;
  // `{x, y}` of a described point: one word each, explained by the whole. Further up, an example may name the member.
  if (node.parent !== undefined && node.parent.depth > 0 && describedIn(node.parent.schema)) return true;
  for (let at = node.parent; at && at.depth > 0; at = at.parent)
    if (
      wordsOfText(describedIn(at.schema)).length >= LONG ||
      new RegExp(`\\b${escaped(node.name!)}\\b`).test(describedIn(at.schema))
    )
      return true;
  return false;
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
