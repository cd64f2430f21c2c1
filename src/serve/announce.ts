/** Makes one announcement of many changes at once; none is made where nobody is connected. */
export function announceOncePerTick(connected: () => boolean, announce: () => void): () => void {
  let due = false;
  return () => {
    if (due || !connected()) return;
    due = true;
    setImmediate(() => {
      due = false;
      if (connected()) announce();
    });
  };
}
