/* eslint-disable @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars -- both runners are extended by interfaces of this shape */
import 'vitest';
import type { ToolMatchers } from 'toolwright/testing';

declare module 'vitest' {
  interface Assertion<T> extends ToolMatchers<void> {}
}
