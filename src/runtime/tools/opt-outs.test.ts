import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DatabaseLine } from '../../../test/world/database-line.ts';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/world/template-database.ts';
import { temporaryFolder } from '../../../test/world/temporary-folder.ts';
import { Database, readStatement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { OptOuts } from './opt-outs.ts';

const suppressed = readStatement(
  'test.opt_outs.suppressed',
  'select customer_number as "customerNumber" from suppressions order by 1',
);

let database: TestDatabase;
let line: DatabaseLine;
let db: Database;
let organizationId: string;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  database = await createTestDatabase();
  line = await DatabaseLine.open(database);
  const options = { applicationName: 'test', connectionsMax: 2, log: silentLog };
  db = new Database({ ...options, connectionString: line.url });
  organizationId = await QueueWorld.over(db).organization({ max: 10 });
  folder = await temporaryFolder();
});
afterEach(async () => {
  await db.close();
  await line.close();
  await database.drop();
  await folder[Symbol.asyncDispose]();
});

const open = () => new OptOuts({ db, folder: folder.path, log: silentLog });
const wish = (callId: string, customerNumber: string) => ({ organizationId, callId, customerNumber });

it('stores opt-outs at once, and keeps no file', async () => {
  const optOuts = open();
  await optOuts.start();
  await optOuts.record(wish('call_a', '+12125550101'));
  expect(await db.query(suppressed)).toEqual([{ customerNumber: '+12125550101' }]);
  expect(await readdir(folder.path)).toEqual([]);
  await optOuts.close();
});

it('keeps opt-outs while the database is away, also for the next process', async () => {
  const killed = open();
  await killed.start();
  line.begin('closed');
  await killed.record(wish('call_a', '+12125550101'));
  await killed.record(wish('call_b', '+12125550102'));
  // A killed process stores nothing any more.
  await killed.close();
  line.restore();
  expect(await db.query(suppressed).catch(() => db.query(suppressed))).toEqual([]);
  const next = open();
  await next.start();
  await expect
    .poll(() => db.query(suppressed))
    .toEqual([{ customerNumber: '+12125550101' }, { customerNumber: '+12125550102' }]);
  await expect.poll(() => readdir(folder.path)).toEqual([]);
  await next.close();
});

it('stores kept opt-outs as soon as the database is back', async () => {
  const optOuts = open();
  await optOuts.start();
  line.begin('stopped');
  await optOuts.record(wish('call_a', '+12125550101'));
  expect(await readdir(folder.path)).toEqual(['call_a.json']);
  line.restore();
  await expect.poll(() => readdir(folder.path)).toEqual([]);
  expect(await db.query(suppressed)).toEqual([{ customerNumber: '+12125550101' }]);
  await optOuts.close();
});
