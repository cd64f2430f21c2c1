import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandPolicy } from '../../src/policy/command-policy';
import { PathPolicy } from '../../src/policy/path-policy';
import type { RuleEntry, PolicyRules, ToolRules } from '../../src/policy/policy-rules';
import { temporaryDirectory } from './temporary-directory';

/** The content of the canary outside the root; it must never be read or changed. */
export const CANARY = 'CANARY-7f3a-must-never-be-seen';

/** A root with files and links beside a canary that no tool may reach. */
export class Playground {
  readonly base = temporaryDirectory('tw-play');
  readonly root = join(this.base, 'root');
  readonly outside = join(this.base, 'outside');
  readonly canary = join(this.outside, 'canary.txt');

  constructor() {
    for (const path of [this.root, this.outside, `${this.root}-evil`, join(this.root, 'sub/deep')]) {
      mkdirSync(path, { recursive: true });
    }
    writeFileSync(this.canary, CANARY);
    writeFileSync(join(`${this.root}-evil`, 'canary.txt'), CANARY);
    writeFileSync(join(this.root, 'a.txt'), 'alpha\nbeta\n');
    writeFileSync(join(this.root, 'sub/b.txt'), 'gamma\n');
    writeFileSync(join(this.root, 'toolwright.yaml'), 'prefix: guide\n');
    symlinkSync(this.canary, join(this.root, 'link-out'));
    symlinkSync(this.outside, join(this.root, 'dir-out'));
    symlinkSync('a.txt', join(this.root, 'link-in'));
    symlinkSync('../../..', join(this.root, 'sub/deep/up'));
    symlinkSync(join(this.outside, 'new.txt'), join(this.root, 'dangling'));
    symlinkSync('loop', join(this.root, 'loop'));
  }

  rules(tools: Record<string, ToolRules> = {}, more: Partial<PolicyRules> = {}): PolicyRules {
    return {
      cwd: this.root,
      roots: entries('.'),
      tools,
      writers: ['write_file'],
      protectedPaths: entries('toolwright.yaml', '.toolwright'),
      sandbox: { mode: 'off', network: false },
      environment: {},
      ...more,
    };
  }

  policies(tools: Record<string, ToolRules> = {}, more: Partial<PolicyRules> = {}) {
    const paths = new PathPolicy(this.rules(tools, more));
    return { paths, commands: new CommandPolicy(paths) };
  }
}

/** Entries as in a configuration file. */
export function entries(...values: string[]): RuleEntry[] {
  return values.map((value, index) => ({ value, where: `toolwright.yaml:${index + 1}:1` }));
}
