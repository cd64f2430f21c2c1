import { RESERVED_NAMES } from './definition-fields';
import type { Definition, Option, Step, Subcommand } from './definition';
import type { Guidance } from './definition-guidance';
import { findLeaf, leavesOf } from './leaves';
import { flagOf } from './leaf-argv';
import { cyclesOf } from './sequence-cycles';
import { checkLivelog } from './livelog/check-livelog';
import { PATH_FORMATS, isText, pathFormat, soundsLikePath } from './path-argument-names';
import type { ReportAt } from './definition-problem';

/** Settings inherited from above. */
interface Above {
  tool: Definition;
  synchronous: boolean | undefined;
  guidance: Guidance;
  report: ReportAt;
}

// Words that imply a background operation.
const BACKGROUND_WORDS = /\b(async|asynchronous(ly)?|background|operation_id|notifications?)\b/i;

/** Checks whether a definition is consistent: names, guidance, sequences, and its parts with each other. */
export function checkSemantics(tool: Definition, guidance: Guidance, report: ReportAt): void {
  if (RESERVED_NAMES.includes(tool.name)) {
    const cure = `reserved names: ${RESERVED_NAMES.join(', ')}; choose another name`;
    report('name', 'InvalidValue', `"${tool.name}" is the name of a built-in tool`, cure);
  }
  const above: Above = { tool, synchronous: tool.synchronous, guidance, report };
  checkGuidanceKey(tool.guidance_key, 'guidance_key', above);
  checkSteps(tool.sequence, 'sequence', above);
  if (tool.command === 'sequence' && !tool.sequence && !(tool.subcommand ?? []).some(hasSequence)) {
    report(
      'command',
      'LogicalInconsistency',
      'the command is "sequence" but there is no sequence',
      'add "sequence": [ … ]',
    );
  }
  checkLivelog(tool, report);
  checkSubcommands(tool.subcommand ?? [], 'subcommand', above);
  for (const { leaf, names } of cyclesOf(tool.name === undefined ? [] : leavesOf(tool))) {
    const round = names.join(' → ');
    report(
      leaf.sequencePath,
      'LogicalInconsistency',
      `the sequence leads back to itself: ${round}`,
      'remove that step',
    );
  }
}

function checkSubcommands(subcommands: readonly Subcommand[], path: string, above: Above): void {
  const names = new Set<string>();
  subcommands.forEach((subcommand, index) => {
    const at = `${path}[${index}]`;
    if (subcommand.name !== undefined && names.has(subcommand.name)) {
      above.report(
        `${at}.name`,
        'LogicalInconsistency',
        `"${subcommand.name}" is defined twice`,
        'the first is used',
        'warning',
      );
    }
    names.add(subcommand.name);
    checkSubcommand(subcommand, at, above);
  });
}

function checkSubcommand(subcommand: Subcommand, path: string, above: Above): void {
  const { report } = above;
  const synchronous = subcommand.synchronous ?? above.synchronous;
  checkGuidanceKey(subcommand.guidance_key, `${path}.guidance_key`, above);
  if (synchronous === true && !subcommand.subcommand?.length)
    checkPromise(subcommand.description, path, report);
  checkSteps(subcommand.sequence, `${path}.sequence`, above);
  checkOptions(subcommand, path, report);
  checkSubcommands(subcommand.subcommand ?? [], `${path}.subcommand`, { ...above, synchronous });
}

function checkPromise(description: string | undefined, path: string, report: ReportAt): void {
  const word = BACKGROUND_WORDS.exec(description ?? '')?.[0];
  if (word === undefined) return;
  report(
    `${path}.description`,
    'LogicalInconsistency',
    `it is synchronous, but its description mentions "${word}"`,
    'set "synchronous": false, or reword the description',
    // What a text says is no reason to leave out a tool that works, let alone the others of its file.
    'warning',
  );
}

function checkGuidanceKey(key: string | undefined, path: string, above: Above): void {
  if (key === undefined || above.guidance.has(key)) return;
  const known = [...above.guidance.keys()].join(', ') || 'none';
  above.report(
    path,
    'InvalidValue',
    `there is no guidance block "${key}"`,
    `blocks of tool_guidance.json: ${known}`,
  );
}

