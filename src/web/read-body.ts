/** Reads a body up to a byte limit and leaves the rest unread. */
export async function readCapped(
  stream: AsyncIterable<Uint8Array> | null,
  most: number,
): Promise<{ body: Uint8Array; truncated: boolean }> {
  const parts: Uint8Array[] = [];
  let room = most;
  let truncated = false;
  for await (const part of stream ?? []) {
    if (part.byteLength > room) {
      parts.push(part.subarray(0, room));
      truncated = true;
      break;
    }
    parts.push(part);
    room -= part.byteLength;
  }
  return { body: Buffer.concat(parts), truncated };
}
