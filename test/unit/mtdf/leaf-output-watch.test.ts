import { setTimeout as delay } from 'node:timers/promises';
import { OutputWatch } from '../../../src/mtdf/leaf-output-watch';
import { recordingLogger } from '../../support/records';

function watched(definition: ConstructorParameters<typeof OutputWatch>[1] = {}) {
  const messages: string[] = [];
  const { log, lines } = recordingLogger();
  const watch = new OutputWatch(
    { progress: (update) => messages.push(`${update.progress} ${update.message}`), log },
    definition,
  );
  const print = (text: string, stream: 'stdout' | 'stderr' = 'stdout'): void =>
    watch.onOutput(Buffer.from(text), stream);
  return { watch, messages, lines, print };
}

test('the first line is reported at once, of a burst only the latest, and none is lost at its end', async () => {
  const { messages, print } = watched();
  print('one\n');
  print('two\nthr');
  print('ee\n\n');
  expect(messages).toEqual(['1 one']);
  await delay(400);
  expect(messages).toEqual(['1 one', '4 three']);
});

test('nothing is reported after the end', async () => {
  const { watch, messages, print } = watched();
  print('one\n');
  print('two\n');
  watch.close();
  await delay(400);
  expect(messages).toEqual(['1 one']);
});

test('lines of the watched level and worse, on the watched stream, are alerts', () => {
  const { lines, print } = watched({ monitor_level: 'warn', monitor_stream: 'stderr' });
  print('error on stdout\n');
  print('fine\nWARNING: low disk\nfatal: gone\ninformation\n', 'stderr');
  expect(lines()).toEqual(['warning Log alert: WARNING: low disk', 'warning Log alert: fatal: gone']);
});
