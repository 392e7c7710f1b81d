import { expect, test } from 'vitest';
import { createApiWorld } from '../../../test/world/api-world.ts';
import { Database, statement } from '../db/index.ts';
import { silentLog } from '../kernel/index.ts';
import { exportAuditLogs } from './export.ts';
import { chunkEntries } from './export-page.ts';
import { ExportRecorder } from './export-recorder.ts';

const append = statement(
  'test.append',
  `select audit_append($1, 'system', 'created', 'agents', null, null, 'req_1', gen_random_uuid())
   from generate_series(1, $2::int)`,
);

test('a half-read page holds no connection', async () => {
  const world = await createApiWorld();
  const { organizationId, memberId, apiKeyId } = world.owner;
  await world.db.query(append, [organizationId, 5 * chunkEntries]);
  const { connectionString } = world.db;
  const options = { connectionString, applicationName: 'parley test', log: silentLog };
  const db = new Database({ ...options, connectionsMax: 1 });
  const actor = { organizationId, memberId, apiKeyId, scopes: new Set<string>(), requestId: 'req_1' };
  const scope = { db, actor, recorder: new ExportRecorder(), baseUrl: 'http://localhost' };
  const page = (await exportAuditLogs(scope, {}))[Symbol.asyncIterator]();
  let text = '';
  for (let part = await page.next(); !part.done; part = await page.next()) {
    text += part.value;
    // The pool has one connection: this would wait forever if the page held it between its parts.
    await db.query(statement('test.one', 'select 1'));
  }
  expect(JSON.parse(text).auditLogs).toHaveLength(5 * chunkEntries + 3);
  await db.close();
  await world.close();
});
