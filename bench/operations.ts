import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fixtures, makeFixtures } from './fixtures.ts';
import { install } from './installation.ts';
import { findLoadGenerator, type LoadGenerator, type LoadResult, requestText } from './load.ts';
import type { Report } from './report.ts';
import { alternate, median } from './rounds.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { slowFlushEnvironment } from './slow-flush.ts';

const connections = 32;
/** An operation must reach this share of its floor's requests a second. */
const aim = { bound: 'at least', value: 0.6 } as const;

interface Operation {
  name: string;
  writes: boolean;
  requests: string[];
}

/** Returns requests of a client, a thousand different ones where that matters. */
function operations(key: string, fixtures: Fixtures): Operation[] {
  const { agentId, scheduleId, phoneNumberId, workflowId, customers } = fixtures;
  const get = (path: string) => requestText('GET', path, key);
  const post = (path: string, body: unknown) => requestText('POST', path, key, body);
  const callOf = (phoneNumber: string) => ({
    campaignName: 'Spring reminders',
    scheduleId,
    phoneNumber,
    phoneNumberId,
    variables: { customerName: 'Ada Lovelace', appointmentDate: '2026-11-21' },
  });
  const areaCodes = [202, 212, 213, 305, 312, 404, 415, 503, 602, 617, 713, 808];
  const numbers = customers.map(
    (_, i) => `+1${areaCodes[i % areaCodes.length]}555${String(i).padStart(4, '0')}`,
  );
  const input = {
    customerId: 'c-1029',
    outcome: 'reached',
    notes: ['asked for a call back', 'prefers mornings'],
  };
  const data = { customerName: 'Ada Lovelace', appointmentDate: '2026-11-21', balance: 12.5 };
  return [
    {
      name: 'audit export, 100 entries',
      writes: false,
      requests: [get('/api/export/audit-logs?pageSize=100')],
    },
    {
      name: 'campaign call',
      writes: true,
      requests: numbers.map((number) => post(`/api/agents/${agentId}/calls/campaign`, callOf(number))),
    },
    {
      name: 'workflow trigger',
      writes: true,
      requests: [post(`/api/workflows/${workflowId}/trigger`, input)],
    },
    {
      name: 'lookup by external id',
      writes: false,
      requests: customers.map(({ externalId }) => get(`/api/calls/external/${externalId}`)),
    },
    {
      name: 'lookup by phone number',
      writes: false,
      requests: customers.map(({ phoneNumber }) => get(`/api/calls/phone/${phoneNumber}`)),
    },
    {
      name: 'chats of an agent, 20',
      writes: false,
      requests: [get(`/api/agents/${agentId}/chats?pageSize=20`)],
    },
    {
      name: 'personalization push',
      writes: true,
      requests: numbers.map((phoneNumber) =>
        post('/api/call-personalization-webhook', { phoneNumber, data }),
      ),
    },
  ];
}

export interface OperationOptions {
  folder: string;
  rounds: number;
  seconds: number;
}

/** Compares the seven operations with their floors, and the writing ones again on a disk that flushes slowly. */
export async function measureOperations(report: Report, options: OperationOptions): Promise<void> {
  report.begin('ops', `The seven operations against a bare node:http handler, ${connections} connections`);
  await measureOn(report, options, { name: 'plain', environment: {}, words: '', only: () => true });
  const environment = await slowFlushEnvironment(options.folder);
  if (!environment)
    return report.note('No C compiler was found, so nothing was measured with 1 ms of flush.');
  const only = ({ writes }: Operation) => writes;
  await measureOn(report, options, { name: 'slow', environment, words: ', 1 ms more of flush', only });
}

interface Variation {
  name: string;
  environment: Record<string, string>;
  words: string;
  only: (operation: Operation) => boolean;
}

async function measureOn(report: Report, options: OperationOptions, variation: Variation): Promise<void> {
  const folder = join(options.folder, variation.name);
  const installation = await install(folder, variation.environment);
  const service = await startServer('service-server', installation.order, join(folder, 'service.log'));
  const floor = await startServer('floor-server', installation.order, join(folder, 'floor.log'));
  try {
    const fixtures = await makeFixtures(installation, service.port);
    const generator = findLoadGenerator(folder);
    let fastest = 0;
    for (const operation of operations(installation.owner.key, fixtures).filter(variation.only)) {
      const measured = await measure(generator, operation, { service, floor }, options);
      fastest = Math.max(fastest, measured.fastest);
      report.add({ part: 'ops', what: `${operation.name}${variation.words}`, unit: 'x', aim, ...measured });
    }
    await checkGenerator(report, generator, floor, { ...options, fastest, words: variation.words });
  } finally {
    await service.close();
    await floor.close();
    await installation.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Servers = { service: ServerProcess; floor: ServerProcess };

async function measure(
  generator: LoadGenerator,
  operation: Operation,
  servers: Servers,
  { rounds, seconds }: OperationOptions,
) {
  const load = await generator.prepare(operation.name.replaceAll(/\W+/g, '-'), operation.requests);
  const results = { service: [] as LoadResult[], floor: [] as LoadResult[] };
  const once = (name: keyof Servers) => async () => {
    const result = await load.run({ port: servers[name].port, connections, seconds });
    results[name].push(result);
    return result.perSecond;
  };
  const variants = { service: once('service'), floor: once('floor') };
  // The warm-up opens every connection, prepares every statement and compiles the code.
  await alternate(1, variants);
  results.service = [];
  results.floor = [];
  const measured = await alternate(rounds, variants);
  const words = (name: keyof Servers) => {
    const of = (field: keyof LoadResult) => median(results[name].map((result) => result[field]));
    return `${Math.round(of('perSecond'))}/s (p50 ${of('p50Ms').toFixed(1)}, p99 ${of('p99Ms').toFixed(1)} ms)`;
  };
  return {
    value: measured.ratio('service', 'floor'),
    from: `${words('service')} : ${words('floor')}`,
    fastest: Math.max(...measured.of('service'), ...measured.of('floor')),
  };
}

/** Notes how much faster the generator can send. A factor near 1 means that the generator was measured. */
async function checkGenerator(
  report: Report,
  generator: LoadGenerator,
  floor: ServerProcess,
  { seconds, fastest, words }: { seconds: number; fastest: number; words: string },
): Promise<void> {
  const load = await generator.prepare('nothing', [requestText('GET', '/nothing', 'none')]);
  const { perSecond } = await load.run({ port: floor.port, connections, seconds });
  report.add({
    part: 'ops',
    what: `load generator (${generator.name}) against the fastest${words}`,
    value: perSecond / fastest,
    unit: 'x',
    aim: { bound: 'at least', value: 1.5 },
    from: `${Math.round(perSecond)}/s of an empty answer : ${Math.round(fastest)}/s`,
  });
}
