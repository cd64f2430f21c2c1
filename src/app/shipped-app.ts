/** What `--app` says for the server that ships, where a project has an app of its own. */
export const SHIPPED_APP = 'toolwright';
