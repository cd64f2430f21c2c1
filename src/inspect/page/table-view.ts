import { h, plural } from './dom';

/** Rows that can be shown as a table, and where in the value they are. */
export interface Tabular {
  readonly at: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const MOST_ROWS = 500;
const MOST_COLUMNS = 20;

/** Finds a list of objects in a value: the value itself, or one of its members or of theirs. */
export function findRows(value: unknown, at = '', depth = 0): Tabular | undefined {
  if (Array.isArray(value)) {
    const isTable =
      value.length > 0 &&
      value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));
    return isTable ? { at, rows: value as Record<string, unknown>[] } : undefined;
  }
  if (typeof value !== 'object' || value === null || depth > 1) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const found = findRows(member, at ? `${at}.${key}` : key, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** Returns whether rows are all that a value has. */
export function isWhole(value: unknown, { at }: Tabular): boolean {
  return at === '' || (!at.includes('.') && Object.keys(Object(value) as object).length === 1);
}

/** Shows rows as a table. */
export function tableView({ at, rows }: Tabular): HTMLElement {
  const columns = [...new Set(rows.slice(0, MOST_ROWS).flatMap((row) => Object.keys(row)))].slice(
    0,
    MOST_COLUMNS,
  );
  const shown = rows.slice(0, MOST_ROWS);
  const words = `${plural(rows.length, 'row')}${at ? ` of ${at}` : ''}${rows.length > shown.length ? `, the first ${shown.length} shown` : ''}`;
  return h(
    'div',
    { class: 'wide', role: 'region', 'aria-label': words, tabindex: '0' },
    h(
      'table',
      {},
      h('caption', {}, words),
      h('thead', {}, h('tr', {}, ...columns.map((column) => h('th', { scope: 'col' }, column)))),
      h(
        'tbody',
        {},
        ...shown.map((row) => h('tr', {}, ...columns.map((column) => h('td', {}, cell(row[column]))))),
      ),
    ),
  );
}

function cell(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
