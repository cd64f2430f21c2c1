import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

const word = (number: number, name?: string) =>
  Arg({ description: `Word ${number} after @guide`, optional: true, ...(name && { name }) });

/** The words after `@guide`: prompts cannot take lists, so there are fifteen arguments of one word. */
export class GuideArgs extends ToolArguments {
  @word(1) arg1?: string;
  @word(2) arg2?: string;
  @word(3) arg3?: string;
  @word(4) arg4?: string;
  @word(5) arg5?: string;
  @word(6) arg6?: string;
  @word(7) arg7?: string;
  @word(8) arg8?: string;
  @word(9) arg9?: string;
  @word(10, 'argA') argA?: string;
  @word(11, 'argB') argB?: string;
  @word(12, 'argC') argC?: string;
  @word(13, 'argD') argD?: string;
  @word(14, 'argE') argE?: string;
  @word(15, 'argF') argF?: string;
}

/** Returns the words up to the first missing one. */
export function guideWords(args: GuideArgs): string[] {
  const first = [
    args.arg1,
    args.arg2,
    args.arg3,
    args.arg4,
    args.arg5,
    args.arg6,
    args.arg7,
    args.arg8,
    args.arg9,
  ];
  const all = [...first, args.argA, args.argB, args.argC, args.argD, args.argE, args.argF];
  const end = all.findIndex((text) => text === undefined || text === '');
  return all.slice(0, end < 0 ? all.length : end) as string[];
}
