/**
 * The program's HTTP server as `serve` composes it: real keys, validation, rate limit, metrics and log, in one process.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi } from '../src/app.ts';
import { SecretKey } from '../src/platform/access/index.ts';
import { Database, Listener, Notifier } from '../src/platform/db/index.ts';
import { collectProcessMetrics, createLog } from '../src/platform/kernel/index.ts';
import { serveBench } from './server-process.ts';

serveBench(async ({ connectionString, secret }) => {
  const log = createLog('info');
  collectProcessMetrics('api');
  const db = new Database({ connectionString, applicationName: 'parley api', connectionsMax: 10, log });
  const listener = new Listener({ connectionString, applicationName: 'parley api listener', log });
  const api = await createApi({
    db,
    listener,
    notifier: new Notifier(db, log),
    secret: new SecretKey(secret),
    log,
    publicUrl: null,
    egressAllow: [],
    recordingsDir: tmpdir(),
    root: join(import.meta.dirname, '..'),
    ready: async () => ({ ready: true, checks: {} }),
  });
  await listener.start();
  return api.http.listen('127.0.0.1', 0);
});
