/** The output format of a value. */
export type OutputFormat = 'json' | 'json_h' | 'yml' | 'yml_h' | 'raw';

// Beyond this, writing YAML takes seconds and would block everything else.
const MOST_FOR_YAML = 500_000;

/** Formats a value given as JSON text; strings stay as they are, and an unknown format means compact JSON. */
export async function formatValue(json: string, format: string | undefined): Promise<string> {
  const value: unknown = JSON.parse(json);
  if (typeof value === 'string') return value;
  if (format === 'json_h') return JSON.stringify(value, null, 2);
  if ((format !== 'yml' && format !== 'yml_h') || json.length > MOST_FOR_YAML) return json;
  const { stringify } = await import('yaml');
  const style = format === 'yml' ? { collectionStyle: 'flow' as const, flowCollectionPadding: false } : {};
  return stringify(value, { lineWidth: 0, ...style }).trimEnd();
}
