import { Contains, IsOptional, MinLength, ValidateIf, ValidateNested } from 'class-validator';
import { Arg, ToolArguments } from '../../../src/index';
import { validateArguments } from '../../../src/schema/validate';

class Owner extends ToolArguments {
  @Arg('Full name') fullName!: string;
  @Arg('Phone') @Contains('5') phone!: string;
  @Arg({ description: 'Nickname', optional: true }) @Contains('a') nick?: string;
}

class PetArgs extends ToolArguments {
  @Arg({ description: 'Owner', type: () => Owner }) @ValidateNested() owner!: Owner;
  @Arg({ description: 'Others', items: () => Owner, optional: true }) others?: Owner[];
  @Arg('Chip') @MinLength(3) chip!: string;
}

const fieldsOf = async (raw: object): Promise<string[]> => {
  const checked = await validateArguments(PetArgs, raw);
  return checked.ok ? [] : checked.problems.map(({ field }) => field);
};
const ada = { full_name: 'Ada', phone: '12345' };

describe('the rules of a nested class are asked about what the schema took', () => {
  test.each<[string, object, string[]]>([
    [
      'beside a field that is missing',
      { owner: { phone: '12' }, chip: 'x' },
      ['owner.full_name', 'chip', 'owner.phone'],
    ],
    [
      'beside a field of the wrong type',
      { owner: { full_name: {}, phone: '12' }, chip: 'abc' },
      ['owner.full_name', 'owner.phone'],
    ],
    [
      'beside one that is unknown',
      { owner: { ...ada, phon: 1, nick: 'A' }, chip: 'abc' },
      ['owner.phon', 'owner.nick'],
    ],
    [
      'in a list, each by itself',
      { owner: ada, chip: 'abc', others: [{ phone: '1' }, ada, { full_name: 'Bob', phone: '2' }] },
      ['others[0].full_name', 'others[0].phone', 'others[2].phone'],
    ],
    ['not about what it refused', { owner: { full_name: 'Ada', phone: [] }, chip: 'abc' }, ['owner.phone']],
    ['not about what is no such object', { owner: 'Ada', chip: 'abc' }, ['owner']],
    ['not about nothing', { owner: ada, chip: 'abc' }, []],
  ])('%s', async (_, raw, fields) => {
    expect(await fieldsOf(raw)).toEqual(fields);
  });

  test('what a rule throws over a field that was refused is that field’s fault', async () => {
    class Inner extends ToolArguments {
      @Arg('A name') name!: string;
      @Arg({ description: 'A nick', optional: true })
      @ValidateIf((inner: Inner) => inner.name.length > 2)
      @IsOptional()
      @MinLength(2)
      nick?: string;
    }
    class Outer extends ToolArguments {
      @Arg({ description: 'Inner', type: () => Inner }) inner!: Inner;
      @Arg('Code') @MinLength(3) code!: string;
    }
    const checked = await validateArguments(Outer, { inner: { nick: 'a' }, code: 'x' });
    expect(!checked.ok && checked.problems.map(({ field }) => field)).toEqual(['inner.name', 'code']);
  });
});
