import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openLoaded, type OpenApp } from '../../src/app/open-loaded-app';
import { operationsOf } from '../../src/app/wiring/make-operations';
import { loadConfig } from '../../src/config';
import { defineApp, Tool } from '../../src/index';
import { silentLogger } from '../../src/logger';
import { explain } from '../../src/inspect/explain-call';
import { recordingLogger } from '../support/records';
import { temporaryDirectory } from '../support/temporary-directory';

@Tool({ description: 'Wipes the disk.', enabledBy: 'danger', annotations: { destructiveHint: true } })
class WipeDisk {
  run() {
    return 'wiped';
  }
}

@Tool({ description: 'Wipes the other disk.', enabledBy: 'danger' })
class WipeOther {
  run() {
    return 'wiped';
  }
}

@Tool({ description: 'Is off unless somebody wants it.', enabled: false })
class Rare {
  run() {
    return 'rare';
  }
}

const app = defineApp({
  name: 'ops',
  version: '1.0.0',
  packs: ['guide', 'operations'],
  tools: [WipeDisk, WipeOther, Rare],
});
const OURS = ['wipe_disk', 'wipe_other', 'rare', 'say_hello', 'say_bye', 'absent_go'];

type Switches = readonly (readonly [name: string, on: boolean])[];

/** What an operator, an agent and an author of definitions have written. */
interface State {
  readonly switches: Switches;
  readonly danger: boolean;
  readonly greeting: string;
}

const FIRST: State = { switches: [], danger: false, greeting: 'Says hello.' };

class Place {
  readonly cwd = temporaryDirectory('tw-switches');
  private readonly opened: OpenApp[] = [];

  constructor(state: State) {
    mkdirSync(join(this.cwd, 'defs'));
    this.write(state);
    const absent = definition('absent', 'no-such-program-here', [['go', 'Goes.']]);
    writeFileSync(join(this.cwd, 'defs/absent.json'), absent);
  }

  write({ switches, greeting }: State, more = ''): void {
    const leaves: [string, string][] = [
      ['hello', greeting],
      ['bye', 'Says bye.'],
    ];
    writeFileSync(join(this.cwd, 'defs/say.json'), definition('say', 'echo', leaves));
    const lines = switches.map(([name, on]) => `\n  ${name}: { enabled: ${on} }`);
    const tools = `tools:${lines.join('') || ' {}'}\n`;
    writeFileSync(join(this.cwd, 'ops.yaml'), `definitions: { dirs: [defs], watch: true }\n${more}${tools}`);
  }

  async open(log = silentLogger): Promise<OpenApp> {
    const { cwd } = this;
    const env = { HOME: cwd, PATH: process.env['PATH'] };
    const loaded = await loadConfig({ cwd, env, options: { config: 'ops.yaml' }, model: app.configModel });
    const open = await openLoaded(app, { loaded, cwd, env, log });
    this.opened.push(open);
    return open;
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((open) => open.close()));
  }
}

function definition(name: string, command: string, leaves: readonly (readonly [string, string])[]): string {
  const subcommand = leaves.map(([leaf, description]) => ({ name: leaf, description }));
  return JSON.stringify({ name, description: `Is ${name}.`, command, synchronous: true, subcommand });
}

const enabled = ({ registry }: OpenApp): string[] => OURS.filter((name) => registry.isEnabled(name));

async function until(condition: () => boolean): Promise<void> {
  for (let wait = 0; wait < 500; wait++) {
    if (condition()) return;
    await delay(20);
  }
  throw new Error('it never came to be');
}

async function setDanger(open: OpenApp, value: boolean): Promise<void> {
  const outcome = await open.registry.call(
    'set_feature_flag',
    { feature_name: 'danger', value },
    { door: 'client' },
  );
  expect(outcome.isError).toBe(false);
}

let place: Place;
const at = (state: Partial<State> = {}): Place => (place = new Place({ ...FIRST, ...state }));
afterEach(() => place.close());

