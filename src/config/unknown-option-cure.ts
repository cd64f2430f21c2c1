import { nearestNames } from '../base/names';

/** Says what to write in place of an option that is not known. */
export function unknownOptionCure(name: string, known: Iterable<string>): string {
  if (name === 'cwd')
    return 'only serve, worker and dev enter a directory; run this command in it: cd DIR && toolwright …';
  if (name === 'server' || name === 'url')
    return 'this command takes an app that is opened here; name it with --app FILE';
  const nearest = nearestNames(name, known).map((each) => `--${each}`);
  return nearest.length ? `did you mean ${nearest.join(' or ')}?` : 'see --help';
}
