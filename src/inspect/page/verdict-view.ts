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
export function verdictView({ policy, decisions, problem, consent }: CallVerdict): HTMLElement {
  return h(
    'div',
    { class: `verdict ${policy}` },
    h('p', {}, h('strong', {}, `${WORDS[policy]}.`), problem ? ` ${problem}` : ''),
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
