/** The member of a call's `_meta` that carries its idempotency key; other servers than Toolwright's ignore it. */
export const IDEMPOTENCY_KEY = 'toolwright/idempotencyKey';
