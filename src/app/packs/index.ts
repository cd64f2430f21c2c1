import type { PackName } from '../../config';
import type { ImpliedPack, Pack } from '../pack';

/** All packs by name, imported only when turned on. */
export const PACK_LOADERS: Readonly<Record<PackName | ImpliedPack, () => Promise<Pack>>> = {
  utility: () => import('./utility-pack.js').then((module) => module.utilityPack),
  files: () => import('./files-pack.js').then((module) => module.filesPack),
  system: () => import('./system-pack.js').then((module) => module.systemPack),
  guide: () => import('./guide-pack.js').then((module) => module.guidePack),
  web: () => import('./web-pack.js').then((module) => module.webPack),
  code: () => import('./code-pack.js').then((module) => module.codePack),
  ai: () => import('./ai-pack.js').then((module) => module.aiPack),
  answers: () => import('./answers-pack.js').then((module) => module.answersPack),
  operations: () => import('./operations-pack.js').then((module) => module.operationsPack),
};
