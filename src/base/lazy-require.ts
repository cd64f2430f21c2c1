/** Loads a module on first use rather than when the package is imported. */
export function lazyRequire(name: LazyModule): unknown {
  return LOADERS[name]();
}

// Listed one by one, so that a bundler sees each of them.
const LOADERS = {
  'class-transformer': () => require('class-transformer') as unknown,
  'class-transformer/cjs/storage': () => require('class-transformer/cjs/storage') as unknown,
  'class-validator': () => require('class-validator') as unknown,
  typedi: () => require('typedi') as unknown,
  ajv: () => require('ajv/dist/2020') as unknown,
  'ajv/2019-09': () => require('ajv/dist/2019') as unknown,
  'ajv/draft-07': () => require('ajv') as unknown,
  '@opentelemetry/api': () => require('@opentelemetry/api') as unknown,
  ioredis: () => require('ioredis') as unknown,
  bullmq: () => require('bullmq') as unknown,
  'node:crypto': () => require('node:crypto') as unknown,
  'node:worker_threads': () => require('node:worker_threads') as unknown,
  'node:zlib': () => require('node:zlib') as unknown,
  zod: () => require('zod') as unknown,
};

/** The modules that are loaded on first use. */
export type LazyModule = keyof typeof LOADERS;
