import type { App } from '../../app/app';
import { AppUsageError } from '../command';

const NEED_PACKAGE: Readonly<Record<string, string>> = {
  web: 'web_fetch can’t turn pages into markdown',
  files: 'search_files takes no regular expressions',
};

/**
 * Returns what the built-in tools of an app can't do in one file, because they read files of the package; refuses an app
 * whose tools couldn't work at all.
 */
export function lostInOneFile({ options }: App): string[] {
  const { packs = [], config } = options;
  if (packs.includes('code') || (config?.expose ?? 'all') !== 'all')
    throw new AppUsageError(
      "the pack 'code' reads files of the package, so it can't be in one file; publish the app to npm, or pack it for docker",
    );
  return packs.flatMap((pack) => (Object.hasOwn(NEED_PACKAGE, pack) ? [NEED_PACKAGE[pack]!] : []));
}
