import type { Pack } from '../pack';

/** `read_result`, which reads on in answers that were too large to send; part of every app that has a budget. */
export const answersPack: Pack = {
  name: 'answers',
  tools: {
    read_result: () => import('../../tools/read-result.js').then((module) => module.ReadResult),
  },
  async bind(container, { kept }) {
    const { KeptAnswers } = await import('../../answers/kept-answers.js');
    container.set({ id: KeptAnswers, value: kept });
  },
};
