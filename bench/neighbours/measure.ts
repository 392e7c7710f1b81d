import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fixtures, makeFixtures } from '../fixtures.ts';
import type { Report } from '../report.ts';
import type { Answered, Measured, Sent } from './client.ts';
import { type Load, makeLoads } from './loads.ts';
import { type Service, startService } from './service.ts';
import { keepRequests, measured, type Requests, startLoad } from './start-client.ts';

export interface NeighboursOptions {
  folder: string;
  /** A part of the names of the measured loads; empty for all. */
  only: string;
  aloneSeconds: number;
  besideSeconds: number;
  /** The wait after the last load before the remaining memory is read. */
  afterSeconds: number;
}

/** The rate of the quiet organization, and of each kind of probe. */
const requestsPerSecond = 40;
const probesPerSecond = 25;

/** The quiet organization's p99 may grow by this factor, and to this many milliseconds. */
const ratioMax = 5;
const p99MsMax = 300;

interface Together {
  quiet: Measured;
  health: Measured;
  bare: Measured;
}

export async function measureNeighbours(report: Report, options: NeighboursOptions): Promise<void> {
  const service = await startService(options.folder);
  const bare = fork(new URL('./bare-server.ts', import.meta.url));
  try {
    const [barePort] = (await once(bare, 'message')) as [number];
    const fixtures = {
      quiet: await makeFixtures({ db: service.db, owner: service.quiet }, service.port),
      busy: await makeFixtures({ db: service.db, owner: service.busy }, service.port, '+12025550101'),
    };
    const world = {
      service,
      report,
      options,
      measure: await measuring(options.folder, service, fixtures.quiet, barePort),
    };
    await world.measure(options.aloneSeconds);
    const sender = {
      key: service.busy.key,
      fixtures: fixtures.busy,
      post: (path: string, body: unknown) => post(service, path, body),
    };
    const loads = (await makeLoads(sender)).filter(({ name }) => name.includes(options.only));
    const beforeMb = await service.residentMb();
    for (const load of loads) await measureBeside(world, load);
    await sleep(options.afterSeconds * 1000);
    const afterMb = await service.residentMb();
    report.add({
      ...{
        part: 'neighbours',
        what: `memory ${options.afterSeconds} s after all of it`,
        value: afterMb,
        unit: 'MB',
      },
      from: `${Math.round(beforeMb)} MB before`,
    });
  } finally {
    bare.disconnect();
    await service.close();
  }
}

interface World {
  service: Service;
  report: Report;
  options: NeighboursOptions;
  measure(seconds: number): Promise<Together>;
}

async function measureBeside(world: World, load: Load): Promise<void> {
  const { service, report, options } = world;
  report.begin('neighbours', `${load.name}, ${load.connections} at a time`);
  const requests = await keepRequests(options.folder, 'load', load.requests);
  const alone = await world.measure(options.aloneSeconds);
  const beforeMb = await service.residentMb();
  const stop = await startLoad(requests, { port: service.port, connections: load.connections });
  let peakMb = 0;
  const watch = setInterval(async () => {
    peakMb = Math.max(peakMb, await service.residentMb());
  }, 100);
  // The start of a load is not measured.
  await sleep(1000);
  const beside = await world.measure(options.besideSeconds);
  const answered = await stop();
  clearInterval(watch);
  tell(world, load.name, alone, beside);
  const memory = `${Math.round(beforeMb)} MB before`;
  report.add({
    part: 'neighbours',
    what: `${load.name}: peak memory`,
    value: peakMb,
    unit: 'MB',
    from: `${memory}; answers ${wordsOf(answered)}`,
  });
}

function tell({ report }: World, name: string, alone: Together, beside: Together): void {
  const ms = (of: Measured) => `p50 ${of.p50Ms.toFixed(1)} p99 ${of.p99Ms.toFixed(1)} ms`;
  const machine = `bare server ${ms(alone.bare)} alone, ${ms(beside.bare)} beside`;
  for (const who of ['quiet', 'health'] as const) {
    const failed =
      beside[who].failed === 0 ? '' : `; ${beside[who].failed} of ${beside[who].requests} failed`;
    const what = `${name}: ${who === 'quiet' ? 'another organization' : '/healthz'}`;
    const from = `${ms(alone[who])} alone, ${ms(beside[who])} beside${failed}; ${machine}`;
    const [before, after] = [alone[who].p99Ms, beside[who].p99Ms];
    const at = { part: 'neighbours', what: `${what}, p99`, from } as const;
    report.add({ ...at, value: after, unit: 'ms', aim: { bound: 'at most', value: p99MsMax } });
    report.add({ ...at, value: after / before, unit: 'x', aim: { bound: 'at most', value: ratioMax } });
  }
}

function wordsOf(answered: Answered): string {
  const words = Object.entries(answered).map(([status, count]) => `${status}: ${count}`);
  return words.join(', ') || 'none';
}

/** Measures the quiet organization, /healthz and the bare server at the same time. */
async function measuring(
  folder: string,
  { port, quiet }: Service,
  fixtures: Fixtures,
  barePort: number,
): Promise<(seconds: number) => Promise<Together>> {
  const mix = await keepRequests(folder, 'quiet', quietMix(quiet.key, fixtures));
  const probes = await keepRequests(folder, 'health', [{ method: 'GET', path: '/healthz' }]);
  return async (seconds) => {
    const probed = (requests: Requests, at: number) =>
      measured(requests, { port: at, perSecond: probesPerSecond, seconds });
    const [quiet, health, bare] = await Promise.all([
      measured(mix, { port, perSecond: requestsPerSecond, seconds }),
      probed(probes, port),
      probed(probes, barePort),
    ]);
    return { quiet, health, bare };
  };
}

/** Returns the requests of a typical client: it queues calls and reads earlier ones. */
function quietMix(key: string, { agentId, scheduleId, phoneNumberId, customers }: Fixtures): Sent[] {
  const body = (phoneNumber: string) =>
    JSON.stringify({
      ...{ campaignName: 'Spring reminders', scheduleId, phoneNumber, phoneNumberId },
      variables: { customerName: 'Ada Lovelace', appointmentDate: '2026-11-21' },
    });
  return customers.slice(0, 200).flatMap(({ phoneNumber, externalId }) => [
    { method: 'POST', path: `/api/agents/${agentId}/calls/campaign`, key, body: body(phoneNumber) },
    { method: 'GET', path: `/api/calls/external/${externalId}`, key },
    { method: 'GET', path: '/api/calls?pageSize=20', key },
    { method: 'GET', path: '/api/agents', key },
  ]);
}

async function post({ port, busy }: Service, path: string, body: unknown): Promise<Record<string, string>> {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${busy.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
  return (await answer.json()) as Record<string, string>;
}
