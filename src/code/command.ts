/** A command as it was sent, freed of what agents wrap code in; or why it is refused. */
export type Unwrapped = { ok: true; code: string } | { ok: false; error: string };

const TRIGGER = /^(?:mcp__onetool__run|__onetool__run|__onetool|__ot__run|__ot)(?![\w$])[ \t]*\r?\n?/;
const FENCE = /^(`{3,})[ \t]*([\w+-]*)[ \t]*\r?\n([\s\S]*?)\r?\n?[ \t]*\1[ \t]*$/;
// A text with `${` in it is a template literal, not code in backticks.
const INLINE = /^(`{1,3})(?!`)((?:(?!\1|\$\{)[^])*[^`])\1$/;

/** Takes off a trigger word and a code fence, in either order. */
export function unwrapCommand(command: string): Unwrapped {
  let code = command.trim();
  if (/^!onetool\b/.test(code))
    return refuse("'!onetool' is no longer a trigger. Send the code itself, or begin with __onetool__run.");
  if (/^mcp__ot__run(?![\w$])/.test(code))
    return refuse("'mcp__ot__run' is not a trigger. Use __ot, __onetool__run or mcp__onetool__run.");
  for (let layer = 0; layer < 2; layer++) code = unfence(withoutTrigger(code));
  code = withoutTrigger(code);
  return code.trim() ? { ok: true, code } : refuse('The command holds no code.');
}

function withoutTrigger(code: string): string {
  const match = TRIGGER.exec(code);
  return match ? code.slice(match[0].length).replace(/\s+$/, '') : code;
}

// Leading blank lines inside a fence stay: line numbers are counted in what the user sees as the code.
function unfence(code: string): string {
  const trimmed = code.trim();
  const fence = FENCE.exec(trimmed);
  if (fence) return TRIGGER.test(`${fence[2]}\n`) ? `${fence[2]}\n${fence[3]}` : fence[3]!;
  const inline = INLINE.exec(trimmed);
  return inline ? inline[2]!.trim() : code;
}

function refuse(error: string): Unwrapped {
  return { ok: false, error };
}
