// What esbuild wraps each CommonJS module of a bundle in: `__commonJS({ "path/of/module.js"(exports, module) { … } })`.
import vm from 'node:vm';

const HELPER = /^var __commonJS = [^]*?^\};$/m;
const CALL = '(0, cb[__getOwnPropNames(cb)[0]])';

const PLAIN_HELPER = `var __commonJS = (run, module2) => () => {
  if (module2) return module2.exports;
  module2 = { exports: {} };
  try {
    run(module2.exports, module2);
  } catch (error) {
    module2 = void 0;
    throw error;
  }
  return module2.exports;
};`;

/** Returns the code with every module reporting, when it first runs, its name in a global set. */
export function reportingModules(code) {
  const helper = helperOf(code);
  const noted = '(globalThis.toolwrightModules ??= new Set()).add(__getOwnPropNames(cb)[0])';
  return code.replace(helper, helper.replace(CALL, `(${noted}, ${CALL.slice(1, -1)})`));
}

/**
 * Returns the code with a plain function for each module, and where each module starts. For the objects that esbuild makes of
 * them V8 needs a hidden class each, in a time that grows with the square of their number.
 */
export function withPlainWrappers(code) {
  const starts = [];
  const lines = [];
  let length = 0;
  let inside = false;
  const add = (line) => {
    lines.push(line);
    length += line.length + 1;
  };
  const given = code.replace(helperOf(code), PLAIN_HELPER).split('\n');
  for (let at = 0; at < given.length; at++) {
    const opening =
      given[at].endsWith('= __commonJS({') && /^ {2}"([^"]+)"(\([^)]*\)) \{$/.exec(given[at + 1]);
    if (opening) {
      starts.push([length, opening[1]]);
      add(`${given[at].slice(0, -1)}${opening[2]} => {`);
      inside = true;
      at++;
    } else if (inside && given[at] === '  }' && given[at + 1] === '});') {
      inside = false;
    } else add(given[at]);
  }
  const plain = lines.join('\n');
  new vm.Script(plain);
  return { code: plain, starts };
}

function helperOf(code) {
  const [helper = ''] = HELPER.exec(code) ?? [];
  if (!helper.includes(CALL)) throw new Error('esbuild wraps modules in another way than expected');
  return helper;
}
