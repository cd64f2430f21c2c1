/** What is shown in the place of a secret. */
export const HIDDEN = '•••';
