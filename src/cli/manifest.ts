import type { Manifest } from '../lazy-tool';
import written from '../generated/manifest.json';

/** What the build-time generator wrote of the built-in tools. */
export const manifest = written as unknown as Manifest;
