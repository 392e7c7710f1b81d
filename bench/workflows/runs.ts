import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { workflowsChannel } from '../../src/domains/workflows/index.ts';
import { Notifier } from '../../src/platform/db/index.ts';
import { createLog } from '../../src/platform/kernel/index.ts';
import { type Installation, install, run } from '../installation.ts';
import type { Report } from '../report.ts';
import { alternate, median } from '../rounds.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { layRuns, layWorkflow, mixedSteps, pureSteps, reachingSteps } from './lay-runs.ts';
import { databaseCpuMs, processCpuMs } from './usage.ts';

export interface RunsOptions {
  folder: string;
  rounds: number;
  /** Runs of one measurement, and units of five jobs. */
  count: number;
}

const perSecondMin = 1000;
const cores = 2;
const jobsOfUnit = 5;
const queueName = 'trivial';
/** Jobs that the library fetches at once. As many more are in progress in other batches. */
const batchMax = 100;
const batchesAtOnce = 4;

type Name = 'pure' | 'mixed' | 'reaching' | 'jobs' | 'jobBatches';

/** The result of a measurement: units a second, and processor time of each in milliseconds. */
interface Measured {
  perSecond: number;
  nodeMs: number;
  databaseMs: number;
}

/** Compares runs of five steps with five empty jobs of a queue library, in turn on the same database. */
export async function measureRuns(report: Report, options: RunsOptions): Promise<void> {
  const { folder, rounds, count } = options;
  report.begin('runs', `Runs of five steps beside five trivial jobs of pg-boss each, ${count} at a time`);
  const installation = await install(folder);
  const engine = await startServer(
    'workflows/engine-process',
    installation.order,
    join(folder, 'engine.log'),
  );
  const boss = await startBoss(installation);
  try {
    const kept = new Map<Name, Measured[]>();
    const keep = (name: Name, measure: () => Promise<Measured>) => async () => {
      const measured = await measure();
      kept.set(name, [...(kept.get(name) ?? []), measured]);
      return measured.perSecond;
    };
    const runs = async (name: Name, steps: readonly object[]) => {
      const workflowId = await layWorkflow(installation, steps);
      return keep(name, () => executeRuns({ installation, engine }, workflowId, count));
    };
    const variants: Record<Name, () => Promise<number>> = {
      pure: await runs('pure', pureSteps),
      mixed: await runs('mixed', mixedSteps),
      reaching: await runs('reaching', reachingSteps),
      jobs: keep('jobs', () => completeJobs({ installation, boss }, count, false)),
      jobBatches: keep('jobBatches', () => completeJobs({ installation, boss }, count, true)),
    };
    await alternate(1, variants);
    kept.clear();
    const measured = await alternate(rounds, variants);
    addRates(report, measured, kept);
    addRatios(report, measured, kept);
  } finally {
    await boss.stop({ graceful: false });
    await engine.close();
    await installation.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const rates = {
  pure: 'runs of five steps within the run',
  mixed: 'runs of five steps, one of which reaches out',
  reaching: 'runs of five steps that all reach out',
};

type Rounds = Awaited<ReturnType<typeof alternate<Name>>>;
type Kept = ReadonlyMap<Name, readonly Measured[]>;

/** Adds how many runs end in a second, and the processor time of each. */
function addRates(report: Report, measured: Rounds, kept: Kept): void {
  for (const name of ['pure', 'mixed', 'reaching'] as const) {
    const { all, text } = cpuOf(kept.get(name)!);
    const line = { part: 'runs', what: rates[name] } as const;
    const value = median(measured.of(name));
    report.add({
      ...line,
      value,
      unit: 'runs/s',
      aim: { bound: 'at least', value: perSecondMin },
      from: text,
    });
    report.add({
      ...{ ...line, what: `${rates[name]}: processor time`, value: all, unit: 'ms' },
      from: `${Math.round((cores * 1000) / all)}/s on ${cores} cores that do nothing else`,
      aim: { bound: 'at most', value: (cores * 1000) / perSecondMin },
    });
  }
}

/** Adds how runs compare with jobs of the library. */
function addRatios(report: Report, measured: Rounds, kept: Kept): void {
  const words = (name: Name) => `${Math.round(median(measured.of(name)))}/s`;
  for (const name of ['pure', 'reaching'] as const) {
    for (const [to, how] of [
      ['jobs', 'each job completed by itself'],
      ['jobBatches', `jobs completed ${batchMax} at a time`],
    ] as const) {
      report.add({
        ...{
          part: 'runs',
          what: `${rates[name]} : five jobs, ${how}`,
          value: measured.ratio(name, to),
          unit: 'x',
        },
        from: `${words(name)} : ${words(to)} (${cpuOf(kept.get(to)!).text})`,
      });
    }
  }
}

/** Returns the processor time of a unit in milliseconds, over all rounds. */
function cpuOf(rounds: readonly Measured[]): { all: number; text: string } {
  const mean = (field: 'nodeMs' | 'databaseMs') =>
    rounds.reduce((sum, one) => sum + one[field], 0) / rounds.length;
  const [node, database] = [mean('nodeMs'), mean('databaseMs')];
  return {
    all: node + database,
    text: `${node.toFixed(2)} ms of Node.js and ${database.toFixed(2)} ms of PostgreSQL each`,
  };
}

async function timed(
  { folder, count, processId }: { folder: string; count: number; processId: number },
  work: () => Promise<void>,
): Promise<Measured> {
  const before = { node: processCpuMs(processId), database: databaseCpuMs(folder), at: performance.now() };
  await work();
  const tookMs = performance.now() - before.at;
  return {
    perSecond: (count * 1000) / tookMs,
    nodeMs: (processCpuMs(processId) - before.node) / count,
    databaseMs: (databaseCpuMs(folder) - before.database) / count,
  };
}

/** Stores the runs, and waits for their end. The measurement begins when all are ready. */
export async function executeRuns(
  { installation, engine }: { installation: Installation; engine: ServerProcess },
  workflowId: string,
  count: number,
): Promise<Measured> {
  const { db, folder } = installation;
  const notifier = new Notifier(db, createLog('error'));
  const stored = await layRuns(installation, workflowId, count);
  return timed({ folder, count, processId: engine.processId }, async () => {
    await stored.commit();
    notifier.notify(workflowsChannel);
    for (;;) {
      const [row] = await run<{ left: number }>(
        db,
        `select 1 as left from workflow_runs where organization_id = $1 and workflow_id = $2
           and status in ('running', 'waiting') limit 1`,
        [installation.owner.organizationId, workflowId],
      );
      if (!row) return;
      await delay(5);
    }
  });
}

async function startBoss({ order }: Installation): Promise<PgBoss> {
  const { connectionString } = order;
  const boss = new PgBoss({ connectionString, schema: 'bench_jobs', max: 16, schedule: false });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(queueName);
  return boss;
}

/** Stores the jobs, and fetches and completes them until none is left. */
async function completeJobs(
  { installation, boss }: { installation: Installation; boss: PgBoss },
  units: number,
  inBatches: boolean,
): Promise<Measured> {
  const jobs = units * jobsOfUnit;
  for (let left = jobs; left > 0; left -= 1000) {
    await boss.insert(
      queueName,
      Array.from({ length: Math.min(left, 1000) }, () => ({ data: { name: 'Ada Lovelace' } })),
    );
  }
  const { folder } = installation;
  return timed({ folder, count: units, processId: process.pid }, async () => {
    let done = 0;
    const work = async () => {
      while (done < jobs) {
        const fetched = await boss.fetch(queueName, { batchSize: batchMax });
        const ids = fetched.map(({ id }) => id);
        if (inBatches && ids.length > 0) await boss.complete(queueName, ids);
        else await Promise.all(ids.map((id) => boss.complete(queueName, id)));
        done += ids.length;
      }
    };
    await Promise.all(Array.from({ length: batchesAtOnce }, work));
  });
}
