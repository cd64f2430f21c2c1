import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { appSource, DevProject } from '../support/dev-project';
import { needs } from '../support/needs';
import { toolchain } from '../support/toolchains';

// Compilers may end a moment after they were told to.
async function nothingRunsWith(argument: string): Promise<void> {
  const isRunning = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(argument);
    } catch {
      return false;
    }
  };
  for (const pid of readdirSync('/proc')) while (isRunning(pid)) await delay(20);
}

// `toolwright dev` with the oldest compiler that is taken, and with those after the one that we use ourselves.
const { test } = needs('toolchains');

test.each(['typescript-5.4', 'typescript-6', 'typescript-7'] as const)(
  'a project with %s: saves take over, type errors do not',
  async (compiler) => {
    const project = new DevProject({ 'src/app.ts': appSource(1) }, toolchain(compiler));
    const dev = project.dev('--app', 'src/app.ts');
    await dev.initialize();
    expect(await dev.value('answer')).toEqual({ version: 1 });
    project.save('src/app.ts', appSource(2));
    await dev.changed(1);
    expect(await dev.value('answer')).toEqual({ version: 2 });
    project.save('src/app.ts', appSource(3).replace('VERSION: number', 'VERSION: string'));
    await dev.said(/src\/app\.ts.*error TS2322/);
    await dev.said(/Version 2 goes on/);
    expect(await dev.value('answer')).toEqual({ version: 2 });
    project.save('src/app.ts', appSource(4));
    await dev.changed(2);
    expect(await dev.value('answer')).toEqual({ version: 4 });
    expect(await dev.end()).toEqual({ code: 0, signal: null });
    await nothingRunsWith(project.path('tsconfig.json'));
  },
  120_000,
);
