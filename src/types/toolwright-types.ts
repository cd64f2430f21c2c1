/**
 * What a project says once about its types, by declaring it again:
 * `declare module 'toolwright' { interface ToolwrightTypes { generated: true } }`.
 * With `generated`, decorators needn't state what `toolwright generate` reads from the types; contradictions stay errors.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- authors add to it
export interface ToolwrightTypes {}
