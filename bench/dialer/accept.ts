import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fixtures, makeFixtures } from '../fixtures.ts';
import { type Installation, install } from '../installation.ts';
import {
  findLoadGenerator,
  type LoadGenerator,
  type LoadResult,
  prepareOffered,
  requestText,
} from '../load.ts';
import type { Line, Report } from '../report.ts';
import { median } from '../rounds.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { slowFlushEnvironment } from '../slow-flush.ts';

/** A way to send calls. */
interface Way {
  words: string;
  callsOfRequest: number;
  connections: number;
  aims: { perSecond: number; p99Ms?: number };
}

const ways: readonly Way[] = [
  { words: 'one by one', callsOfRequest: 1, connections: 64, aims: { perSecond: 2000, p99Ms: 50 } },
  { words: 'in batches of 1,000', callsOfRequest: 1000, connections: 2, aims: { perSecond: 20_000 } },
  { words: 'in batches of 10,000', callsOfRequest: 10_000, connections: 2, aims: { perSecond: 20_000 } },
];

export interface AcceptOptions {
  folder: string;
  /** The most calls of a request. */
  batchMax: number;
  rounds: number;
  seconds: number;
}

/** Measures how many campaign calls a second are accepted over HTTP. Each is durable when it is answered. */
export async function measureAcceptance(report: Report, options: AcceptOptions): Promise<void> {
  report.begin('accept', 'Campaign calls that are accepted over HTTP, each durable when its answer is sent');
  await measureOn(report, options, { name: 'plain', environment: {}, words: '' });
  const environment = await slowFlushEnvironment(options.folder);
  if (!environment)
    return report.note('No C compiler was found, so nothing was measured with 1 ms of flush.');
  await measureOn(report, options, { name: 'slow', environment, words: ', 1 ms more of flush' });
}

async function measureOn(
  report: Report,
  options: AcceptOptions,
  variation: { name: string; environment: Record<string, string>; words: string },
): Promise<void> {
  const folder = join(options.folder, variation.name);
  const installation = await install(folder, variation.environment);
  const service = await startServer('service-server', installation.order, join(folder, 'service.log'));
  try {
    const fixtures = await makeFixtures(installation, service.port);
    const generator = findLoadGenerator(folder);
    for (const way of ways.filter(({ callsOfRequest }) => callsOfRequest <= options.batchMax)) {
      const lines = await measure(generator, way, { installation, fixtures, service }, options);
      for (const line of lines) report.add({ ...line, what: `${line.what}${variation.words}` });
    }
    const offered = await measureOffered({ installation, fixtures, service }, folder, options);
    for (const line of offered) report.add({ ...line, what: `${line.what}${variation.words}` });
  } finally {
    await service.close();
    await installation.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface World {
  installation: Installation;
  fixtures: Fixtures;
  service: ServerProcess;
}

async function measure(
  generator: LoadGenerator,
  way: Way,
  world: World,
  { rounds, seconds }: AcceptOptions,
): Promise<Line[]> {
  const { words, callsOfRequest, connections, aims } = way;
  await checkAccepted(world, way);
  const load = await generator.prepare(words.replaceAll(/\W+/g, '-'), requestsOf(world, way));
  const run = () => load.run({ port: world.service.port, connections, seconds });
  // The warm-up opens every connection, prepares every statement and compiles the code.
  await run();
  const results: LoadResult[] = [];
  for (let round = 0; round < rounds; round++) results.push(await run());
  const of = (field: keyof LoadResult) => median(results.map((result) => result[field]));
  const perSecond = of('perSecond') * callsOfRequest;
  const from = `p50 ${of('p50Ms').toFixed(1)}, p99 ${of('p99Ms').toFixed(1)} ms a request, ${connections} connections`;
  const aim = { bound: 'at least', value: aims.perSecond } as const;
  const line = { part: 'accept', what: `accepted ${words}`, unit: 'calls/s', aim, value: perSecond } as const;
  if (aims.p99Ms === undefined) return [{ ...line, from }];
  const p99Aim = { bound: 'at most', value: aims.p99Ms } as const;
  const p99 = { part: 'accept', what: `p99 ${words}`, unit: 'ms', aim: p99Aim, value: of('p99Ms') } as const;
  return [
    { ...line, from },
    { ...p99, from: 'median of the rounds' },
  ];
}

/**
 * Sends single calls at the target pace. Each is timed from when it was due, so waiting for an answer hides nothing.
 */
async function measureOffered(
  world: World,
  folder: string,
  { rounds, seconds }: AcceptOptions,
): Promise<Line[]> {
  const [way] = ways;
  const { callsOfRequest, connections, aims } = way!;
  const load = await prepareOffered(folder, requestsOf(world, { callsOfRequest }), aims.perSecond);
  const run = () => load.run({ port: world.service.port, connections, seconds });
  await run();
  const results: LoadResult[] = [];
  for (let round = 0; round < rounds; round++) results.push(await run());
  const of = (field: keyof LoadResult) => median(results.map((result) => result[field]));
  const from = `p50 ${of('p50Ms').toFixed(1)} ms; ${of('perSecond').toFixed(0)} a second were answered, median of the rounds`;
  const what = `p99 one by one, ${aims.perSecond} a second offered`;
  const aim = { bound: 'at most', value: aims.p99Ms! } as const;
  return [{ part: 'accept', what, unit: 'ms', aim, value: of('p99Ms'), from }];
}

const areaCodes = [202, 212, 213, 305, 312, 404, 415, 503, 602, 617, 713, 808];

function callTo(index: number) {
  const phoneNumber = `+1${areaCodes[index % areaCodes.length]}555${String(index % 10_000).padStart(4, '0')}`;
  return { phoneNumber, variables: { customerName: 'Ada Lovelace', appointmentDate: '2026-11-21' } };
}

function pathAndBody({ agentId, scheduleId, phoneNumberId }: Fixtures, callsOfRequest: number, from: number) {
  const common = { campaignName: 'Spring reminders', scheduleId, phoneNumberId };
  const path = `/api/agents/${agentId}/calls/campaign`;
  if (callsOfRequest === 1) return { path, body: { ...common, ...callTo(from) } };
  const calls = Array.from({ length: callsOfRequest }, (_, i) => callTo(from + i));
  return { path: `${path}/batch`, body: { defaults: common, calls } };
}

/** Returns a thousand different single calls, or a few different batches. */
function requestsOf(
  { installation, fixtures }: World,
  { callsOfRequest }: Pick<Way, 'callsOfRequest'>,
): string[] {
  const count = callsOfRequest === 1 ? 1000 : 4;
  return Array.from({ length: count }, (_, i) => {
    const { path, body } = pathAndBody(fixtures, callsOfRequest, i * callsOfRequest);
    return requestText('POST', path, installation.owner.key, body);
  });
}

/** Checks that no call of a batch was refused. A batch is answered with 200 even if some were. */
async function checkAccepted(
  { installation, fixtures, service }: World,
  { callsOfRequest }: Way,
): Promise<void> {
  const { path, body } = pathAndBody(fixtures, callsOfRequest, 0);
  const answer = await fetch(`http://127.0.0.1:${service.port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${installation.owner.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const said = (await answer.json()) as { accepted?: number };
  const isAccepted = callsOfRequest === 1 ? answer.status === 201 : said.accepted === callsOfRequest;
  if (!isAccepted)
    throw new Error(`not every call was accepted: ${answer.status} ${JSON.stringify(said).slice(0, 300)}`);
}
