import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { COMMAND } from './server-process';
import { temporaryDirectory } from './temporary-directory';

/** The program of Debian's package; `needs('chromium')` looks for the same. */
export const CHROMIUM = '/usr/bin/chromium';

const AXE = readFileSync(join(__dirname, '..', '..', 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');

/** `toolwright inspect` as a child process, and a browser that opened its address. */
export class InspectedPage {
  /** Addresses that the browser asked for outside the page's own origin. */
  readonly foreign: string[] = [];
  readonly errors: string[] = [];

  private constructor(
    private readonly child: ChildProcess,
    private readonly browser: Browser,
    readonly origin: string,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    this.watch(page);
  }

  static async open(args: readonly string[], options: BrowserContextOptions = {}): Promise<InspectedPage> {
    const cwd = temporaryDirectory('tw-inspected');
    const child = spawn(process.execPath, [COMMAND, 'inspect', ...args], {
      cwd,
      env: { ...process.env, HOME: cwd },
    });
    const url = await new Promise<URL>((resolve, reject) => {
      let printed = '';
      child.on('close', () => reject(new Error(`toolwright inspect ended: ${printed}`)));
      child.stderr.on('data', (part: Buffer) => (printed += part.toString()));
      child.stdout.on('data', (part: Buffer) => {
        const [found] = /http:\/\/\S+token=\S+/.exec(part.toString()) ?? [];
        if (found !== undefined) resolve(new URL(found));
      });
    });
    const browser = await launch();
    const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
    const opened = new InspectedPage(child, browser, url.origin, context, await context.newPage());
    await opened.page.goto(url.href);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    return opened;
  }

  /** Shows a part of the page by what follows the hash in its address. */
  async show(route: string, title: string): Promise<void> {
    await this.page.goto(`${this.origin}/#${route}`);
    await this.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  }

  /** Runs the tool that is shown, and waits for how it ended. */
  async run(ending: 'Answered' | 'Answered with an error' | 'Cancelled' = 'Answered'): Promise<void> {
    await this.page.getByRole('button', { name: /^Run / }).click();
    await this.page.locator('.state', { hasText: new RegExp(`^${ending} in`) }).waitFor();
  }

  /** Returns what was blocked by the page's Content Security Policy so far. */
  violations(): Promise<string[]> {
    return this.page.evaluate('window.violations ?? []');
  }

  /** Returns serious faults that a screen reader or a keyboard user would meet. */
  async barriers(): Promise<string[]> {
    return barriersOf(this.page);
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.child.kill('SIGINT');
    await new Promise((resolve) => this.child.once('close', resolve));
  }

  private watch(page: Page): void {
    void page.addInitScript(
      "addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => (window.violations ??= []).push(`${violatedDirective} ${blockedURI}`))",
    );
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${this.origin}/`) && !url.startsWith(`blob:${this.origin}/`))
        this.foreign.push(url);
    });
    page.on('pageerror', ({ message }) => this.errors.push(message));
    page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
  }
}

/** Starts a browser without a window. */
export function launch(): Promise<Browser> {
  // Chromium's own sandbox needs namespaces that a container may lack; what it opens is ours.
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/** Returns the serious faults that axe finds in a page. */
export async function barriersOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Returns whether a page is wider than its window. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}
