import { defineTool } from '../../../src/tool/define-tool';
import manifest from '../../../src/generated/manifest.json';
import { LazyTool } from '../../../src/tool/lazy-tool';
import type { ManifestTool } from '../../../src/tool/manifest';
import { searchTools } from '../../../src/discovery/tool-search';

const tool = (
  name: string,
  description: string,
  properties: Record<string, string> = {},
  category = 'x',
): ReturnType<typeof defineTool> =>
  defineTool({
    name,
    description,
    category,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, text]) => [key, { type: 'string', description: text }]),
      ),
    },
    run: () => undefined,
  });

const TOOLS = [
  tool('read_file', 'Read a file.', { path: 'The file to read', encoding: 'Its encoding' }, 'files'),
  tool('write_file', 'Write a file.', { path: 'The file to write', content: 'What to write' }, 'files'),
  tool(
    'list_directory',
    'List what a directory holds.',
    { path: 'The directory', pattern: 'Only names like this' },
    'files',
  ),
  tool(
    'search_files',
    'Search files by name or content.',
    { path: 'Where', pattern: 'Names', content: 'Text to find' },
    'files',
  ),
  tool(
    'execute_command',
    'Execute a command.',
    { command: 'The command line', working_dir: 'Where to run it' },
    'system',
  ),
  tool('system_info', 'Tell about the system.', {}, 'system'),
  tool('brave_web_search', 'Search the web with Brave.', { query: 'What to search for' }, 'web'),
  tool('web_fetch', 'Fetch a web page as readable text.', { url: 'The address' }, 'web'),
  tool('git_status', 'Show the working tree status.', {}, 'git'),
  tool('git_commit', 'Record changes to the repository.', { message: 'The commit message' }, 'git'),
  tool('set_project_flag', 'Set a flag of the project.', { name: 'The flag', value: 'Its value' }, 'guide'),
  tool(
    'category_update',
    'Update a category: add or remove patterns of the category.',
    { name: 'Which category', add_patterns: 'Patterns to add to the category' },
    'guide',
  ),
  tool('category_add', 'Add a category.', { name: 'Its name' }, 'guide'),
  tool('delete_document', 'Delete a document.', { name: 'Which document' }, 'guide'),
];

test.each([
  ['read a file', 'read_file'],
  ['reading files', 'read_file'],
  ['web_fetch', 'web_fetch'],
  ['fetch url', 'web_fetch'],
  ['download a page from an address', 'web_fetch'],
  ['search the web', 'brave_web_search'],
  ['commit my changes', 'git_commit'],
  ['run a shell command', 'execute_command'],
  ['what is in this directory', 'list_directory'],
  ['find text in files', 'search_files'],
  ['remove documents deleted', 'delete_document'],
  ['status of the repository', 'git_status'],
  ['add a category', 'category_add'],
  ['flags', 'set_project_flag'],
  ['writeFile', 'write_file'],
  ['sys', 'system_info'],
])('%j finds %s first', (question, expected) => {
  expect(searchTools(question, TOOLS)[0]?.tool.name).toBe(expected);
});

test('nothing fits nothing', () => {
  expect(searchTools('zebra quantum', TOOLS)).toEqual([]);
  expect(searchTools('', TOOLS)).toEqual([]);
  expect(searchTools('read', [])).toEqual([]);
});

const BUILT_IN = (manifest.tools as unknown as ManifestTool[]).map(
  (entry) =>
    new LazyTool({ entry, load: () => Promise.reject(new Error('not needed')) }, { instanceOf: () => ({}) }),
);

test.each(BUILT_IN.map((each) => [each.describe().summary.split('\n', 1)[0]!, each.name]))(
  '%j finds the built-in %s among the first three',
  (question, name) => {
    expect(
      searchTools(question, BUILT_IN)
        .slice(0, 3)
        .map((found) => found.tool.name),
    ).toContain(name);
  },
);

test.each([
  ['read a file', 'read_file'],
  ['save text to disk', 'write_file'],
  ['search the web', 'brave_web_search'],
  ['download a page', 'web_fetch'],
  ['run a shell command', 'execute_command'],
  ['which operating system is this', 'system_info'],
  ['add a category', 'category_add'],
  ['turn on a feature flag', 'set_feature_flag'],
  ['switch to another project', 'set_project'],
  ['wait for a background operation', 'await'],
  ['stop a running operation', 'cancel'],
  ['delete a document', 'delete_document'],
])('%j finds the built-in %s among the first three', (question, name) => {
  expect(
    searchTools(question, BUILT_IN)
      .slice(0, 3)
      .map((found) => found.tool.name),
  ).toContain(name);
});
