/** How a value is written. */
export type OutputFormat = 'json' | 'json_h' | 'yml' | 'yml_h' | 'raw';

// Beyond this YAML takes seconds to write, and everything else would wait.
const MOST_FOR_YAML = 500_000;

/** Writes a value given as JSON text; strings stay as they are, and an unknown format means compact JSON. */
export async function formatValue(json: string, format: string | undefined): Promise<string> {
  const value: unknown = JSON.parse(json);
  if (typeof value === 'string') return value;
  if (format === 'json_h') return JSON.stringify(value, null, 2);
  if ((format !== 'yml' && format !== 'yml_h') || json.length > MOST_FOR_YAML) return json;
  const { stringify } = await import('yaml');
  const style = format === 'yml' ? { collectionStyle: 'flow' as const, flowCollectionPadding: false } : {};
  return stringify(value, { lineWidth: 0, ...style }).trimEnd();
}
