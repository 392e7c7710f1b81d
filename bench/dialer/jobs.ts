import { rm } from 'node:fs/promises';
import { PgBoss } from 'pg-boss';
import { CallWriter } from '../../src/domains/calls/index.ts';
import { claimDueCalls } from '../../src/runtime/dialer/store.ts';
import { connectionsOfCalls, type Installation, install } from '../installation.ts';
import { layQueue, type Queue } from '../queue-rows.ts';
import type { Report } from '../report.ts';
import { alternate, median } from '../rounds.ts';

export interface JobsOptions {
  folder: string;
  rounds: number;
  /** Calls or jobs of one measurement. */
  count: number;
}

const queueName = 'trivial';
/** The batch size of the dialer. */
const batchMax = 50;

/** Compares claiming and ending calls with empty jobs of a queue library on the same database. */
export async function measureJobs(report: Report, options: JobsOptions): Promise<void> {
  const { folder, rounds, count } = options;
  report.begin('jobs', `Calls beside trivial jobs of pg-boss on the same database, ${count} at a time`);
  const installation = await install(folder);
  const boss = await startBoss(installation);
  try {
    const queue = await layQueue(await installation.another('calls', connectionsOfCalls), 2 * count, 1);
    // Ends of calls share transactions, as in the process of the calls.
    const writer = new CallWriter(queue.db);
    const variants = {
      calls: () => callsPerSecond(queue, writer, count),
      jobs: () => jobsPerSecond(boss, count),
    };
    await alternate(1, variants);
    const measured = await alternate(rounds, variants);
    const words = (name: keyof typeof variants) => `${Math.round(median(measured.of(name)))}/s`;
    report.add({
      part: 'jobs',
      what: 'calls claimed and ended : jobs fetched and completed',
      value: measured.ratio('calls', 'jobs'),
      unit: 'x',
      from: `${words('calls')} : ${words('jobs')}, in batches of ${batchMax}`,
    });
    await addEnqueueing(report, boss, options);
  } finally {
    await boss.stop({ graceful: false });
    await installation.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds the library's enqueueing, in this process and without HTTP, for comparison with accepting calls. */
async function addEnqueueing(report: Report, boss: PgBoss, { rounds, count }: JobsOptions): Promise<void> {
  const measured = await alternate(rounds, {
    single: () => perSecond(count, () => sendSingly(boss, count)),
    batch: () => perSecond(count, () => insertJobs(boss, count)),
  });
  const [single, batch] = [median(measured.of('single')), median(measured.of('batch'))];
  report.note(
    `pg-boss enqueues ${Math.round(single)} jobs/s one by one (64 at a time) and ${Math.round(batch)}/s in batches of 1,000: no HTTP, no checks, no campaign, no audit.`,
  );
}

async function startBoss({ order }: Installation): Promise<PgBoss> {
  const { connectionString } = order;
  const boss = new PgBoss({
    connectionString,
    schema: 'bench_jobs',
    max: connectionsOfCalls,
    schedule: false,
  });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(queueName);
  return boss;
}

async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return (count * 1000) / (performance.now() - startedAtMs);
}

async function sendSingly(boss: PgBoss, count: number): Promise<void> {
  let left = count;
  const sender = async () => {
    while (left-- > 0) await boss.send(queueName, { callId: 'call_1' });
  };
  await Promise.all(Array.from({ length: 64 }, sender));
}

async function insertJobs(boss: PgBoss, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1000) {
    const jobs = Array.from({ length: Math.min(left, 1000) }, () => ({ data: { callId: 'call_1' } }));
    await boss.insert(queueName, jobs);
  }
}

async function jobsPerSecond(boss: PgBoss, count: number): Promise<number> {
  await insertJobs(boss, count);
  return perSecond(count, async () => {
    for (let done = 0; done < count; ) {
      const jobs = await boss.fetch(queueName, { batchSize: batchMax });
      if (jobs.length === 0) throw new Error('there was no job to fetch');
      // Each job is completed separately, as calls are ended.
      await Promise.all(jobs.map(({ id }) => boss.complete(queueName, id)));
      done += jobs.length;
    }
  });
}

async function callsPerSecond(queue: Queue, writer: CallWriter, count: number): Promise<number> {
  const { db, organizationId } = queue;
  const rate = await perSecond(count, async () => {
    for (let done = 0; done < count; ) {
      const { callIds } = await claimDueCalls(db, organizationId, 'node_1', batchMax);
      if (callIds.length === 0) throw new Error('there was no call to claim');
      await Promise.all(callIds.map((callId) => end(queue, writer, callId)));
      done += callIds.length;
    }
  });
  await queue.refill(count);
  await queue.leaveBehind(count);
  return rate;
}

async function end({ organizationId }: Queue, writer: CallWriter, callId: string): Promise<void> {
  const condition = { organizationId, callId, from: ['dialing'] as const, nodeId: 'node_1' };
  await writer.end(condition, {
    status: 'ended',
    endedBy: 'Customer ended the call',
    endedReason: 'customer-ended-call',
    message: 'The other side hung up.',
  });
}
