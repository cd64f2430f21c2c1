/** How often a long test repeats itself: the usual number, or with `TOOLWRIGHT_DEEP=1` the deep one. */
export function rounds(usual: number, deep: number): number {
  return process.env['TOOLWRIGHT_DEEP'] === '1' ? deep : usual;
}
