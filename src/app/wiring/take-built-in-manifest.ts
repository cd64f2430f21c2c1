import type { WrittenManifest } from '../../tool/manifest';
import written from '../../generated/manifest.json';

/** The output of the build-time generator for the built-in tools. */
export const manifest = written as WrittenManifest;
