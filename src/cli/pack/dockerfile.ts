import type { PackageFacts } from './package-facts';

/** What a Dockerfile is made from. */
export interface ImageParts {
  /** The path of the app's module in its project, with slashes. */
  readonly app: string;
  readonly facts: PackageFacts;
  /** The port to serve HTTP on; undefined for stdio. */
  readonly port: string | undefined;
}

const IMAGE = 'node:22-slim';

/** Writes the Dockerfile of an app: built in one stage; run in another, without what only building needs, by a user without rights. */
export function dockerfile({ app, facts, port }: ImageParts): string {
  const [top = '', ...rest] = app.split('/');
  const inside = rest.length ? [`COPY --from=build /app/${top} ./${top}`] : ['COPY --from=build /app ./'];
  const packages = rest.length
    ? ['COPY --from=build /app/package.json ./', 'COPY --from=build /app/node_modules ./node_modules']
    : [];
  return lines(
    `FROM ${IMAGE} AS build`,
    'WORKDIR /app',
    `COPY package.json ${facts.hasLock ? 'package-lock.json ' : ''}./`,
    facts.hasLock ? 'RUN npm ci' : 'RUN npm install',
    'COPY . .',
    ...(facts.hasBuild ? ['RUN npm run build'] : []),
    'RUN npm prune --omit=dev',
    '',
    `FROM ${IMAGE}`,
    'ENV NODE_ENV=production',
    'WORKDIR /app',
    ...packages,
    ...inside,
    ...ending(
      `["node", "/app/node_modules/toolwright/dist/bin/toolwright.js", "serve", "--app", "/app/${app}"]`,
      port,
    ),
  );
}

/** Writes the Dockerfile of the server that ships with the package. */
export function shippedDockerfile(version: string, port: string | undefined): string {
  return lines(
    `FROM ${IMAGE}`,
    'ENV NODE_ENV=production',
    'WORKDIR /app',
    `RUN npm install --omit=dev toolwright@${version}`,
    ...ending('["node", "/app/node_modules/toolwright/dist/bin/toolwright.js", "serve"]', port),
  );
}

/** Writes the .dockerignore beside it: what an image never needs, and what no image may contain. */
export function dockerignore(facts: PackageFacts, app: string): string {
  const [top = '', ...rest] = app.split('/');
  return lines(
    'node_modules',
    ...(facts.hasBuild && rest.length ? [top] : []),
    '.git',
    '.env*',
    '.npmrc',
    '*tokens.txt',
    '*.pem',
    '*.key',
    '*.mcpb',
    '**/Dockerfile',
    '**/*.dockerignore',
  );
}

// The server's own files belong to root; what it may write is in /data, where it runs.
function ending(entry: string, port: string | undefined): string[] {
  return [
    'RUN mkdir /data && chown node:node /data',
    'USER node',
    'WORKDIR /data',
    ...(port === undefined ? [] : [`ENV TOOLWRIGHT_HTTP=0.0.0.0:${port}`, `EXPOSE ${port}`]),
    `ENTRYPOINT ${entry}`,
  ];
}

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}
