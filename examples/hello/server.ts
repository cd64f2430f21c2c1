// The smallest server: one class, one tool.
import { Arg, defineApp, serveStdio, Tool, ToolArguments } from 'toolwright';

class GreetArgs extends ToolArguments {
  @Arg({ description: 'Whom to greet', minLength: 1 })
  name!: string;

  @Arg('Whether to shout')
  loud = false;
}

/** Greets someone by name. */
@Tool({ args: GreetArgs, description: 'Greet someone.' })
export class Greet {
  run(args: GreetArgs): string {
    const greeting = `Hello, ${args.name}!`;
    return args.loud ? greeting.toUpperCase() : greeting;
  }
}

const app = defineApp({ name: 'hello', version: '1.0.0', tools: [Greet] });
export default app;

if (require.main === module) void serveStdio(app);
