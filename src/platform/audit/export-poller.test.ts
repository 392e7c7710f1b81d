import { expect, test } from 'vitest';
import { createApiWorld } from '../../../test/world/api-world.ts';
import { keepAuditLogStill } from '../../../test/world/still-audit-log.ts';
import { Database } from '../db/index.ts';
import { silentLog } from '../kernel/index.ts';
import { change } from './change.ts';

const writers = 12;
const changesOfEach = 40;

interface Entry {
  auditLogId: string;
  createdAt: string;
  resourceReferenceId: string;
}

test('a poller that follows the newest createdAt misses nothing and sees nothing out of order', async () => {
  const world = await createApiWorld();
  await keepAuditLogStill(world);
  const { connectionString } = world.db;
  const options = { connectionString, applicationName: 'parley test writers', log: silentLog };
  const db = new Database({ ...options, connectionsMax: writers });
  const { organizationId, memberId, apiKeyId } = world.owner;
  const path = '/api/export/audit-logs?pageSize=7';

  /** Returns all entries after `after`, oldest first, by following the pages. */
  async function poll(after: string): Promise<Entry[]> {
    const found: Entry[] = [];
    let next: string | null = `${path}&createdAtGt=${after}`;
    while (next !== null) {
      const { body } = await world.request('GET', next);
      found.push(...body.auditLogs);
      next = body.metadata.nextPage?.replace(/^https?:\/\/[^/]+/, '') ?? null;
    }
    return found.reverse();
  }

  async function write(writer: number): Promise<void> {
    for (let turn = 0; turn < changesOfEach; turn++) {
      const actor = {
        organizationId,
        memberId,
        apiKeyId,
        scopes: new Set<string>(),
        requestId: 'req_writer',
      };
      await change({ db, actor }, async () => ({
        result: undefined,
        // Some transactions append several entries, which must become visible together.
        audit: Array.from({ length: 1 + (turn % 3) }, (_, part) => ({
          verb: 'updated' as const,
          type: 'agents' as const,
          id: `${writer}/${turn}/${part}`,
        })),
      }));
    }
  }

  let isWriting = true;
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer))).finally(() => {
    isWriting = false;
  });
  const seen: Entry[] = [];
  let polls = 0;
  for (let last = false; !last; polls++) {
    last = !isWriting;
    seen.push(...(await poll(seen.at(-1)?.createdAt ?? '2000-01-01T00:00:00Z')));
  }
  await writing;

  const log: Entry[] = [];
  let next: string | null = '/api/export/audit-logs?createdAtLt=9999-01-01T00:00:00Z';
  while (next !== null) {
    const { body } = await world.request('GET', next);
    log.push(...body.auditLogs);
    next = body.metadata.nextPage;
  }
  expect(seen).toEqual(log.toReversed());
  const times = seen.map(({ createdAt }) => createdAt);
  expect(times).toEqual([...new Set(times)].sort());
  const written = seen.filter(({ resourceReferenceId }) => /^\d+\/\d+\/\d$/.test(resourceReferenceId ?? ''));
  const perWriter = Array.from({ length: changesOfEach }, (_, turn) => 1 + (turn % 3)).reduce(
    (a, b) => a + b,
  );
  expect(written).toHaveLength(writers * perWriter);
  expect(polls).toBeGreaterThan(2);
  await db.close();
  await world.close();
});
