import type { Flaw } from '../finding';
import type { Probe } from '../probe';
import type { Rule } from '../rule';

const EXPECTING =
  /\b(?:expected|must|should|required?|requires|allowed|one of|valid|missing|needs?|type|instead|use|provide|pass)\b/i;
const STACK =
  /^\s+at .+(?:\(|:\d+:\d+)|Traceback \(most recent call last\)|^\s+File ".+", line \d+|node_modules\//m;
const NEXT =
  /\b(?:again|retry|try|call|correct|fix|change|replace|remove|add|use|provide|pass|specify|choose|select|set|send|give|ask|tell|see|check|list|read|start|install|example|e\.g|such as|did you mean)\b/i;
// Ways around a refusal: to turn the check off, to set its switch, to be let in by a list, or to do it through another door.
const BYPASSES = [
  /\b(?:bypass|circumvent|get around|work around|workaround|disable|turn off|switch off|skip|override|ignore|deactivate)\b.{0,40}\b(?:check|checks|confirmation|restrictions?|policy|sandbox|guard|safety|protection|validation|permissions?|approval|limits?)\b/i,
  /--(?:force|no-verify|no-sandbox|no-check|dangerously[\w-]*|yes|allow-[\w-]+|insecure|unsafe)\b/i,
  /\b(?:set|setting|pass|passing|use|using|with|add|adding)\b.{0,20}\b(?:force|confirm(?:ed|ation)?|skip_\w+|unsafe|allow_\w+|override|bypass_\w+|dangerous\w*)\b[`'"]?\s*(?:[:=]|\bto\b)\s*[`'"]?(?:true|1|yes|on)\b/i,
  /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_?(?:ALLOW|UNSAFE|DISABLE|SKIP|BYPASS|NO_SANDBOX)\w*\s*=\s*["']?(?:true|1|yes|on|\*)/,
  /\badd\b.{0,40}\bto\b.{0,20}\b(?:allow(?:ed)?[ _-]?list|white-?list|allowed[ _-]?(?:paths?|directories|commands?|hosts?|domains?)|trusted)\b/i,
  /\b(?:use|run|try)\b.{0,30}\b(?:shell|bash|terminal|curl|wget|execute_command)\b.{0,20}\binstead\b/i,
  /\bsudo\b|\bas (?:root|administrator)\b|\bchmod (?:-R )?[0-7]*7[0-7]*\b/i,
];
const NEGATED = /\b(?:do not|don[’']t|never|cannot|can[’']t|no way to|not possible to)\b[^.]{0,40}$/i;

/** The rules about what a tool answers to wrong arguments, and how it refuses. */
export const ERROR_RULES: readonly Rule[] = [
  {
    id: 'error-accepted',
    severity: 'warning',
    about: 'wrong arguments that are accepted',
    evidence: 'A model that isn’t told about a wrong argument believes that it was used.',
    source: 'MCP, tools: servers must validate all tool inputs',
    find: eachProbe(function* (probe, flaw) {
      if (probe.outcome === 'accepted')
        yield flaw(
          'a wrong value is accepted without an error',
          'Check arguments against the schema before the tool runs.',
        );
    }),
  },
  {
    id: 'error-protocol',
    severity: 'note',
    about: 'wrong arguments answered with a failed request',
    evidence:
      'Clients often hide failed requests from the model, which then can’t correct itself; results with isError reach it.',
    source: 'MCP 2025-11-25: input validation errors are tool execution errors (SEP-1303)',
    find: eachProbe(function* (probe, flaw) {
      if (probe.outcome === 'protocol-error')
        yield flaw(
          'a wrong value fails the request instead of the call',
          'Answer with a result that has isError.',
        );
    }),
  },
  {
    id: 'error-field',
    severity: 'warning',
    about: 'an error that doesn’t name the argument',
    evidence: 'A model that isn’t told which argument is wrong changes the others.',
    source: 'Anthropic, “Writing effective tools for agents”: helpful error responses',
    find: eachProbe(function* ({ outcome, text, field }, flaw) {
      if (outcome === 'accepted' || text.includes(field)) return;
      yield flaw(`the error doesn’t name it: “${shortened(text)}”`, 'Name the argument in the error.');
    }),
  },
  {
    id: 'error-cure',
    severity: 'warning',
    about: 'an error that doesn’t say what is right',
    evidence: 'An error without the cure costs another try for every guess.',
    source: 'Anthropic, “Writing effective tools for agents”: helpful error responses',
    find: eachProbe(function* ({ outcome, text, expected }, flaw) {
      if (
        outcome === 'accepted' ||
        EXPECTING.test(text) ||
        (expected !== undefined && text.includes(expected))
      )
        return;
      yield flaw(
        `the error doesn’t say what is right: “${shortened(text)}”`,
        'Say what is expected, and give a valid example.',
      );
    }),
  },
  {
    id: 'error-next-step',
    severity: 'note',
    about: 'an error that doesn’t say what to do next',
    evidence:
      'A model that reads only what is wrong tends to give up, or to repeat the call; one that is told the next step takes it.',
    source:
      'Anthropic, “Writing effective tools for agents”: error responses should be specific and actionable',
    find: eachProbe(function* ({ outcome, text }, flaw) {
      if (outcome === 'accepted' || !text.trim() || NEXT.test(text)) return;
      yield flaw(
        `the error doesn’t say what to do next: “${shortened(text)}”`,
        'End with the next step: what to correct and call again, what to ask the user, or which tool to use first.',
      );
    }),
  },
  {
    id: 'error-stack',
    severity: 'warning',
    about: 'an error with a stack trace',
    evidence:
      'Traces cost hundreds of tokens, show paths of the machine, and tell the model nothing it can act on.',
    source: 'MCP, security best practices; OWASP, improper error handling',
    find: eachProbe(function* ({ text }, flaw) {
      if (STACK.test(text))
        yield flaw('the error shows a stack trace', 'Log the trace; answer with one sentence and the cure.');
    }),
  },
  {
    id: 'refusal-bypass',
    severity: 'error',
    about: 'a refusal that teaches the way around it',
    evidence: 'Models follow the text of an error: one that names the switch gets it switched.',
    source: 'OWASP, agentic threats: a control that the agent can turn off is none',
    find: function* ({ probes, refusals, tools }) {
      for (const { tool, text, field } of [...probes, ...refusals])
        yield* bypass(text, { subject: { kind: 'tool', name: tool, field } }, 'the refusal');
      for (const { subject, description } of tools) {
        const [refusing] =
          /[^.\n]*\b(?:refused|denied|blocked|rejected|not allowed|forbidden)\b[^.\n]*(?:\.[^.\n]*)?/i.exec(
            description,
          ) ?? [];
        if (refusing !== undefined) yield* bypass(refusing, { subject }, 'the description');
      }
    },
  },
];

function* bypass(text: string, where: Pick<Flaw, 'subject'>, what: string): Iterable<Flaw> {
  for (const pattern of BYPASSES) {
    const found = pattern.exec(text);
    if (!found || NEGATED.test(text.slice(0, found.index))) continue;
    yield {
      ...where,
      message: `${what} teaches how to get around it: “${found[0].slice(0, 80)}”`,
      cure: 'Say why it is refused and what is allowed; leave the switch to the operator’s documentation.',
    };
    return;
  }
}

function eachProbe(
  find: (probe: Probe, flaw: (message: string, cure: string) => Flaw) => Iterable<Flaw>,
): Rule['find'] {
  return function* ({ probes }) {
    for (const probe of probes) {
      const subject = { kind: 'tool', name: probe.tool, field: probe.field } as const;
      yield* find(probe, (message, cure) => ({ subject, message, cure }));
    }
  };
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}
