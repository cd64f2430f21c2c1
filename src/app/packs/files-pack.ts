import type { Pack } from '../pack';
import { bindPolicy, startPolicy } from '../wiring/bind-policy';

/** Reading, writing, listing and searching files under the policy. */
export const filesPack: Pack = {
  name: 'files',
  tools: {
    read_file: () => import('../../tools/read-file.js').then((module) => module.ReadFile),
    write_file: () => import('../../tools/write-file.js').then((module) => module.WriteFile),
    list_directory: () => import('../../tools/list-directory.js').then((module) => module.ListDirectory),
    search_files: () => import('../../tools/search-files.js').then((module) => module.SearchFiles),
  },
  start: startPolicy,
  bind: bindPolicy,
};
