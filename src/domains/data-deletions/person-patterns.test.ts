import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { type PersonKey, patternsOf } from './person-patterns.ts';

const erase = statement(
  'test.sought.erase',
  'select $1::text ~ $2 as found, redact_person($1, $3, $2, $4) as text',
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

const number: PersonKey = { by: 'phoneNumber', value: '+12125550177' };
async function without(sought: PersonKey, text: string, countries?: string[]): Promise<string> {
  const { pattern, bare, instead } = patternsOf(sought, countries);
  const [row] = await world.db.query<{ text: string }>(erase, [text, pattern, bare, instead]);
  return row!.text;
}

it.each([
  ['Call +12125550177 now', 'Call [erased] now'],
  ['at 1 (212) 555-0177', 'at [erased]'],
  ['sip:12125550177@carrier', 'sip:[erased]@carrier'],
  ['{"a":"line\\n12125550177"}', '{"a":"line\\n[erased]"}'],
  ['{"phone":12125550177,"list":[1,12125550177]}', '{"phone":null,"list":[1,null]}'],
  ['12125550177', 'null'],
  ['{"other":"+121255501770","id":"a12125550177"}', '{"other":"+121255501770","id":"a12125550177"}'],
  ['at (212) 555-0177, 212.555.0177', 'at [erased], [erased]'],
  ['{"tel":"2125550177","n":[2125550177]}', '{"tel":"[erased]","n":[null]}'],
  ['+49 212 5550177, 0049-2125550177', '+49 212 5550177, 0049-2125550177'],
  ['20 2125550177', '20 [erased]'],
  ['92125550177 or 21255501770', '92125550177 or 21255501770'],
])('a number is found as people and systems write it: %s', async (text, expected) => {
  expect(await without(number, text)).toBe(expected);
});

it.each([
  ['+442079460018', '020 7946 0018', '[erased]'],
  ['+442079460018', '+44 (0)20 7946 0018, 44(0)2079460018', '[erased], [erased]'],
  // Ten digits are read as a number of the United States.
  ['+442079460018', '2079460018', '2079460018'],
  // So few digits may be part of another number.
  ['+4520123456', '20123456', '20123456'],
  ['+4520123456', '45 20 12 34 56', '[erased]'],
])('a number is found as its country writes it: %s in %s', async (value, text, expected) => {
  expect(await without({ by: 'phoneNumber', value }, text)).toBe(expected);
});

it('does not match a number when another country of the organization writes one of its numbers so', async () => {
  const italian: PersonKey = { by: 'phoneNumber', value: '+393123456789' };
  const text = 'Call 312 345 6789';
  expect(await without({ by: 'phoneNumber', value: '+13123456789' }, text, ['US'])).toBe('Call [erased]');
  expect(await without(italian, text, ['IT'])).toBe(text);
  expect(await without({ by: 'phoneNumber', value: '+33612345678' }, '06 12 34 56 78', ['FR'])).toBe(
    '[erased]',
  );
});

it.each([
  ['cust-ada-77', 'https://crm/customers/cust-ada-77?x', 'https://crm/customers/[erased]?x'],
  ['cust-ada-77', '{"id":"cust-ada-777"}', '{"id":"cust-ada-777"}'],
  ['42', '{"id":"42","age":42,"text":"42 or 142"}', '{"id":"[erased]","age":null,"text":"42 or 142"}'],
  ['a"b\\c+(d)', '{"id":"a\\"b\\\\c+(d)"}', '{"id":"[erased]"}'],
])('an id is found as a word, a short one as a whole value: %s', async (value, text, expected) => {
  expect(await without({ by: 'customerUniqueId', value }, text)).toBe(expected);
});
