import { createSocket } from 'node:dgram';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { freeRtpPorts } from '../../test/world/rtp-ports.ts';
import { createTestDatabase } from '../../test/world/template-database.ts';
import { SecretKey } from '../platform/access/index.ts';
import { Database, Listener } from '../platform/db/index.ts';
import { Jobs } from '../platform/jobs/index.ts';
import { metrics, readSettings, silentLog } from '../platform/kernel/index.ts';
import { Node } from '../platform/nodes/index.ts';
import { Dialer } from '../runtime/dialer/index.ts';
import { CallEngine } from '../runtime/session/index.ts';
import { type CallsOptions, startCalls } from './calls.ts';
import { prepareInstallation } from './first-start.ts';
import { settings as definitions } from './settings.ts';

afterEach(() => {
  vi.restoreAllMocks();
  // A call engine registers gauges, and each test starts one.
  metrics.clear();
});

function throwIt(error: Error): never {
  throw error;
}

async function callsOptions(environment: Record<string, string>): Promise<CallsOptions> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'calls-'));
  onTestFinished(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true });
  });
  const connection = { connectionString: database.url, applicationName: 'test', log: silentLog };
  const secret = 'a secret for tests, long enough to be taken';
  const db = new Database({ ...connection, connectionsMax: 2 });
  await prepareInstallation(db, new SecretKey(secret), dataDir, silentLog);
  await db.close();
  const settings = readSettings(definitions, { PARLEY_DATA_DIR: dataDir, ...environment });
  return {
    connectionString: database.url,
    secret,
    secretFile: null,
    settings: { ...settings, rtpPorts: await freeRtpPorts(4) },
    recordingStore: null,
    dials: true,
  };
}

test('closes every other part when one fails to close, and reports the failure', async () => {
  const calls = await startCalls(await callsOptions({ PARLEY_SIP_PORT: '0' }), silentLog, throwIt);
  const broken = vi.spyOn(Dialer.prototype, 'stop').mockRejectedValue(new Error('the dialer is stuck'));
  const others = [CallEngine, Jobs, Listener, Database].map((part) => vi.spyOn(part.prototype, 'close'));
  await expect(calls.close(0)).rejects.toThrow('the dialer is stuck');
  expect(broken).toHaveBeenCalledOnce();
  // The beats have connections of their own.
  expect(others.map((close) => close.mock.calls.length)).toEqual([1, 1, 1, 2]);
});

test('closes what it has started when the SIP port is taken', async () => {
  const taken = createSocket('udp4');
  await new Promise<void>((resolve) => taken.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const options = await callsOptions({ PARLEY_SIP_PORT: String(taken.address().port) });
  const closed = [Node, Listener, Database].map((part) => vi.spyOn(part.prototype, 'close'));
  await expect(startCalls(options, silentLog, throwIt)).rejects.toThrow('EADDRINUSE');
  expect(closed.map((close) => close.mock.calls.length)).toEqual([1, 1, 2]);
});
