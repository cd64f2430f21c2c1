import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barriersOf, InspectedPage, launch, scrollsSideways } from '../support/inspected-page';
import { needs } from '../support/needs';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const ROOT = join(__dirname, '..', '..');
const APP = join(ROOT, 'test', 'fixtures', 'inspect', 'app.cjs');
const ENDING = join(ROOT, 'test', 'fixtures', 'inspect', 'ending.cjs');

needs('chromium').describe('the page in Chromium', () => {
  let opened: InspectedPage;
  beforeAll(async () => {
    opened = await InspectedPage.open(['--app', APP], { acceptDownloads: true });
  });
  afterAll(async () => {
    await opened.close();
  });

  // Playwright's own waiting evaluates text inside the page, which its policy forbids.
  const eventually = async (expression: string, value: unknown): Promise<void> => {
    while ((await opened.page.evaluate(expression)) !== value) await opened.page.waitForTimeout(20);
  };
  const CALLS = "document.querySelectorAll('.history li').length";
  const answer = () => opened.page.getByRole('region', { name: 'Answer' });
  const asText = async (): Promise<unknown> => {
    await answer().getByRole('button', { name: 'Text', exact: true }).click();
    return JSON.parse((await answer().locator('.result pre').first().textContent())!);
  };

  test('every kind of form is filled in, and sent as the schema wants it', async () => {
    const { page } = opened;
    await opened.show('tool/plan_trip', 'plan_trip');
    await page.getByLabel('city', { exact: true }).fill('Lisbon');
    await page.getByLabel('nights', { exact: true }).fill('5');
    await page.getByLabel('budget', { exact: true }).fill('1200.5');
    await page.getByLabel('season', { exact: true }).selectOption('winter');
    await page.getByLabel('by_train', { exact: true }).uncheck();
    await page.getByLabel('pets', { exact: true }).selectOption('false');
    const file = join(temporaryDirectory('tw-notes'), 'notes.txt');
    writeFileSync(file, 'two lines\nof notes');
    await page.getByLabel('File to load').first().setInputFiles(file);
    await page.getByText('notes.txt, 18 bytes').waitFor();
    await page.getByLabel('hotel', { exact: true }).check();
    await page.getByLabel('name', { exact: true }).fill('Alfama');
    await page.getByLabel('stars', { exact: true }).fill('4');
    for (const [index, place] of ['Madrid', 'Porto', 'Nowhere'].entries()) {
      await page.getByRole('button', { name: 'Add to stops' }).click();
      await page.getByLabel(`stops ${index + 1}`, { exact: true }).fill(place);
    }
    await page.getByRole('button', { name: 'Remove stops 3' }).click();
    await page.getByLabel('companion is null').check();
    await page.getByLabel('limit', { exact: true }).fill('7');
    await page.getByLabel('extras', { exact: true }).fill('{"tips": 2}');
    await opened.run();
    expect(await asText()).toEqual({
      city: 'Lisbon',
      nights: 5,
      budget: 1200.5,
      season: 'winter',
      by_train: false,
      pets: false,
      notes: 'two lines\nof notes',
      hotel: { name: 'Alfama', stars: 4 },
      stops: ['Madrid', 'Porto'],
      companion: null,
      limit: 7,
      extras: { tips: 2 },
    });
    // The same arguments as JSON, and back.
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    const shown = JSON.parse(await page.getByLabel('Arguments as JSON').inputValue());
    expect(shown).toMatchObject({ stops: ['Madrid', 'Porto'], companion: null });
    await page.getByLabel('Arguments as JSON').fill('{"city": "Rome", "unknown": [1]}');
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    expect(await page.getByLabel('city', { exact: true }).inputValue()).toBe('Rome');
    expect(await page.getByLabel('nights', { exact: true }).inputValue()).toBe('');
    await opened.run();
    expect(await asText()).toMatchObject({ city: 'Rome', unknown: [1] });
  });

  test('what can’t be a value is refused at its control, and nothing is sent', async () => {
    const { page } = opened;
    await opened.show('tool/plan_all', 'plan_all');
    await opened.show('tool/plan_trip', 'plan_trip');
    const before = await page.locator('.history li').count();
    const control = page.getByLabel('limit', { exact: true });
    await control.fill('{oops');
    await page.getByRole('button', { name: 'Run plan_trip' }).click();
    await page.getByText(/This is not JSON/).waitFor();
    expect(await control.getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate('document.activeElement.id')).toBe(await control.getAttribute('id'));
    expect(await page.locator('.history li').count()).toBe(before);
  });

  test('wrong arguments are answered by the tool’s own validation, and shown at the field they concern', async () => {
    const { page } = opened;
    const control = page.getByLabel('to', { exact: true });
    const problem = page.locator('form .field .problem:visible');
    await opened.show('tool/count_slowly', 'count_slowly');
    await control.fill('0');
    await opened.run('Answered with an error');
    await answer().getByText('The arguments are wrong').waitFor();
    // The message of the error is seen first, not the rows in it.
    await answer().getByRole('button', { name: 'Tree', pressed: true }).waitFor();
    await answer()
      .getByText(/Invalid arguments for count_slowly/)
      .waitFor();
    await problem.waitFor();
    expect(await problem.textContent()).toMatch(/^Must be at least 1.*\.$/);
    expect(await control.getAttribute('aria-invalid')).toBe('true');
    expect(await control.getAttribute('aria-describedby')).toContain(await problem.getAttribute('id'));
    await eventually('document.activeElement.type', 'number');
    expect(await opened.barriers()).toEqual([]);
    // Whoever types on is not told any more.
    await control.fill('1');
    expect([await control.getAttribute('aria-invalid'), await problem.count()]).toEqual([null, 0]);
    await page.getByRole('button', { name: 'Ask the policy' }).click();
    await answer().getByText('No rule of the policy concerns this call').waitFor();
    await control.fill('0');
    await page.getByRole('button', { name: 'Ask the policy' }).click();
    await problem.waitFor();
  });

  test('a required choice, number or JSON that is left empty is left out, and the tool says so', async () => {
    const { page } = opened;
    await opened.show('tool/paint_wall', 'paint_wall');
    await opened.run('Answered with an error');
    await answer()
      .getByText(/Invalid arguments for paint_wall/)
      .waitFor();
    const marked = page.locator('form [aria-invalid="true"]');
    expect(await marked.count()).toBe(4);
    for (const name of ['colour', 'layers', 'mix', 'explicit_action'])
      expect(await page.getByLabel(name, { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('colour', { exact: true }).selectOption('red');
    await page.getByLabel('layers', { exact: true }).fill('2');
    await page.getByLabel('mix', { exact: true }).fill('1');
    await page.getByLabel('explicit_action', { exact: true }).selectOption('PAINT_WALL');
    await opened.run();
    expect(await asText()).toEqual({ colour: 'red', layers: 2, mix: 1, explicit_action: 'PAINT_WALL' });
  });

  test('problems are shown in nested objects, in lists and in JSON; the first one gets the focus', async () => {
    const { page } = opened;
    const shown = () => page.locator('main .problem:visible').allTextContents();
    await opened.show('tool/book_table', 'book_table');
    await opened.show('tool/plan_trip', 'plan_trip');
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    await page
      .getByLabel('Arguments as JSON')
      .fill('{"city": "", "nights": 99, "hotel": {"name": "A", "stars": 1.5}, "stops": ["Oslo", ""]}');
    await opened.run('Answered with an error');
    await page.locator('main .problem', { hasText: 'Nights must be' }).waitFor();
    expect(await page.getByLabel('Arguments as JSON').getAttribute('aria-invalid')).toBe('true');
    // A call that is chosen from the history shows them again, now in the form.
    await opened.show('tool/book_table', 'book_table');
    await page
      .getByRole('link', { name: /failed plan_trip .*99/ })
      .first()
      .click();
    await page.getByLabel('nights', { exact: true }).waitFor();
    expect((await shown()).map((text) => text.split(' ').slice(0, 3).join(' '))).toEqual([
      expect.stringMatching(/^Must/),
      expect.stringMatching(/^Must/),
      expect.stringMatching(/^Must/),
      expect.stringMatching(/^Must/),
    ]);
    for (const label of ['city', 'nights', 'stars', 'stops 2'])
      expect([label, await page.getByLabel(label, { exact: true }).getAttribute('aria-invalid')]).toEqual([
        label,
        'true',
      ]);
    expect(await page.getByLabel('stops 1', { exact: true }).getAttribute('aria-invalid')).toBeNull();
    await page.getByLabel('nights', { exact: true }).focus();
    await page.keyboard.press('Control+Enter');
    await eventually('document.activeElement === document.querySelector("form [aria-invalid=true]")', true);
    expect(await opened.barriers()).toEqual([]);
  });

  test('a long call shows its progress, and is cancelled', async () => {
    const { page } = opened;
    await opened.show('tool/count_slowly', 'count_slowly');
    await page.getByLabel('to', { exact: true }).fill('5000');
    await page.getByRole('button', { name: 'Run count_slowly' }).click();
    await page.getByText(/^\s*at [2-9]/).waitFor();
    expect(await page.getByRole('progressbar').getAttribute('max')).toBe('5000');
    await page.getByRole('button', { name: 'Cancel the call' }).click();
    await page.locator('.state.cancelled').waitFor();
    await page.getByText(/^count_slowly: cancelled after/).waitFor({ state: 'attached' });
    expect(await page.getByRole('button', { name: 'Cancel the call' }).count()).toBe(0);
  });

  test('a question is answered in a form, declined, and left unanswered', async () => {
    const { page } = opened;
    await opened.show('tool/book_table', 'book_table');
    await page.getByRole('button', { name: 'Run book_table' }).click();
    const dialog = page.getByRole('dialog', { name: 'book_table asks you' });
    await dialog.getByText('A table for whom? <img src=x').waitFor();
    expect(await opened.barriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Send the answer' }).click();
    await dialog.getByText('Is needed for an answer.').waitFor();
    await dialog.getByLabel('room', { exact: true }).selectOption('garden');
    await dialog.getByLabel('name', { exact: true }).fill('Ada');
    expect(await dialog.getByLabel('seats', { exact: true }).inputValue()).toBe('2');
    await dialog.getByRole('button', { name: 'Send the answer' }).click();
    await page.locator('.state.done').waitFor();
    expect(await asText()).toEqual({
      answer: { action: 'accept', content: { name: 'Ada', room: 'garden', seats: 2 } },
    });
    await page.getByText('asked the user').waitFor();
    for (const [leave, action] of [
      [() => dialog.getByRole('button', { name: 'Decline' }).click(), 'decline'],
      [() => page.keyboard.press('Escape'), 'cancel'],
    ] as const) {
      await page.getByRole('button', { name: 'Replay' }).click();
      await dialog.waitFor();
      await leave();
      await page.locator('.state.done').waitFor();
      expect(await asText()).toEqual({ answer: { action } });
    }
  });

  test('consent is asked for, and the page says by which setting', async () => {
    const { page } = opened;
    await opened.show('tool/cancel_trip', 'cancel_trip');
    await page.getByLabel('city', { exact: true }).fill('Rome');
    await page.getByRole('button', { name: 'Run cancel_trip' }).click();
    const dialog = page.getByRole('dialog', { name: 'cancel_trip asks you' });
    await dialog.getByText('Do you allow this?').waitFor();
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await page.locator('.state.failed').waitFor();
    await answer().getByText('consent: ask').waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    await dialog.getByRole('button', { name: 'Allow' }).click();
    await page.locator('.state.done').waitFor();
    expect(await asText()).toEqual({ cancelled: 'Rome' });
  });

  test('an Enter or a click that was meant for the form answers no question', async () => {
    const { page } = opened;
    for (const [tool, button] of [
      ['cancel_trip', 'Allow'],
      ['book_table', 'Send the answer'],
    ] as const) {
      await opened.show(`tool/${tool}`, tool);
      await page.evaluate(
        `window.armed = undefined; new MutationObserver((_, observer) => {
          const yes = document.querySelector('dialog button.main');
          if (yes) (window.armed = !yes.disabled), observer.disconnect();
        }).observe(document.body, { childList: true })`,
      );
      await page.locator('form input').first().fill('1');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: `${tool} asks you` });
      await dialog.waitFor();
      expect(await page.evaluate('[document.activeElement.tagName, window.armed]')).toEqual([
        'DIALOG',
        false,
      ]);
      for (const key of ['Enter', 'Control+Enter', ' ']) await page.keyboard.press(key);
      // Later, too.
      await dialog.getByRole('button', { name: button }).click({ trial: true });
      for (const key of ['Enter', 'Control+Enter', ' ']) await page.keyboard.press(key);
      expect(await dialog.isVisible()).toBe(true);
      expect(await dialog.locator('.problem:visible').count()).toBe(0);
      expect(await opened.barriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Decline' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
  });

  test('a question shows what it is about as it is', async () => {
    const { page } = opened;
    await opened.show('tool/cancel_trip', 'cancel_trip');
    await page.getByLabel('city', { exact: true }).fill('all <b>x</b> [a](b) \\u003c');
    await page.getByRole('button', { name: 'Run cancel_trip' }).click();
    const dialog = page.getByRole('dialog', { name: 'cancel_trip asks you' });
    await dialog.getByText('city: "all <b>x</b> [a](b) \\\\u003c"').waitFor();
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await page.locator('.state.failed').waitFor();
  });

  test('the policy’s word comes with its rule, without a call', async () => {
    const { page } = opened;
    await opened.show('tool/read_notes', 'read_notes');
    await page.getByLabel('path', { exact: true }).fill('/etc/passwd');
    await page.getByRole('button', { name: 'Ask the policy' }).click();
    await answer().getByText('The policy refuses this call.').waitFor();
    expect(await answer().locator('.verdict code').first().textContent()).not.toBe('');
    await page.getByLabel('path', { exact: true }).fill('notes.md');
    await page.getByRole('button', { name: 'Ask the policy' }).click();
    await answer().getByText('The policy allows this call.').waitFor();
  });

  test('rows are a table, objects a tree, and images and sounds are shown', async () => {
    const { page } = opened;
    await opened.show('tool/list_hotels', 'list_hotels');
    await opened.run();
    await answer().getByRole('columnheader', { name: 'stars' }).waitFor();
    expect(await answer().getByRole('row').count()).toBe(4);
    await answer().getByRole('button', { name: 'Tree' }).click();
    await answer().getByText('"Hotel 1"').waitFor();
    await opened.show('tool/show_media', 'show_media');
    await opened.run();
    await eventually('document.querySelector(".media img")?.naturalWidth', 1);
    await eventually('document.querySelector("audio")?.duration > 0', true);
    await answer().getByRole('link', { name: /^<img/ }).click();
    await page.getByRole('heading', { level: 1, name: 'trip://notes', exact: true }).waitFor();
  });

  test('a timeline shows the calls that a tool made, and a plot how long calls took', async () => {
    const { page } = opened;
    await opened.show('tool/plan_all', 'plan_all');
    await opened.run();
    const names = await answer().locator('.timeline .name').allTextContents();
    expect(names).toEqual(['plan_all', 'plan_trip', 'plan_trip', 'list_hotels']);
    expect(await answer().locator('.timeline li').nth(1).getAttribute('class')).toBe('depth-1');
    await page.getByRole('tab', { name: 'Latency' }).click();
    await page.getByRole('img', { name: /calls of plan_all: median .* slowest / }).waitFor();
    expect(await page.locator('.plot circle').count()).toBe(1);
    await page.getByRole('tab', { name: 'History' }).click();
  });

  test('a call of the history is shown with its arguments, replayed, and saved as a test', async () => {
    const { page } = opened;
    await opened.show('tool/list_hotels', 'list_hotels');
    await page.getByLabel('many', { exact: true }).fill('2');
    await opened.run();
    const first = await page.locator('.history li').count();
    await opened.show('tool/fail_badly', 'fail_badly');
    await page
      .getByRole('link', { name: /done list_hotels .*"many":2/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'list_hotels' }).waitFor();
    expect(await page.getByLabel('many', { exact: true }).inputValue()).toBe('2');
    await page.getByRole('button', { name: 'Replay' }).click();
    await eventually(CALLS, first + 1);
    await page.locator('.state.done').waitFor();
    await page.getByRole('button', { name: 'Save as test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as test' });
    await dialog.getByLabel('Test runner').selectOption('node');
    await eventually('document.querySelector("dialog textarea").value.includes("node:test")', true);
    const download = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Save the file' }).click();
    const saved = readFileSync(await (await download).path(), 'utf8');
    expect((await download).suggestedFilename()).toMatch(/^list-hotels-call-\d+\.test\.cjs$/);
    expect(saved).toMatch(/client\.call\("list_hotels", \{"many":2\}\)/);
    expect(saved).toMatch(/const loaded = require\("\.\.\/.*app\.cjs"\)/);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  test('a secret is hidden in the history, left out of the form, and sent again by a replay', async () => {
    const { page } = opened;
    await opened.show('tool/unlock', 'unlock');
    await page.getByLabel('door', { exact: true }).fill('front');
    await page.getByLabel('code', { exact: true }).fill('hunter2hunter2');
    await opened.run();
    const calls = await page.locator('.history li').count();
    await opened.show('tool/fail_badly', 'fail_badly');
    await page
      .getByRole('link', { name: /done unlock .*"code":"•••"/ })
      .first()
      .click();
    await page.getByText('Secrets of this call are not shown.').waitFor();
    expect(await page.getByLabel('door', { exact: true }).inputValue()).toBe('front');
    expect(await page.getByLabel('code', { exact: true }).inputValue()).toBe('');
    expect(await page.content()).not.toContain('hunter2');
    await page.getByRole('button', { name: 'Replay' }).click();
    await eventually(CALLS, calls + 1);
    await answer().getByText('front has a code of 14 characters').waitFor();
  });

  test('prompts are rendered, and resources read', async () => {
    const { page } = opened;
    expect(await page.locator('.facts').textContent()).toMatch(/ · 1 prompt · 2 resources, with 2 items/);
    await opened.show('prompt/advice', 'advice');
    await page.getByLabel('city', { exact: true }).fill('Oslo');
    await page.getByLabel('city', { exact: true }).press('Control+Enter');
    await answer().getByText('Give advice about Oslo. <img').waitFor();
    await opened.show('resource/trip%3A%2F%2Fnotes%2F%7Bcity%7D', 'trip://notes/{city}');
    await page.getByLabel('Address').fill('trip://notes/Riga');
    await page.getByRole('button', { name: 'Read it' }).click();
    await answer().getByText('"Riga"').waitFor();
    await page.getByLabel('Address').fill('trip://nowhere/x');
    await page.getByRole('button', { name: 'Read it' }).click();
    await answer().locator('pre.problem', { hasText: 'trip://nowhere/x' }).waitFor();
  });

  test('after a reload the history is there, and another browser is refused', async () => {
    const { page, origin } = opened;
    const before = await page.locator('.history li').count();
    expect(before).toBeGreaterThan(5);
    await page.reload();
    await eventually(CALLS, before);
    const browser = opened.context.browser()!;
    const stranger = await browser.newContext();
    const response = await (await stranger.newPage()).goto(`${origin}/`);
    expect(response!.status()).toBe(403);
    await stranger.close();
  });

  test('after a reload there is the call, its form and its answer, and what was typed and not run', async () => {
    const { page } = opened;
    const value = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
    await opened.show('tool/list_hotels', 'list_hotels');
    await page.getByLabel('many', { exact: true }).fill('2');
    await opened.run();
    const called = await page.evaluate<string>('location.hash');
    expect(called).toMatch(/^#call\/\d+$/);
    const again = async (title: string): Promise<void> => {
      await page.reload();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    };
    await again('list_hotels');
    expect([await page.evaluate('location.hash'), await value('many')]).toEqual([called, '2']);
    await answer().getByRole('columnheader', { name: 'stars' }).waitFor();
    // The tool that the page opens with is filled with its last call, too.
    await opened.show('tool/list_hotels', 'list_hotels');
    await again('list_hotels');
    expect(await value('many')).toBe('2');
    await page.getByLabel('many', { exact: true }).fill('1');
    await opened.show('tool/plan_trip', 'plan_trip');
    await page.getByLabel('city', { exact: true }).fill('Lisbon');
    await page.getByLabel('hotel', { exact: true }).check();
    await page.getByLabel('name', { exact: true }).fill('Alfama');
    await page.getByLabel('limit', { exact: true }).fill('{oops');
    const stops = await page.locator('.items li').count();
    await page.getByRole('button', { name: 'Add to stops' }).click();
    await page.getByLabel(`stops ${stops + 1}`, { exact: true }).fill('Porto');
    await again('plan_trip');
    expect(await Promise.all(['city', 'name', `stops ${stops + 1}`].map(value))).toEqual([
      'Lisbon',
      'Alfama',
      'Porto',
    ]);
    expect(await page.locator('form .problem:visible').count()).toBe(0);
    // Another tool in between changes nothing; a call of the history that is chosen does.
    await opened.show('tool/list_hotels', 'list_hotels');
    expect(await value('many')).toBe('1');
    await page.locator(`.history a[href="${called}"]`).click();
    await eventually('document.querySelector("form input").value', '2');
    await opened.show('tool/plan_trip', 'plan_trip');
    expect(await value('city')).toBe('Lisbon');
    await opened.show('tool/unlock', 'unlock');
    await page.getByLabel('door', { exact: true }).fill('back');
    await page.getByLabel('code', { exact: true }).fill('hunter3hunter3');
    await again('unlock');
    expect([await value('door'), await value('code')]).toEqual(['back', '']);
    await page.getByText('Secrets are not kept here: type them again.').waitFor();
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    await page.getByLabel('Arguments as JSON').fill('{"door": "side", "code": "hunter3hunter3"}');
    await again('unlock');
    expect(await value('door')).toBe('side');
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('hunter3');
    // What was run is no draft any more.
    await page.getByLabel('code', { exact: true }).fill('1234');
    await opened.run();
    await page.getByLabel('door', { exact: true }).waitFor();
    await again('unlock');
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('unlock');
  });

  test('what a server says is only ever text: no script runs, nothing is blocked, nothing leaves the machine', async () => {
    const { page } = opened;
    for (const name of ['misbehave', 'fail_badly', 'list_hotels', 'show_media']) {
      await opened.show(`tool/${name}`, name);
      await opened.run(name === 'fail_badly' ? 'Answered with an error' : 'Answered');
      for (const way of await answer()
        .getByRole('group', { name: 'Show the answer as' })
        .getByRole('button')
        .all())
        await way.click();
      for (const box of await page.locator('main summary, #said summary').all()) await box.click();
      await answer().getByText('<script>window.hacked=1</script>').first().waitFor({ state: 'attached' });
    }
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.getByRole('log').getByText('It broke. <img').first().waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('body script, iframe, [onerror], img[src="x"]').count()).toBe(0);
    expect(await opened.violations()).toEqual([]);
    expect(opened.foreign).toEqual([]);
    expect(opened.errors.filter((text) => !/403|502/.test(text))).toEqual([]);
  });

  test('the written catalogue is a page without script, readable everywhere, and loads nothing', async () => {
    const file = join(temporaryDirectory('tw-catalogue'), 'tools.html');
    execFileSync(process.execPath, [COMMAND, 'docs', '--app', APP, '--out', file]);
    const page = await opened.context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1360, 375]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`file://${file}`);
        expect([colorScheme, width, await scrollsSideways(page)]).toEqual([colorScheme, width, false]);
        expect(await barriersOf(page)).toEqual([]);
      }
    }
    await page.getByRole('link', { name: 'misbehave' }).click();
    await page.getByText('<script>window.hacked=1</script>').first().waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('script, img, iframe').count()).toBe(0);
    expect([...new Set(asked)]).toEqual([`file://${file}`]);
    await page.close();
  });

  test('the keyboard alone suffices', async () => {
    const { page } = opened;
    await page.goto(`${opened.origin}/#tool/plan_trip`);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const focused = () =>
      page.evaluate<string>(
        'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
      );
    await page.evaluate('document.activeElement.blur(); document.body.tabIndex = -1; document.body.focus()');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the chosen tool');
    for (let n = 0; n < 3 && (await focused()) !== 'Filter the list'; n++) await page.keyboard.press('Tab');
    expect(await focused()).toBe('Filter the list');
    await page.keyboard.type('hotel');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'list_hotels' }).waitFor();
    expect(await focused()).toBe('list_hotels');
    for (let n = 0; n < 12; n++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate('document.activeElement.matches("input[type=number]")')) break;
    }
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1');
    await page.keyboard.press('Control+Enter');
    await page.locator('.state.done').waitFor();
    expect(await answer().getByRole('row').count()).toBe(2);
  });

  test('light, dark and on a phone: readable, without scrolling sideways, and without barriers', async () => {
    const { page } = opened;
    const grounds = new Set<string>();
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1360, 375]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        for (const [route, title] of [
          ['tool/plan_trip', 'plan_trip'],
          ['tool/misbehave', 'misbehave'],
          ['tool/plan_all', 'plan_all'],
          ['tool/list_hotels', 'list_hotels'],
          ['prompt/advice', 'advice'],
        ] as const) {
          await opened.show(route, title);
          expect([route, width, await scrollsSideways(page)]).toEqual([route, width, false]);
        }
        await opened.show('tool/list_hotels', 'list_hotels');
        expect(await opened.barriers()).toEqual([]);
        for (const tab of ['Latency', 'Log', 'History']) {
          await page.getByRole('tab', { name: tab }).click();
          expect([tab, await scrollsSideways(page)]).toEqual([tab, false]);
        }
        grounds.add(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'));
      }
    }
    expect(grounds.size).toBe(2);
  });
});

