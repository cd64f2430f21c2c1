import { api } from './api';
import { button, byId, fill, h } from './dom';
import type { Store } from './store';

/** Says at the top that the server has ended, and starts it again; returns what says there that `inspect` itself is gone. */
export function showBanner(store: Store): (lost: string) => void {
  const box = byId('lost');
  let gone = '';
  const restart = (): void => {
    const problem = h('span', { class: 'hint' }, 'It is being started …');
    fill(box, problem);
    api.restart().then(
      () => byId('main').focus(),
      (error: unknown) => draw(`${(error as Error).message}.`),
    );
  };
  const draw = (problem = ''): void => {
    const { ended } = store;
    box.hidden = gone === '' && ended === undefined;
    if (gone || ended === undefined) return fill(box, gone);
    fill(box, `The server has ended (${ended}). `, button('Start it again', restart), ` ${problem}`);
  };
  store.on('ended', draw);
  return (lost) => {
    gone = lost;
    draw();
  };
}
