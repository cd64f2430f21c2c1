import type { PackName } from '../../config';
import type { Pack } from '../pack';

/** All packs by name, imported only when turned on. */
export const PACK_LOADERS: Readonly<Record<PackName, () => Promise<Pack>>> = {
  utility: () => import('./utility.js').then((module) => module.utilityPack),
  files: () => import('./files.js').then((module) => module.filesPack),
  system: () => import('./system.js').then((module) => module.systemPack),
  guide: () => import('./guide.js').then((module) => module.guidePack),
  web: () => import('./web.js').then((module) => module.webPack),
  code: () => import('./code.js').then((module) => module.codePack),
  ai: () => import('./ai.js').then((module) => module.aiPack),
  operations: () => import('./operations.js').then((module) => module.operationsPack),
};
