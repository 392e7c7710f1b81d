import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/world/template-database.ts';
import { createApi } from '../app.ts';
import { ImportWorker } from '../domains/imports/index.ts';
import { AccessState, SecretKey } from '../platform/access/index.ts';
import { Database, Listener, Notifier } from '../platform/db/index.ts';
import { silentLog as log } from '../platform/kernel/index.ts';

afterEach(() => vi.restoreAllMocks());

test('closes every other part when one fails to close, and reports the failure', async () => {
  const database = await createTestDatabase();
  const connection = { connectionString: database.url, applicationName: 'test', log };
  const db = new Database({ ...connection, connectionsMax: 4 });
  onTestFinished(async () => {
    await db.close();
    await database.drop();
  });
  const api = await createApi({
    db,
    listener: new Listener(connection),
    notifier: new Notifier(db, log),
    secret: new SecretKey('a secret for tests, long enough to be taken'),
    log,
    publicUrl: null,
    egressAllow: [],
    recordingsDir: '/nonexistent',
    browserCalls: {
      route: { path: '/call', scope: 'agents:write', accept: async () => undefined },
      close: () => Promise.reject(new Error('a browser call is stuck')),
    },
    root: join(import.meta.dirname, '../..'),
    ready: async () => ({ ready: true, checks: {} }),
  });
  const port = await api.http.listen('127.0.0.1', 0);
  const others = [ImportWorker, AccessState].map((part) => vi.spyOn(part.prototype, 'close'));
  await expect(api.close()).rejects.toThrow('a browser call is stuck');
  for (const close of others) expect(close).toHaveBeenCalledOnce();
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});
