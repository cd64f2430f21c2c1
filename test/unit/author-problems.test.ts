import { transpileModule, ModuleKind, ScriptTarget } from 'typescript';
import { ToolRegistry } from '../../src/embed';
import * as toolwright from '../../src/index';

test('a class that was compiled for ES5 is named with the setting that is wrong', async () => {
  const source = `
    import { Arg, Tool, ToolArguments } from 'toolwright';
    class Args extends ToolArguments { @Arg({ description: 'Name', type: 'string' }) name = 'a'; }
    @Tool({ args: Args, description: 'Does it.' })
    export class Doit { run() { return 'done'; } }`;
  const { outputText } = transpileModule(source, {
    compilerOptions: { target: ScriptTarget.ES5, module: ModuleKind.CommonJS, experimentalDecorators: true },
  });
  const exported: { Doit?: toolwright.ToolClass } = {};
  new Function('require', 'exports', outputText)(() => toolwright, exported);
  await expect(new ToolRegistry([exported.Doit!]).verify()).rejects.toThrow(
    /without classes \(Class constructor ToolArguments .*"target": "ES2022" in tsconfig\.json/,
  );
});
