import { IsAlpha } from 'class-validator';
import { ToolRegistry } from '../../../src/embed';
import { Arg, Tool, ToolArguments } from '../../../src/index';

class Inner extends ToolArguments {
  @Arg('Letters')
  @IsAlpha()
  word = '34';
}

class Args extends ToolArguments {
  @Arg('Letters')
  @IsAlpha()
  letters = '12';

  @Arg('Letters that must be sent')
  @IsAlpha()
  sent!: string;

  @Arg({ description: 'Inner', type: () => Inner })
  inner = new Inner();
}

@Tool({ args: Args, description: 'Does it.' })
class Doit {
  run(): string {
    return 'done';
  }
}

test('verify names the defaults that rules beyond the schema refuse', async () => {
  const found = await new ToolRegistry([Doit]).verify().catch((error: Error) => error.message);
  expect(found).toMatch(
    /class Args: has a default that its own rules refuse: letters must contain only letters/,
  );
  expect(found).toMatch(/inner\.word must contain only letters/);
  expect(found).not.toMatch(/sent/);
});
