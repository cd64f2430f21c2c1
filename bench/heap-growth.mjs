// Which objects there are more of in a later heap snapshot of a process than in an earlier one, by their constructors.
import { readFileSync } from 'node:fs';

/** Prints the constructors whose objects became more between two points of a process. */
export function showGrowth(file, pid, { from, to }) {
  const [early, late] = [from, to].map((number) => counted(`${file}.${pid}.${number}.heapsnapshot`));
  const grown = [...late]
    .map(([name, now]) => ({
      name,
      count: now.count - (early.get(name)?.count ?? 0),
      bytes: now.bytes - (early.get(name)?.bytes ?? 0),
    }))
    .filter(({ count, bytes }) => count > 5 || bytes > 5_000)
    .sort((a, b) => b.bytes - a.bytes);
  for (const { name, count, bytes } of grown.slice(0, 40))
    console.log(`  ${count} more ${name}, ${bytes} bytes`);
}

function counted(path) {
  const { snapshot, nodes, strings } = JSON.parse(readFileSync(path, 'utf8'));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const at = (name) => fields.indexOf(name);
  const kinds = types[at('type')];
  const counts = new Map();
  for (let node = 0; node < nodes.length; node += fields.length) {
    const kind = kinds[nodes[node + at('type')]];
    const name =
      kind === 'object' || kind === 'closure' || kind === 'native'
        ? `${kind} ${strings[nodes[node + at('name')]].slice(0, 80)}`
        : kind;
    const sum = counts.get(name) ?? { count: 0, bytes: 0 };
    sum.count++;
    sum.bytes += nodes[node + at('self_size')];
    counts.set(name, sum);
  }
  return counts;
}
