/** Returns whether a file is written in TypeScript; declarations describe what is written elsewhere. */
export function isTypeScript(file: string): boolean {
  return /\.[cm]?tsx?$/.test(file) && !/\.d\.[cm]?ts$/.test(file);
}

/** Returns whether a file is a test by its name; the classes in it are for the test. */
export function isTest(file: string): boolean {
  return /\.(?:test|spec)\.[cm]?tsx?$/.test(file);
}

const TRACES =
  /^\/\/# sourceMappingURL=|\b__(?:decorate|esDecorate|decorateClass|decorateElement|runInitializers)\b|\b_ts_decorate\b|\b_apply_?decs|(['"])__esModule\1/im;

/** Returns whether a compiler left its traces in a JavaScript module, so that nobody wrote it as it is. */
export function isCompiled(text: string): boolean {
  return TRACES.test(text);
}
