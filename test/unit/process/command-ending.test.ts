import type { ChildProcess } from 'node:child_process';
import { endLeftovers } from '../../../src/process/command-ending';
import type { ProcessGroup } from '../../../src/process/process-group';

// Keeps the thread, as looking for what commands have left does on a busy system.
function keepThread(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

// Two commands have ended at the same time, so what is done about the second comes before the event loop reads what the first has
// printed. Real processes lose it too, but not every time.
test('output that is waiting to be read is not given up, however long the thread was kept meanwhile', async () => {
  const given: string[] = [];
  const child = (name: string) =>
    ({ stdio: [{ destroy: () => given.push(name) }] }) as unknown as ChildProcess;
  let read!: () => void;
  const closed = new Promise<void>((resolve) => (read = resolve));
  const group = (look: () => void) =>
    ({ sweep: async () => {}, killHolders: async () => look() }) as unknown as ProcessGroup;
  const ends = [
    endLeftovers(
      child('first'),
      closed,
      group(() => undefined),
    ),
    endLeftovers(
      child('second'),
      closed,
      group(() => {
        setImmediate(read);
        keepThread(2_500);
      }),
    ),
  ];
  await Promise.all(ends);
  expect(given).toEqual([]);
});
