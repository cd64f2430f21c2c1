/** A number that was written in a shell, or what became of it: what it would lose its digits to, if it has too many. */
export type WrittenNumber = { readonly value: number } | { readonly becomes?: bigint };

/** Reads a number as it was written; one that JSON can't hold is none. */
export function numberOf(text: string): WrittenNumber {
  const number = text.trim() === '' ? NaN : Number(text);
  if (!Number.isFinite(number)) return {};
  if (/^-?\d+$/.test(text) && BigInt(text) !== BigInt(number)) return { becomes: BigInt(number) };
  return { value: number };
}
