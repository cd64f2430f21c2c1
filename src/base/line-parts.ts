import { closeSync, openSync, readSync } from 'node:fs';

// Memory that the system has to give costs more than to read into it: a large file is read into the same again and again.
const PART_BYTES = 1024 * 1024;
const LINE_BREAK = 10;

/** Reads a file in parts that end with a line break, the last one with the file. The next part overwrites the one before. */
export function* linePartsOf(file: string | URL, bytes = PART_BYTES): Generator<Buffer, void> {
  const descriptor = openSync(file, 'r');
  try {
    let memory = Buffer.allocUnsafeSlow(bytes);
    for (let kept = 0; ;) {
      const read = readSync(descriptor, memory, kept, memory.length - kept, null);
      const length = kept + read;
      const end = read === 0 ? length : memory.lastIndexOf(LINE_BREAK, length - 1) + 1;
      if (end > 0) yield memory.subarray(0, end);
      if (read === 0) return;
      memory.copyWithin(0, end, length);
      kept = length - end;
      // A line that is longer than all of it.
      if (kept === memory.length) memory = Buffer.concat([memory], 2 * memory.length);
    }
  } finally {
    closeSync(descriptor);
  }
}
