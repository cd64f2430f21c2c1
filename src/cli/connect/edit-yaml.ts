import { parseDocument, type Document } from 'yaml';

/** Reads a YAML file. */
export function readYaml(text: string): unknown {
  return documentOf(text).toJS() ?? {};
}

/** Returns the YAML text with one value set or removed; comments stay. */
export function editYaml(text: string, path: readonly (string | number)[], value: unknown): string {
  const document = documentOf(text);
  if (value === undefined) document.deleteIn(path);
  else document.setIn(path, document.createNode(value));
  return document.toString({ lineWidth: 0 });
}

function documentOf(text: string): Document {
  const document = parseDocument(text);
  const [first] = document.errors;
  if (first) throw new SyntaxError(first.message.split('\n', 1)[0]);
  return document;
}