needs('chromium').describe('the page of another server in Chromium', () => {
  let opened: InspectedPage;
  beforeAll(async () => {
    opened = await InspectedPage.open(['--server', `"${process.execPath}" "${ENDING}"`]);
  });
  afterAll(async () => {
    await opened.close();
  });

  test('a question without fields is allowed or declined', async () => {
    const { page } = opened;
    await opened.show('tool/forget_all', 'forget_all');
    await page.getByLabel('what', { exact: true }).fill('names');
    await page.getByRole('button', { name: 'Run forget_all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow' }).click();
    await page.getByText('forgot names').waitFor();
  });

  test('what is required is marked, and a list that is no longer empty takes its problem back', async () => {
    const { page } = opened;
    await opened.show('tool/draw_line', 'draw_line');
    expect(await page.locator('form .required').count()).toBe(3);
    await opened.run('Answered with an error');
    await page.locator('form fieldset > .problem:visible').first().waitFor();
    await page.getByRole('button', { name: 'Add to list' }).click();
    expect(await page.locator('form fieldset > .problem:visible').count()).toBe(0);
    await page.getByLabel('list 1', { exact: true }).fill('a');
    await opened.run();
    // Rows beside other members are shown with them first.
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByRole('button', { name: 'Tree', pressed: true }).waitFor();
    await answer.getByRole('button', { name: 'Table' }).click();
    await answer.getByText('1 row of points').waitFor();
  });

  test('the list shows what is chosen, says when nothing matches, and keeps numbers on a line', async () => {
    const { page } = opened;
    await opened.show('tool/many_119', 'many_119');
    const isSeen = `(() => {
      const { top, bottom } = document.querySelector('.lists [aria-current]').getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    })()`;
    while (!(await page.evaluate<boolean>(isSeen))) await page.waitForTimeout(20);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'many_119' }).waitFor();
    while (!(await page.evaluate<boolean>(isSeen))) await page.waitForTimeout(20);
    await page.getByLabel('Filter the list').fill('nowhere');
    await page.getByText('Nothing here has “nowhere” in it.').waitFor();
    await page.getByLabel('Filter the list').fill('a_tool');
    const lines = `(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.lists a small'));
      return range.getClientRects().length;
    })()`;
    expect(await page.evaluate(lines)).toBe(1);
    await page.getByLabel('Filter the list').fill('');
  });

  test('the written catalogue of long names fits a phone', async () => {
    const file = join(temporaryDirectory('tw-long'), 'tools.html');
    execFileSync(process.execPath, [COMMAND, 'docs', '--app', ENDING, '--out', file]);
    const page = await opened.context.newPage();
    await page.setViewportSize({ width: 400, height: 800 });
    await page.goto(`file://${file}`);
    await page.locator('figcaption', { hasText: 'Calls a_tool' }).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    await page.close();
  });

  const pidOf = async (): Promise<number> => {
    await opened.show('tool/greet', 'greet');
    await opened.page.getByLabel('name', { exact: true }).fill('Ada');
    await opened.run();
    const said = await opened.page.locator('.result pre').first().textContent();
    return Number(/process (\d+)/.exec(said!)![1]);
  };

  test('a server that has ended is told of, after a reload too, and started again', async () => {
    const { page } = opened;
    const banner = page.getByRole('alert').filter({ hasText: 'The server has ended' });
    const first = await pidOf();
    process.kill(first, 'SIGKILL');
    await banner.getByText('The server has ended (signal SIGKILL).').waitFor();
    expect(await opened.barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Run greet' }).click();
    await page.getByText(/^The server has ended \(signal SIGKILL\)\. Start it again at the top/).waitFor();
    await page.reload();
    await banner.waitFor();
    await page.getByRole('heading', { level: 1, name: 'greet' }).waitFor();
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.getByRole('log').getByText('The server ended (signal SIGKILL).').waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await banner.getByRole('button', { name: 'Start it again' }).click();
    await page.locator('#lost').waitFor({ state: 'hidden' });
    expect(await pidOf()).not.toBe(first);
    await opened.show('tool/exit_now', 'exit_now');
    await page.getByLabel('code', { exact: true }).fill('7');
    await page.getByRole('button', { name: 'Run exit_now' }).click();
    await page.getByText('the server ended before it answered').first().waitFor();
    await banner.getByText('The server has ended (exit code 7).').waitFor();
    await banner.getByRole('button', { name: 'Start it again' }).click();
    await page.locator('#lost').waitFor({ state: 'hidden' });
    await pidOf();
    expect(opened.errors).toEqual([]);
  });
});

