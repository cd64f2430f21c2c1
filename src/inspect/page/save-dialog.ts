import type { Catalogue } from '../inspect-wire';
import { api } from './api';
import { announce, button, h, newId } from './dom';

const RUNNERS = ['jest', 'vitest', 'node'] as const;

/** Shows a call as the source of a test, to be copied or saved as a file. */
export async function showSaved(
  id: number,
  { savesTests, testRunner }: Pick<Catalogue, 'savesTests' | 'testRunner'>,
): Promise<void> {
  const text = h('textarea', { rows: 18, readonly: true, class: 'json', 'aria-label': 'The test' });
  const save = h('a', { class: 'button main' }, 'Save the file');
  const title = newId();
  const runner = h(
    'select',
    {},
    ...RUNNERS.map((name) => h('option', { value: name, selected: name === testRunner }, name)),
  );
  const show = async (): Promise<void> => {
    const { file, text: source } = await api.save([id], runner.value);
    text.value = source;
    save.href = URL.createObjectURL(new Blob([source], { type: 'text/plain' }));
    save.download = file;
  };
  runner.addEventListener('change', () => void show());
  const words = savesTests
    ? 'It makes the call again and expects the same answer. Put it into the folder test of your project.'
    : 'There is no module of an app that a test could import, so this is the recording: testsFrom of toolwright/testing makes tests of such lines.';
  const dialog = h(
    'dialog',
    { 'aria-labelledby': title },
    h('h2', { id: title }, savesTests ? 'Save as test' : 'Save the recording'),
    h('p', { class: 'hint' }, words),
    savesTests && h('label', {}, 'Test runner ', runner),
    text,
    h(
      'div',
      { class: 'actions' },
      save,
      button('Copy', () => void navigator.clipboard.writeText(text.value).then(() => announce('Copied.'))),
      button('Close', () => dialog.close()),
    ),
  );
  await show();
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
