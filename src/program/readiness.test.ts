import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../test/world/template-database.ts';
import { Database } from '../platform/db/index.ts';
import { silentLog } from '../platform/kernel/index.ts';
import { apiReadiness, readinessParts } from './readiness.ts';

test('a process whose connections are all in use is ready while the database answers', async () => {
  const database = await createTestDatabase();
  const options = { connectionString: database.url, applicationName: 'test', log: silentLog };
  const db = new Database({ ...options, connectionsMax: 1 });
  const parts = readinessParts(db, { hasProcess: false, isReady: false, refusal: null });
  const held = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  onTestFinished(async () => {
    await db.close();
    await database.drop();
  });
  const holding = db.transaction(async () => {
    held.resolve();
    await done.promise;
  });
  await held.promise;
  expect(await apiReadiness(parts)).toEqual({ ready: true, checks: { database: true } });
  done.resolve();
  await holding;
});
