import type { Manifest } from '../tool/manifest';
import written from '../generated/manifest.json';

/** What the build-time generator wrote of the built-in tools. */
export const manifest = written as unknown as Manifest;
