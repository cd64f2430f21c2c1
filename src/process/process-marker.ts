/** An environment variable set for every child, to find processes that left their group. */
export const MARKER = 'TOOLWRIGHT_PROCESS';