// Starts the command in a directory, and returns the address that it prints.
const inspectIn = async (cwd: string, ...args: string[]): Promise<{ url: URL; end: () => Promise<void> }> => {
  const child = spawn(process.execPath, [COMMAND, 'inspect', ...args], {
    cwd,
    env: { ...process.env, HOME: cwd },
  });
  const end = async (): Promise<void> => {
    child.kill('SIGINT');
    await new Promise((resolve) => child.once('exit', resolve));
  };
  let printed = '';
  const url = await new Promise<URL>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`it ended: ${printed}`)));
    child.stderr.on('data', (part: Buffer) => (printed += part.toString()));
    child.stdout.on('data', (part: Buffer) => {
      const [found] = /http:\/\/\S+token=\S+/.exec((printed += part.toString())) ?? [];
      if (found !== undefined) resolve(new URL(found));
    });
  });
  return { url, end };
};

needs('chromium').test(
  'a page whose inspect has ended says so, also if another one took its port',
  async () => {
    const cwd = temporaryDirectory('tw-gone');
    const browser = await launch();
    const first = await inspectIn(cwd, '--app', ENDING);
    const page = await browser.newPage();
    await page.goto(first.url.href);
    await page.getByLabel('name', { exact: true }).fill('Ada');
    await first.end();
    await page.getByRole('alert').getByText('has ended or can’t be reached').waitFor();
    await page.getByLabel('name', { exact: true }).press('Control+Enter');
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText('has ended or can’t be reached').waitFor();
    const second = await inspectIn(cwd, '--app', ENDING, '--port', first.url.port);
    await page.getByRole('alert').getByText('its address is printed in its terminal').first().waitFor();
    await page.getByLabel('name', { exact: true }).press('Control+Enter');
    await answer.getByText('its address is printed in its terminal').waitFor();
    await page.reload();
    await page.getByText('is printed in its terminal').waitFor();
    await browser.close();
    await second.end();
  },
);

