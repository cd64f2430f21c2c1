// Takes the pictures of `toolwright inspect` in docs/images with Debian's Chromium; pngquant makes them small.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const images = join(root, 'docs', 'images');
mkdirSync(images, { recursive: true });

const PICTURES = [
  { file: 'inspect.png', width: 1280, height: 860, colorScheme: 'light' },
  { file: 'inspect-dark.png', width: 1280, height: 860, colorScheme: 'dark' },
  { file: 'inspect-phone.png', width: 390, height: 780, colorScheme: 'light' },
];

const command = join(root, 'dist', 'bin', 'toolwright.js');
// The answers name the directory: a neutral one.
const project = join(tmpdir(), 'my-project');
cpSync(join(root, 'examples'), project, { recursive: true });
const child = spawn(process.execPath, [command, 'inspect', '--root', '.'], { cwd: project });
const url = await new Promise((resolve) => {
  child.stdout.on('data', (part) => resolve(/http:\/\/\S+/.exec(part.toString())?.[0]));
});
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });

async function call(tool, values) {
  await page.goto(`${new URL(url).origin}/#tool/${tool}`);
  await page.getByRole('heading', { level: 1, name: tool, exact: true }).waitFor();
  for (const [name, value] of Object.entries(values))
    await page.getByLabel(name, { exact: true }).fill(value);
  await page.getByRole('button', { name: `Run ${tool}` }).click();
  await page.locator('.state', { hasText: / in \d/ }).waitFor();
}

await page.goto(url);
await call('system_info', {});
await call('read_file', { path: '/etc/passwd' });
await call('run', {
  command: 'const { matches } = await tools.search_files({ pattern: "*.md" });\nreturn matches',
});
await call('list_directory', { path: '.' });
await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
for (const { file, width, height, colorScheme } of PICTURES) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  const path = join(images, file);
  await page.screenshot({ path });
  spawnSync('pngquant', ['--force', '--nofs', '--output', path, '24', path], { stdio: 'inherit' });
}
await browser.close();
child.kill('SIGINT');
rmSync(project, { recursive: true });
