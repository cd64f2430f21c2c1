import { nearestNames } from '../base/names';
import { shippedModel, type ConfigModel } from './config-model';
import type { ConfigRequest } from './config-request';

// Read elsewhere than in a configuration.
const OTHERS = ['TOOLWRIGHT_CONFIG', 'TOOLWRIGHT_UPDATE'];

/**
 * Says of each environment variable that looks like a misspelt setting what was probably meant; a variable that is near to
 * none may be anybody's. Those of the shipped server count as known for every app: one environment may serve both.
 */
export function misspeltVariables(env: ConfigRequest['env'], model: ConfigModel): string[] {
  const names = Object.keys(env);
  return model.variablePrefixes.flatMap((prefix) => {
    const own = names.filter((name) => name.startsWith(prefix));
    if (!own.length) return [];
    const variables = [model, shippedModel].flatMap(({ settings }) =>
      settings.flatMap((each) => each.variables),
    );
    const known = new Set([...variables, ...OTHERS].filter((name) => name.startsWith(prefix)));
    return own
      .filter((name) => !known.has(name))
      .flatMap((name) => {
        const ends = [...known].map((each) => each.slice(prefix.length));
        const [nearest] = nearestNames(name.slice(prefix.length), ends, 1);
        if (nearest === undefined) return [];
        return [
          `The environment variable ${name} is no setting and is ignored; did you mean ${prefix}${nearest}?`,
        ];
      });
  });
}
