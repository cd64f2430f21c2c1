/** The code of a command without its wrapping, or why it is refused. */
export type UnwrappedCode = { ok: true; code: string } | { ok: false; error: string };

const TRIGGER = /^(?:mcp__onetool__run|__onetool__run|__onetool|__ot__run|__ot)(?![\w$])[ \t]*\r?\n?/;
// Text that contains `${` is a template literal, not code in backticks.
const INLINE = /^(`{1,3})(?!`)((?:(?!\1|\$\{)[^])*[^`])\1$/;

/** Removes a trigger word and a code fence, in either order. */
export function unwrapCommand(command: string): UnwrappedCode {
  const trimmed = command.trim();
  let code = trimmed;
  if (/^!onetool\b/.test(code))
    return refuse("'!onetool' is no longer a trigger. Send the code itself, or start with __onetool__run.");
  if (/^mcp__ot__run(?![\w$])/.test(code))
    return refuse("'mcp__ot__run' is not a trigger. Use __ot, __onetool__run or mcp__onetool__run.");
  for (let layer = 0; layer < 2; layer++) code = unfence(withoutTrigger(code));
  code = withoutTrigger(code);
  if (code === trimmed) code = withLeadingLines(command);
  return code.trim() ? { ok: true, code } : refuse('The command contains no code.');
}

// Bare code keeps leading blank lines, because line numbers count from what was sent.
function withLeadingLines(command: string): string {
  const start = command.length - command.trimStart().length;
  const lines = command.slice(0, command.lastIndexOf('\n', start) + 1);
  return lines + command.trim();
}

function withoutTrigger(code: string): string {
  const match = TRIGGER.exec(code);
  return match ? code.slice(match[0].length).trimEnd() : code;
}

// Leading blank lines inside a fence stay, because line numbers count from what the user sees as the code.
function unfence(code: string): string {
  const trimmed = code.trim();
  const ticks = /^`{3,}(?=[^`])/.exec(trimmed)?.[0];
  const end = trimmed.indexOf('\n');
  if (ticks && end > 0 && trimmed.length > end + ticks.length && trimmed.endsWith(ticks)) {
    const label = trimmed.slice(ticks.length, end).trim();
    const body = trimmed.slice(end + 1, -ticks.length).trimEnd();
    if (TRIGGER.test(`${label}\n`)) return `${label}\n${body}`;
    if (/^[\w+-]*$/.test(label)) return body;
  }
  const inline = INLINE.exec(trimmed);
  return inline ? inline[2]!.trim() : code;
}

function refuse(error: string): UnwrappedCode {
  return { ok: false, error };
}
