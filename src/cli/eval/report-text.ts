import type { Paint } from '../../base/colours';
import { howMany } from '../../base/how-many';
import type {
  CandidateReport,
  Comparison,
  Confusion,
  EvalReport,
  LintScore,
  Rate,
  RetrievalReport,
} from '../../eval';

const MOST_CONFUSIONS = 10;
const MOST_FINDINGS = 5;

/** Writes the report of a model's runs for a person. */
export function modelText(report: EvalReport, paint: Paint): string {
  const { model, runs, candidates, comparison, failed, skipped, stopped } = report;
  const times = runs === 1 ? 'once' : `${runs} times`;
  return lines(
    `${model}, each task ${times}`,
    ...candidates.flatMap((candidate) => ['', ...candidateLines(candidate, paint)]),
    ...(comparison ? ['', ...comparisonLines(comparison, candidates, paint)] : []),
    ...(failed || stopped !== undefined ? [''] : []),
    ...(failed
      ? [paint.red(`${howMany(failed, 'run')} failed and count${failed === 1 ? 's' : ''} for nothing.`)]
      : []),
    ...(stopped === undefined
      ? skipped
        ? ['', `${howMany(skipped, 'run')} not made.`]
        : []
      : [paint.yellow(`Stopped: ${stopped}.`)]),
  );
}

function candidateLines(
  { label, tools, rate, tasks, confusions, usage, cost }: CandidateReport,
  paint: Paint,
): string[] {
  const width = widthOf(tasks.map(({ id }) => id));
  const money = cost === undefined ? '' : `, $${cost.toFixed(4)}`;
  return [
    `${paint.bold(label)} (${howMany(tools, 'tool')}): ${rateText(rate)}`,
    '',
    ...tasks.flatMap(({ id, rate: own, reasons }) => [
      `${mark(own, paint)} ${id.padEnd(width)}  ${`${own.right}/${own.of}`.padStart(5)}  ${interval(own)}`,
      ...reasons.map((reason) => paint.dim(`    ${reason}`)),
    ]),
    ...confusionLines(confusions, 'Called instead'),
    '',
    paint.dim(`${usage.input} tokens in, ${usage.output} out${money}`),
  ];
}

function comparisonLines(
  { difference, low, high, verdict, tasks }: Comparison,
  [a, b]: readonly CandidateReport[],
  { green, red, yellow, bold }: Paint,
): string[] {
  const said = {
    better: green(`${b!.label} is better than ${a!.label}`),
    worse: red(`${b!.label} is worse than ${a!.label}`),
    unclear: yellow('No difference is shown; more runs or tasks may show one'),
  }[verdict];
  const width = widthOf(tasks.map(({ id }) => id));
  return [
    `${bold('Compared')}: ${said}${difference === undefined ? '' : ` (${signed(difference)}, between ${signed(low!)} and ${signed(high!)})`}.`,
    ...tasks.map(
      ({ id, before, after }) => `  ${id.padEnd(width)}  ${percent(before.rate)} -> ${percent(after.rate)}`,
    ),
  ];
}

/** Writes the report of a search without a model for a person. */
export function retrievalText(reports: readonly RetrievalReport[], paint: Paint): string {
  return lines(
    ...reports.flatMap(({ label, first, three, five, meanReciprocalRank, tasks, confusions }, at) => {
      const width = widthOf(tasks.map(({ id }) => id));
      return [
        ...(at ? [''] : []),
        `${paint.bold(label)}: how well the words of a task lead to its tool, without a model`,
        '',
        `  found first          ${rateText(first)}`,
        `  among the first 3    ${rateText(three)}`,
        `  among the first 5    ${rateText(five)}`,
        `  mean of 1 / place    ${meanReciprocalRank}`,
        '',
        ...tasks.map(({ id, place, expect, found }) => {
          const shown = place === 1 ? paint.green('✓') : place === null ? paint.red('✗') : paint.yellow('~');
          return `${shown} ${id.padEnd(width)}  ${foundText(place, expect.join(' or '), found)}`;
        }),
        ...confusionLines(confusions, 'Found instead'),
      ];
    }),
  );
}

/** Writes the scores of lint for a person. */
export function lintText(scores: readonly LintScore[], { bold, dim, green, yellow }: Paint): string {
  return lines(
    ...scores.flatMap(({ label, clean, of, errors, warnings, findings }) => {
      const shown = findings.slice(0, MOST_FINDINGS);
      const score = `${clean} of ${howMany(of, 'tool')} clean`;
      return [
        `${bold(label)}: what lint says of the texts: ${clean === of ? green(score) : yellow(score)}, ${howMany(errors, 'error')}, ${howMany(warnings, 'warning')}`,
        ...shown.map(({ subject, message, rule }) => `  ${subject}: ${message} ${dim(`(${rule})`)}`),
        ...(findings.length > shown.length
          ? [`  and ${findings.length - shown.length} more; 'toolwright lint' shows all`]
          : []),
      ];
    }),
  );
}

function foundText(place: number | null, wanted: string, first: string | null): string {
  if (place === 1) return wanted;
  const before = first === null ? '' : `; ${first} was found first`;
  return place === null ? `${wanted} not found${before}` : `${wanted} at place ${place}${before}`;
}

function confusionLines(confusions: readonly Confusion[], title: string): string[] {
  if (!confusions.length) return [];
  const shown = confusions.slice(0, MOST_CONFUSIONS);
  const width = widthOf(shown.map(({ expected }) => expected));
  return [
    '',
    `${title} (wanted -> got):`,
    ...shown.map(({ expected, picked, times }) => `  ${expected.padEnd(width)}  ->  ${picked}  ${times}×`),
    ...(confusions.length > shown.length ? [`  and ${confusions.length - shown.length} more pairs`] : []),
  ];
}

function mark({ right, of }: Rate, { green, yellow, red }: Paint): string {
  if (of === 0) return yellow('?');
  return right === of ? green('✓') : right === 0 ? red('✗') : yellow('~');
}

function rateText(rate: Rate): string {
  return `${percent(rate.rate)}, ${rate.right} of ${rate.of}  ${interval(rate)}`;
}

function interval({ low, high, of }: Rate): string {
  return of === 0 ? '' : `(${percent(low)} to ${percent(high)})`;
}

function percent(share: number | null): string {
  return share === null ? 'nothing' : `${Math.round(share * 100)} %`;
}

function signed(share: number): string {
  const points = Math.round(share * 100);
  return `${points > 0 ? '+' : ''}${points} points`;
}

function widthOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}
