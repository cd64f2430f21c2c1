import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';
import { FLAG_VALUE_SCHEMA } from '../flags/flag-schema';
import type { FlagValue } from '../store/flag-values';

/** Arguments shared by the tools that set a flag. */
export class SetFlagArgs extends ToolArguments {
  @Arg({ description: 'Name of the flag: letters, digits, _ and -', example: 'content-format' })
  featureName!: string;

  @Arg({
    description: 'true, false, a string, a list of strings, or an object of strings; null removes the flag',
    schema: FLAG_VALUE_SCHEMA,
    example: true,
  })
  value: FlagValue | null = true;
}
