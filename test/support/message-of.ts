/** Returns what a function throws, as text; else what it returns. */
export async function messageOf<T>(act: () => T): Promise<Awaited<T> | string> {
  try {
    return await act();
  } catch (error) {
    return (error as Error).message;
  }
}
