'use strict';
// Runs inside QuickJS as a part of the prelude: keeps account of the failures that nothing has handled yet, so that
// a call that failed without being awaited is reported. A failure is unhandled from where it leaves an async function
// or a call until a `catch` or a rejection handler takes it; the program is prepared so that its async functions and
// catch clauses report here.
module.exports = function failures(put, uncurry) {
  const { Promise, Set, Function, String } = globalThis;
  const unhandled = new Set();
  const raise = uncurry(Set.prototype.add).bind(null, unhandled);
  const handle = uncurry(Set.prototype.delete).bind(null, unhandled);
  const eachUnhandled = uncurry(Set.prototype.forEach).bind(null, unhandled);
  const then = uncurry(Promise.prototype.then);
  const sourceOf = uncurry(Function.prototype.toString);
  const includes = uncurry(String.prototype.includes);

  const raised = (error) => {
    raise(error);
    return error;
  };
  // The engine's own resolving functions only pass a failure on.
  const passesOn = (handler) => handler.name === '' && includes(sourceOf(handler), '[native code]');
  const reporting = (handler) =>
    typeof handler !== 'function' || passesOn(handler)
      ? handler
      : (value) => {
          try {
            return handler(value);
          } catch (error) {
            throw raised(error);
          }
        };
  const handling = (handler) => {
    const inner = reporting(handler);
    return inner === handler
      ? handler
      : (error) => {
          handle(error);
          return inner(error);
        };
  };
  put(
    Promise.prototype,
    'then',
    function (fulfilled, rejected) {
      return then(this, reporting(fulfilled), handling(rejected));
    },
    false,
  );
  // Where several promises are awaited together, the failure that wins is passed on, and the others are taken.
  const together = (name, takesFirst) => {
    const native = Promise[name];
    put(
      Promise,
      name,
      function (given) {
        const items = [...given];
        let decided = !takesFirst;
        const joined = uncurry(native)(this, items);
        for (let at = 0; at < items.length; at++) {
          if (!(items[at] instanceof Promise)) continue;
          const settle = (failed, error) => {
            if (failed && decided) handle(error);
            if (failed || name === 'race') decided = true;
          };
          then(items[at], () => settle(false), (error) => settle(true, error)); // prettier-ignore
        }
        return joined;
      },
      false,
    );
  };
  together('all', true);
  together('race', true);
  together('any', false);
  together('allSettled', false);

  return { raised, handle, eachUnhandled, reporting, then };
};
