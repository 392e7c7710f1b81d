import { expect, test } from 'vitest';
import { OutcomeUnknownError } from '../kernel/index.ts';
import { KnownSessions } from './known-sessions.ts';

test('reports a lost write of session use as an ordinary failure, because the request has not begun', async () => {
  const gone = new Error('Connection terminated');
  const db = { query: () => Promise.reject(new OutcomeUnknownError({ cause: gone })) };
  const session = {
    ...{ organizationId: 'org_1', sessionId: 'session_1', memberId: 'member_1', role: 'Admin' as const },
    requestsPerSecond: 10,
    ...{ expiresAtMs: Number.POSITIVE_INFINITY, seenAtMs: 0 },
  };
  await expect(new KnownSessions().see(db, session, 60_001)).rejects.toBe(gone);
});
