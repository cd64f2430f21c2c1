import {
  IsOptional,
  Validate,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { validateArguments } from '../../../src/embed';
import { Arg, ToolArguments } from '../../../src/index';

@ValidatorConstraint()
class Even implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return Number(value) % 2 === 0;
  }

  defaultMessage(): string {
    return '$property must be even';
  }
}

class Room extends ToolArguments {
  @Arg('Its number') @Validate(Even) roomNumber!: number;
  // The outer class has a field of this name, which is called otherwise on the wire.
  @Arg({ description: 'Its guests', optional: true }) @IsOptional() @Validate(Even) guestCount?: number;
  @Arg({ description: 'Its pin', secret: true, optional: true })
  @IsOptional()
  @Validate(Even)
  pinCode?: number;
}

class House extends ToolArguments {
  @Arg({ description: 'Its main room', type: () => Room, optional: true })
  @IsOptional()
  @ValidateNested()
  mainRoom?: Room;

  @Arg({ description: 'All rooms', items: () => Room, optional: true })
  @IsOptional()
  @ValidateNested({ each: true })
  allRooms?: Room[];

  @Arg({ description: 'Guests', name: 'visitors', optional: true })
  @IsOptional()
  @Validate(Even)
  guestCount?: number;
}

class Street extends ToolArguments {
  @Arg({ description: 'Its house', type: () => House }) @ValidateNested() firstHouse!: House;
}

async function fieldsOf(args: object): Promise<(readonly [string, string])[]> {
  const checked = await validateArguments(Street, args);
  return checked.ok ? [] : checked.problems.map(({ field, message }) => [field, message] as const);
}

test.each([
  ['a nested class', { main_room: { room_number: 1 } }, 'first_house.main_room.room_number'],
  [
    'an item of a list',
    { all_rooms: [{ room_number: 2 }, { room_number: 1 }] },
    'first_house.all_rooms[1].room_number',
  ],
  [
    'a field of a name in another class',
    { main_room: { room_number: 2, guest_count: 1 } },
    'first_house.main_room.guest_count',
  ],
  ['a field with a name of its own', { visitors: 1 }, 'first_house.visitors'],
])('a problem in %s has the name that the caller sent', async (_name, house, field) => {
  expect(await fieldsOf({ first_house: house })).toEqual([[field, 'must be even']]);
});

test('a secret that breaks a rule in a nested class is not repeated', async () => {
  const checked = await validateArguments(Street, {
    first_house: { main_room: { room_number: 2, pin_code: 12_345 } },
  });
  expect(checked).toMatchObject({ ok: false, problems: [{ field: 'first_house.main_room.pin_code' }] });
  expect(JSON.stringify(checked)).not.toContain('12345');
});

test('what stands beside a secret is', async () => {
  const checked = await validateArguments(Street, { first_house: { main_room: { room_number: 1 } } });
  expect(checked).toMatchObject({ ok: false, problems: [{ received: '1 (number)' }] });
});