test('what the operator has switched off stays off, whatever an agent does with its flag', async () => {
  const open = await at({ switches: [['wipe_disk', false]] }).open();
  await setDanger(open, true);
  await until(() => open.registry.isEnabled('wipe_other'));
  expect(open.registry.isEnabled('wipe_disk')).toBe(false);
  expect(open.registry.disabledReason('wipe_disk')).toMatch(/disabled in the configuration \(.*ops\.yaml:3/);
  await expect(open.registry.call('wipe_disk', {}, { door: 'client' })).rejects.toThrow(/disabled/);
});

test('and whatever the app itself does', async () => {
  const { registry } = await at({ switches: [['rare', false]] }).open();
  registry.enable('rare');
  expect(registry.isEnabled('rare')).toBe(false);
  expect(registry.list({ enabledOnly: true }).map(({ name }) => name)).not.toContain('rare');
});

test('a definition that is edited does not bring back what the operator has switched off', async () => {
  const off: Switches = [['say', false]];
  const open = await at({ switches: off }).open();
  place.write({ ...FIRST, switches: off, greeting: 'Says hello again.' });
  await until(() => open.registry.get('say_hello')!.describe().summary.startsWith('Says hello again.'));
  expect(enabled(open)).toEqual([]);
});

test('a tool that a definition brings later is ruled as the others', async () => {
  const open = await at({ switches: [['say', false]] }).open();
  const more = definition('say', 'echo', [['loud', 'Says it loud.']]);
  writeFileSync(join(place.cwd, 'defs/say.json'), more);
  await until(() => open.registry.get('say_loud') !== undefined);
  expect(open.registry.isEnabled('say_loud')).toBe(false);
});

// Each with what a server says that is started with it.
const STEPS: readonly (readonly [string, Partial<State>])[] = [
  ['the definition is off', { switches: [['say', false]] }],
  [
    'one of its tools is off, too',
    {
      switches: [
        ['say', false],
        ['say_hello', false],
      ],
    },
  ],
  ['only the definition is off', { switches: [['say', false]] }],
  [
    'one of its tools is on, written after it',
    {
      switches: [
        ['say', false],
        ['say_hello', true],
      ],
    },
  ],
  [
    'the same, written before it',
    {
      switches: [
        ['say_hello', true],
        ['say', false],
      ],
    },
  ],
  ['the flag is set by an agent', { switches: [['wipe_disk', false]], danger: true }],
  ['the line about the flagged tool goes', { switches: [], danger: true }],
  ['the flag is off again', { switches: [['wipe_disk', false]], danger: false }],
  ['the line goes while the flag is off', { switches: [], danger: false }],
  ['a tool without its program is wanted', { switches: [['absent', true]] }],
  ['and is not wanted any more', { switches: [] }],
  ['a tool that is off by itself is wanted', { switches: [['rare', true]] }],
  [
    'and a definition is edited meanwhile',
    {
      switches: [
        ['rare', true],
        ['say_bye', false],
      ],
      greeting: 'Greets.',
    },
  ],
  ['nothing is said any more', { switches: [] }],
];

test('after every change of a file or a flag the same tools are on as after a restart', async () => {
  const open = await at().open();
  let danger = false;
  for (const [step, change] of STEPS) {
    const state: State = { ...FIRST, danger, ...change };
    if (state.danger !== danger) await setDanger(open, (danger = state.danger));
    place.write(state);
    const restarted = await place.open();
    // A flag is read, and a program looked for, in the background.
    await delay(100);
    const expected = [step, enabled(restarted)];
    await until(() => open.registry.get('say_hello')?.describe().summary.startsWith(state.greeting) === true);
    await until(() => JSON.stringify([step, enabled(open)]) === JSON.stringify(expected));
  }
});

test('a refused file leaves the switches as they are', async () => {
  const { log, lines } = recordingLogger();
  const open = await at({ switches: [['say', false]] }).open(log);
  place.write(FIRST, 'consent: perhaps\n');
  await until(() => lines().some((line) => line.includes('the old policy stays in force')));
  expect(enabled(open)).toEqual([]);
});

test('a listener that throws keeps neither the rules nor the log from telling the truth', async () => {
  const { log, lines } = recordingLogger();
  const open = await at({ switches: [['say', false]] }).open(log);
  open.registry.onChange(() => {
    throw new Error('not today');
  });
  place.write(FIRST);
  await until(() => lines().some((line) => line.includes('not today')));
  expect(enabled(open)).toEqual(['say_hello', 'say_bye']);
  expect(lines().join('\n')).not.toContain('the old policy stays in force');
});

test('inspect explains a call by the consent that is in force', async () => {
  const { log, lines } = recordingLogger();
  const open = await at().open(log);
  place.write(FIRST, 'consent: deny\n');
  await until(() => lines().some((line) => line.includes('was reloaded')));
  const { consent } = await explain(open, 'say_hello', {});
  expect(consent).toMatchObject({
    text: expect.stringMatching(/refused/),
    where: expect.stringMatching(/deny .*ops\.yaml:2/),
  });
});

test('a shorter wait for operations is in force at once', async () => {
  const { log, lines } = recordingLogger();
  const open = await at().open(log);
  const { engine } = await operationsOf(open.setup);
  writeFileSync(
    join(place.cwd, 'ops.yaml'),
    'definitions: { dirs: [defs], watch: true }\ntools:\n  await: { timeout: 1 }\n',
  );
  await until(() => lines().some((line) => line.includes('reloaded')));
  expect(engine.longestWait()).toBe(1);
});
