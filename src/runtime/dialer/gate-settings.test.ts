import { afterAll, beforeAll, expect, test } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { type Queryable, statement } from '../../platform/db/index.ts';
import { gateSettingsOf } from './store.ts';

const addNumber = statement(
  'test.gate_settings.add',
  `insert into phone_numbers (organization_id, phone_number_id, phone_number, trunk_id, local_presence,
     external_id_header, created_at, updated_at)
   values ($1, $2, $3, 'trunk_a', false, 'X-External-ID', now(), now())`,
);
const changeNumber = statement(
  'test.gate_settings.change',
  'update phone_numbers set phone_number = $3 where organization_id = $1 and phone_number_id = $2',
);
const removeNumber = statement(
  'test.gate_settings.remove',
  'delete from phone_numbers where organization_id = $1 and phone_number_id = $2',
);
const nameCountries = statement(
  'test.gate_settings.name',
  'update organizations set allowed_countries = $2 where organization_id = $1',
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

async function countriesOf(organizationId: string, db: Queryable = world.db): Promise<string[]> {
  return [...(await gateSettingsOf(db, organizationId)).allowedCountries].sort();
}

test('countries follow the numbers of an organization at once, even if another process changes them', async () => {
  const organizationId = await world.organization();
  const other = await world.organization();
  const elsewhere = world.another();
  const change = (what: typeof addNumber, ...values: unknown[]) =>
    elsewhere.query(what, [organizationId, ...values]);
  expect(await countriesOf(organizationId)).toEqual(['US']);
  await change(addNumber, 'number_de', '+4930901820');
  expect(await countriesOf(organizationId)).toEqual(['DE', 'US']);
  await change(changeNumber, 'number_de', '+33142685300');
  expect(await countriesOf(organizationId)).toEqual(['FR', 'US']);
  await change(removeNumber, 'number_de');
  expect(await countriesOf(organizationId)).toEqual(['US']);
  await change(nameCountries, ['GB']);
  expect(await countriesOf(organizationId)).toEqual(['GB']);
  expect(await countriesOf(other)).toEqual(['US']);
  await elsewhere.close();
});

test('reads the numbers once, and not with every claim', async () => {
  const organizationId = await world.organization();
  await world.db.query(addNumber, [organizationId, 'number_at', '+43171100']);
  const asked: string[] = [];
  const counted: Queryable = {
    query: (what, values) => {
      asked.push(what.name);
      return world.db.query(what, values);
    },
  };
  for (let n = 0; n < 3; n++) expect(await countriesOf(organizationId, counted)).toEqual(['AT', 'US']);
  expect(asked.filter((name) => name === 'dialer.own_numbers')).toHaveLength(1);
  expect(asked.filter((name) => name === 'dialer.gate_settings')).toHaveLength(3);
});