function checkSteps(steps: readonly Step[] | undefined, path: string, above: Above): void {
  const { tool, report } = above;
  if (steps?.length === 0) report(path, 'ConstraintViolation', 'a sequence needs at least one step');
  steps?.forEach((step, index) => {
    if (tool.name === undefined || step.tool !== tool.name || step.subcommand === undefined) return;
    const leaf = findLeaf(tool, step.subcommand, { disabledToo: true });
    const at = `${path}[${index}].subcommand`;
    if (!leaf) {
      const leaves = leavesOf(tool).map((one) => one.path || 'default');
      report(
        at,
        'InvalidValue',
        `"${tool.name}" has no subcommand "${step.subcommand}"`,
        `it has ${leaves.join(', ')}`,
      );
    } else if (!leaf.enabled) {
      report(at, 'LogicalInconsistency', `"${step.subcommand}" is not enabled`, 'enable it', 'warning');
    }
  });
}

function checkOptions(subcommand: Subcommand, path: string, report: ReportAt): void {
  const names = new Set<string>();
  const aliases = new Set<string>();
  const flags = new Map<string, string>();
  for (const list of ['options', 'positional_args'] as const) {
    (subcommand[list] ?? []).forEach((option, index) => {
      const at = `${path}.${list}[${index}]`;
      if (option.name !== undefined && names.has(option.name)) {
        report(
          `${at}.name`,
          'LogicalInconsistency',
          `"${option.name}" is declared twice`,
          'the first is used',
          'warning',
        );
      }
      names.add(option.name);
      if (list === 'options' && option.name !== undefined) checkFlag(option.name, at, flags, report);
      if (option.alias !== undefined && aliases.has(option.alias)) {
        report(
          `${at}.alias`,
          'LogicalInconsistency',
          `the alias "${option.alias}" is used twice`,
          undefined,
          'warning',
        );
      }
      if (option.alias !== undefined) aliases.add(option.alias);
      checkOption(option, at, report);
    });
  }
}

function checkFlag(name: string, path: string, flags: Map<string, string>, report: ReportAt): void {
  const other = flags.get(flagOf(name));
  if (other !== undefined && other !== name) {
    const message = `"${name}" and "${other}" are the same flag: the program cannot distinguish them`;
    report(`${path}.name`, 'LogicalInconsistency', message, 'remove one', 'warning');
  }
  flags.set(flagOf(name), name);
}

function checkOption(option: Option, path: string, report: ReportAt): void {
  const warn = (field: string, message: string, cure?: string): void =>
    report(`${path}.${field}`, 'LogicalInconsistency', message, cure, 'warning');
  if (option.file_flag !== undefined && !option.file_arg)
    warn('file_flag', '"file_flag" has no effect without "file_arg"');
  if (option.file_arg && option.type === 'boolean')
    warn('file_arg', 'a boolean has no value to put in a file');
  if (option.items && option.type !== 'array')
    warn('items', '"items" has no effect unless the type is array');
  const formats: [string, string | undefined][] = [
    ['format', option.format],
    ['items.format', option.items?.format],
  ];
  for (const [field, format] of formats) {
    if (format === undefined || PATH_FORMATS.includes(format)) continue;
    const meant = PATH_FORMATS.find((known) => known === format.trim().toLowerCase());
    const cure = meant ? `write "${meant}"` : `use ${PATH_FORMATS.map((known) => `"${known}"`).join(', ')}`;
    const judged = meant ? `; it is judged as "${meant}"` : '';
    report(`${path}.${field}`, 'InvalidFormat', `unknown format "${format}"${judged}`, cure, 'warning');
  }
  if (option.name === undefined || option.type === undefined) return;
  if (option.name === 'working_directory' || pathFormat(option) || isText(option) || !soundsLikePath(option))
    return;
  const cure = 'add "format": "path", so that its values are restricted to the allowed directories';
  report(
    `${path}.format`,
    'Security',
    `"${option.name}" looks like a path but is not marked as one`,
    cure,
    'warning',
  );
}

function hasSequence(subcommand: Subcommand): boolean {
  return Boolean(subcommand.sequence) || (subcommand.subcommand ?? []).some(hasSequence);
}
