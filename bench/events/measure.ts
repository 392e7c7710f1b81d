import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { EventPulse } from '../../src/domains/events/index.ts';
import { Sender } from '../../src/domains/webhooks/sender/index.ts';
import { SecretKey } from '../../src/platform/access/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { createLog, newId } from '../../src/platform/kernel/index.ts';
import { type Installation, install, run } from '../installation.ts';
import { percentile } from '../percentile.ts';
import type { Report } from '../report.ts';
import { alternate, median } from '../rounds.ts';

export interface EventsOptions {
  folder: string;
  rounds: number;
  /** The duration of each measurement in seconds. */
  seconds: number;
}

/** Offered events a second, and the interval between offers. */
const perSecond = 1000;
const everyMs = 20;
const hangingMax = 3;
const egressAllow = ['127.0.0.1/32'];

/** Measures deliveries to a fast receiver, alone and beside receivers that never answer. */
export async function measureEvents(
  report: Report,
  { folder, rounds, seconds }: EventsOptions,
): Promise<void> {
  report.begin(
    'events',
    `${perSecond} events a second to a fast receiver, alone and beside ${hangingMax} that hang`,
  );
  const installation = await install(folder);
  const receivers = await startReceivers();
  const sending = await startSending(installation, receivers.port);
  try {
    const measure = (hangs: boolean) => async () => {
      await sending.hang(hangs);
      return offered(installation, receivers, seconds);
    };
    const delays: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
    const rates = await alternate(rounds, {
      alone: async () => keep(delays.alone, await measure(false)()),
      beside: async () => keep(delays.beside, await measure(true)()),
    });
    const words = (name: 'alone' | 'beside') =>
      `p50 ${Math.round(median(delays[name]))}, p95 ${Math.round(percentile(delays[name], 95))}, p99 ${Math.round(percentile(delays[name], 99))} ms after the event`;
    for (const name of ['alone', 'beside'] as const) {
      report.add({
        ...{ part: 'events', what: `delivered ${name === 'alone' ? 'alone' : 'beside those that hang'}` },
        ...{ value: Math.round(median(rates.of(name))), unit: 'events/s', from: words(name) },
        aim: { bound: 'at least', value: 0.95 * perSecond },
      });
    }
    report.add({
      ...{ part: 'events', what: 'p95 beside those that hang : alone' },
      value: percentile(delays.beside, 95) / percentile(delays.alone, 95),
      ...{ unit: 'x', from: `${delays.beside.length} and ${delays.alone.length} deliveries` },
      aim: { bound: 'at most', value: 1.5 },
    });
    await sending.hang(false);
    const count = perSecond * seconds;
    const all = await burst(installation, receivers, count);
    report.add({
      ...{ part: 'events', what: 'delivered of what waits', value: Math.round(all), unit: 'events/s' },
      from: `${count} events at once`,
    });
  } finally {
    await sending.close();
    receivers.process.kill('SIGKILL');
    await installation.close();
  }
}

function keep(all: number[], { rate, delaysMs }: { rate: number; delaysMs: number[] }): number {
  all.push(...delaysMs);
  return rate;
}

interface Receivers {
  process: ChildProcess;
  port: number;
  /** Returns the delays of events that arrived since the previous call. */
  read(): Promise<number[]>;
}

async function startReceivers(): Promise<Receivers> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'receivers.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout! });
  const [port] = await once(lines, 'line');
  return {
    process: child,
    port: Number(port),
    async read() {
      const answer = once(lines, 'line');
      child.stdin!.write('\n');
      return JSON.parse((await answer)[0]) as number[];
    },
  };
}

/** Starts the sender in this process, as in the API process, with a fast endpoint and several that hang. */
async function startSending({ db, owner, order }: Installation, port: number) {
  const { organizationId } = owner;
  const log = createLog('error');
  const secret = new SecretKey(order.secret);
  const place = async (path: string) => {
    const webhookEndpointId = newId('webhook');
    const sealed = secret.seal(
      `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
      `webhook-endpoint:${organizationId}:${webhookEndpointId}`,
    );
    await run(
      db,
      `insert into webhook_endpoints (organization_id, webhook_endpoint_id, url, events, enabled, sealed_secret, seen,
         created_at, updated_at)
       values ($1, $2, $3, '{suppression.added}', true, $4, event_snapshot(), now(), now())`,
      [organizationId, webhookEndpointId, `http://127.0.0.1:${port}${path}`, sealed],
    );
  };
  await place('/fast');
  const sender = new Sender({ db, log, secret, egressAllow });
  await sender.start();
  const pulse = new EventPulse(db, log);
  pulse.listen(() => sender.look());
  return {
    async hang(isWanted: boolean) {
      await run(db, `delete from webhook_endpoints where url not like '%/fast'`);
      for (let i = 0; isWanted && i < hangingMax; i++) await place(`/hangs-${i}`);
    },
    async close() {
      await pulse.close();
      await sender.close();
    },
  };
}

/** Stores `count` events, each about a different resource. */
async function store(db: Database, organizationId: string, count: number): Promise<void> {
  await run(
    db,
    `insert into events (organization_id, type, resource_id, data)
     select $1, 'suppression.added', gen_random_uuid()::text, json_build_object('suppressionId', 'suppression_x',
       'phoneNumber', '+12125550123', 'source', 'api', 'reason', null, 'callId', null, 'createdAt', now())
     from generate_series(1, $2::integer)`,
    [organizationId, count],
  );
}

/** Offers events at their rate, and waits until all have arrived. Returns the overall rate and every delay. */
async function offered({ db, owner }: Installation, receivers: Receivers, seconds: number) {
  await receivers.read();
  const startedMs = performance.now();
  const total = perSecond * seconds;
  for (let stored = 0; stored < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - startedMs) / 1000) * perSecond));
    if (due > stored) await store(db, owner.organizationId, due - stored);
    stored = Math.max(stored, due);
    await delay(everyMs);
  }
  const delaysMs = await arrived(receivers, total);
  return { rate: (1000 * total) / (performance.now() - startedMs), delaysMs };
}

async function burst({ db, owner }: Installation, receivers: Receivers, count: number): Promise<number> {
  await receivers.read();
  await store(db, owner.organizationId, count);
  const startedMs = performance.now();
  await arrived(receivers, count);
  return (1000 * count) / (performance.now() - startedMs);
}

async function arrived(receivers: Receivers, count: number): Promise<number[]> {
  const delaysMs: number[] = [];
  const endMs = performance.now() + 60_000;
  while (delaysMs.length < count) {
    delaysMs.push(...(await receivers.read()));
    if (performance.now() > endMs) throw new Error(`only ${delaysMs.length} of ${count} events arrived`);
    await delay(20);
  }
  return delaysMs;
}
