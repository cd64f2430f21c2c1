import type { Definition } from '../definition';
import type { ReportAt } from '../definition-problem';
import { variableIn } from './livelog-api-key';

const PROVIDER = 'livelog.llm_provider';

/** Checks a followed log: whether it is followed at all, its model's address, and its key. */
export function checkLivelog(tool: Definition, report: ReportAt): void {
  const { tool_type: type, livelog } = tool;
  if (type === 'livelog' && !livelog) {
    const message = '"livelog" is missing for a tool of type livelog';
    report('livelog', 'MissingRequired', message, 'add "livelog": { … }');
  }
  if (type === undefined && livelog) {
    const message = 'the log is not followed: the tool is not of type livelog';
    report('livelog', 'LogicalInconsistency', message, 'add "tool_type": "livelog"', 'warning');
  }
  if (type === 'livelog' && tool.monitor_level !== undefined) {
    const message = '"monitor_level" has no effect on a followed log: its model judges the lines';
    report('monitor_level', 'LogicalInconsistency', message, 'remove it', 'warning');
  }
  const { base_url: address, api_key: key } = livelog?.llm_provider ?? {};
  if (address !== undefined && address.trim() !== '') checkAddress(address, report);
  if (key !== undefined && key.trim() !== '') checkKey(key, report);
}

function checkAddress(address: string, report: ReportAt): void {
  const at = `${PROVIDER}.base_url`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.username || url?.password) {
    const message = 'the address contains a user name or password';
    return report(at, 'Security', message, 'remove them; a key belongs in "api_key"');
  }
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    const written = JSON.stringify(address);
    return report(at, 'InvalidValue', `${written} is not an http or https URL`, addressCure(address));
  }
  if (/\/chat\/completions\/?$/.test(url.pathname)) {
    const cure = 'remove "/chat/completions": it is appended to the address';
    report(at, 'InvalidValue', 'the address ends in "/chat/completions"', cure);
  }
}

// `localhost:11434/v1` lacks only the scheme.
function addressCure(address: string): string {
  const plain = address.trim().replace(/^[a-z+.-]*:?\/\//i, '');
  const whole = `${/^(localhost|127\.|\[::1\])/.test(plain) ? 'http' : 'https'}://${plain}`;
  const fits = /^[\w.-]+(:\d+)?(\/|$)/.test(plain) && URL.canParse(whole);
  return `use the form "${fits ? whole : 'http://localhost:11434/v1'}"`;
}

function checkKey(key: string, report: ReportAt): void {
  const at = `${PROVIDER}.api_key`;
  if (variableIn(key) !== undefined) return;
  const cure = 'write "${NAME}" and set NAME in the environment of the server';
  if (key.includes('${')) report(at, 'InvalidValue', '"${NAME}" must be the whole value', cure);
  else report(at, 'Security', 'the key is written in this file', cure, 'warning');
}
