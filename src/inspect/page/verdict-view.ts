import type { CallVerdict } from '../inspect-wire';
import { h } from './dom';

const WORDS: Readonly<Record<CallVerdict['policy'], string>> = {
  allowed: 'The policy allows this call',
  refused: 'The policy refuses this call',
  silent: 'No rule of the policy concerns this call',
  invalid: 'The arguments are wrong, so the policy is not asked',
  unknown: 'This server decides by itself: its policy and consent are not known here',
};

/** Shows what the policy and consent say about a call, and by which rule. */
export function verdictView({ policy, decisions, problems = [], consent }: CallVerdict): HTMLElement {
  return h(
    'div',
    { class: `verdict ${policy}` },
    h('p', {}, h('strong', {}, `${WORDS[policy]}.`)),
    problems.length > 0 &&
      policy === 'unknown' &&
      h('p', {}, 'By the tool’s schema the arguments are wrong:'),
    problems.length > 0 &&
      h('ul', {}, ...problems.map(({ field, message }) => h('li', {}, `${field} ${message}`.trim()))),
    decisions.length > 0 &&
      h(
        'ul',
        {},
        ...decisions.map(({ allowed, reason, rule, where }) =>
          h(
            'li',
            {},
            `${allowed ? 'allowed' : 'refused'}: ${reason} `,
            h('small', {}, 'by ', h('code', {}, rule), ` at ${where}`),
          ),
        ),
      ),
    consent && h('p', {}, h('strong', {}, 'Consent: '), consent.text, ' ', h('small', {}, consent.where)),
  );
}