test.each([
  ['jest', 'esm'],
  ['jest', 'cjs'],
  ['vitest', 'esm'],
  ['vitest', 'cjs'],
])(
  'in a new app with %s and %s modules, a call saved as a test fits the project’s own tests',
  async (runner, module) => {
    const parent = temporaryDirectory('tw-saved');
    const project = join(parent, 'notes');
    const run = (command: string, args: string[], cwd = project) =>
      spawnSync(command, args, {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, HOME: parent, TMPDIR: parent },
      });
    run(process.execPath, [COMMAND, 'new', 'app', 'notes', '--module', module, '--test', runner], parent);
    mkdirSync(join(project, 'node_modules'));
    for (const name of ['typescript', 'jest', '@jest', '@types', '.bin'])
      symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
    symlinkSync(ROOT, join(project, 'node_modules', 'toolwright'));
    // Without vitest, which is none of our dependencies, its types are missed, and the rest is written.
    run('node_modules/.bin/tsc', []);

    const { url, end } = await inspectIn(project, '--app', 'dist/src/app.js');
    const [cookie = ''] = (await fetch(url)).headers.getSetCookie();
    const headers = { cookie: cookie.split(';')[0]!, origin: url.origin, 'content-type': 'application/json' };
    const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${url.origin}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return (await answer.json()) as Record<string, unknown>;
    };
    const catalogue = await (await fetch(`${url.origin}/catalogue`, { headers })).json();
    expect(catalogue).toMatchObject({ testRunner: runner });
    const { id } = await post('/call', { tool: 'add_note', args: { name: 'milk', text: 'Buy milk' } });
    let saved: Record<string, unknown> = {};
    while (saved['file'] === undefined) saved = await post('/save', { ids: [id], runner });
    await end();
    expect(saved['file']).toBe('add-note-call-1.test.ts');
    const text = saved['text'] as string;
    expect(text).toContain('import app from "../src/app.js";');
    expect(/^import .* from 'vitest';/m.test(text)).toBe(runner === 'vitest' && module === 'esm');
    if (runner === 'vitest') return;
    writeFileSync(join(project, 'test', 'add-note-call-1.test.ts'), text);
    const { status, stdout, stderr } = run('npm', ['test']);
    expect({ status, stdout, stderr }).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('2 passed, 2 total') as string,
    });
  },
  120_000,
);
