import { serveHttp, serveStdio, type App } from '../../src/index';

class Tool {}

test.each([
  [undefined, 'undefined'],
  ['app', 'app'],
  [{ tools: [] }, 'another object'],
  [Tool, 'a function or class'],
])('%p is refused in place of an app, with what to write', async (given, shown) => {
  for (const serve of [serveStdio, serveHttp])
    await expect(serve(given as unknown as App, { exit: false })).rejects.toThrow(
      `${serve.name}: takes an app, got ${shown}. Write \`${serve.name}(defineApp({ tools: [...] }))\`.`,
    );
});
