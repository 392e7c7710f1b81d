import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Installation, install, run } from '../installation.ts';
import type { Report } from '../report.ts';
import { median } from '../rounds.ts';
import { startServer } from '../server-process.ts';
import type { Memory } from './engine-process.ts';
import { layRuns, layWorkflow, pureSteps, waitingSteps } from './lay-runs.ts';
import { executeRuns } from './runs.ts';

export interface WaitingOptions {
  folder: string;
  /** The number of waiting runs. */
  waiting: number;
  /** Runs of one measurement beside them. */
  count: number;
  rounds: number;
}

const mega = 1024 * 1024;
/** The allowed growth of memory, in MB. */
const grownMax = 16;

/**
 * Measures runs that wait for a day: their memory in the process that executed them, and the cost of other runs beside
 * them.
 */
export async function measureWaiting(report: Report, options: WaitingOptions): Promise<void> {
  const { folder, waiting, count, rounds } = options;
  report.begin('waiting', `${waiting} runs that wait for a day, all brought there by one process`);
  const installation = await install(folder);
  const engine = await startServer(
    'workflows/engine-process',
    installation.order,
    join(folder, 'engine.log'),
  );
  try {
    const pure = await layWorkflow(installation, pureSteps);
    const measure = async () => {
      const rates: number[] = [];
      for (let round = 0; round < rounds; round++)
        rates.push((await executeRuns({ installation, engine }, pure, count)).perSecond);
      return median(rates);
    };
    await measure();
    const alone = await measure();
    const waits = await layWorkflow(installation, waitingSteps);
    // A process also grows by its work. Some of the same work runs first, so that only waiting runs count.
    const first = Math.ceil(waiting / 4);
    await bringToWait(installation, waits, first);
    const before = (await engine.ask()) as Memory;
    await bringToWait(installation, waits, waiting - first);
    const after = (await engine.ask()) as Memory;
    const beside = await measure();
    const [resident, used] = [after.resident - before.resident, after.used - before.used];
    const megabytes = (bytes: number) => `${(bytes / mega).toFixed(1)} MB`;
    report.add({
      ...{ part: 'waiting', what: `memory in use that ${waiting - first} more waiting runs take` },
      ...{ value: used / mega, unit: 'MB', from: 'of the heap of JavaScript, after a collection' },
      aim: { bound: 'at most', value: grownMax / 4 },
    });
    report.add({
      ...{
        part: 'waiting',
        what: `resident memory that ${waiting - first} more waiting runs take`,
        value: resident / mega,
        unit: 'MB',
      },
      from: `${megabytes(before.resident)} before, ${megabytes(after.resident)} after`,
      aim: { bound: 'at most', value: grownMax },
    });
    report.add({
      ...{
        part: 'waiting',
        what: 'runs a second beside them : before them',
        value: beside / alone,
        unit: 'x',
      },
      from: `${Math.round(beside)}/s : ${Math.round(alone)}/s, ${count} at a time`,
      aim: { bound: 'at least', value: 0.8 },
    });
  } finally {
    await engine.close();
    await installation.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores the runs and executes them until they wait, some at a time. */
async function bringToWait(installation: Installation, workflowId: string, count: number): Promise<void> {
  const partMax = 5000;
  for (let left = count; left > 0; left -= partMax) {
    await (await layRuns(installation, workflowId, Math.min(left, partMax))).commit();
    await untilAllWait(installation);
  }
}

async function untilAllWait({ db }: Installation): Promise<void> {
  for (;;) {
    const [row] = await run<{ busy: boolean }>(
      db,
      `select exists (select from workflow_open_runs where node_id is not null)
         or exists (select from workflow_open_runs where node_id is null and not paused and ready_at <= clock_timestamp()) as busy`,
    );
    if (!row?.busy) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
