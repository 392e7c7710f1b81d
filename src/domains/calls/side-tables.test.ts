import { afterAll, beforeAll, expect, test } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { callSideTables } from './store/removal.ts';

const naming = statement(
  'test.side_tables',
  `select distinct table_name as name from information_schema.columns join information_schema.tables
     using (table_schema, table_name)
   where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'calls' and column_name like '%call_id'
     and column_name not in ('sip_call_id', 'tool_call_id')`,
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

test('the list covers every table that names a call', async () => {
  const tables = await world.db.query<{ name: string }>(naming);
  expect(Object.keys(callSideTables).sort()).toEqual(tables.map(({ name }) => name).sort());
});
