/* eslint-disable @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars -- both runners are extended by interfaces of this shape */
import type { ToolMatchers } from 'toolwright/testing';

declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends ToolMatchers<R> {}
  }
}

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ToolMatchers<R> {}
}
