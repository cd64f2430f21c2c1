import type { PackName } from '../../config';
import type { ImpliedPack, Pack } from '../pack';

/** All packs by name, imported only when turned on. */
export const PACK_LOADERS: Readonly<Record<PackName | ImpliedPack, () => Promise<Pack>>> = {
  utility: () => import('./utility.js').then((module) => module.utilityPack),
  files: () => import('./files.js').then((module) => module.filesPack),
  system: () => import('./system.js').then((module) => module.systemPack),
  guide: () => import('./guide.js').then((module) => module.guidePack),
  web: () => import('./web.js').then((module) => module.webPack),
  code: () => import('./code.js').then((module) => module.codePack),
  ai: () => import('./ai.js').then((module) => module.aiPack),
  answers: () => import('./answers.js').then((module) => module.answersPack),
  operations: () => import('./operations.js').then((module) => module.operationsPack),
};
