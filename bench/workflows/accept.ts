import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { install } from '../installation.ts';
import { findLoadGenerator, type LoadResult, requestText } from '../load.ts';
import type { Report } from '../report.ts';
import { median } from '../rounds.ts';
import { startServer } from '../server-process.ts';
import { layWorkflow, waitingSteps } from './lay-runs.ts';
import { databaseCpuMs, processCpuMs } from './usage.ts';

export interface AcceptOptions {
  folder: string;
  rounds: number;
  seconds: number;
}

const connections = 32;
const perSecondMin = 1000;

/** Measures triggers over HTTP. Each is answered when its run, its event and its audit entry are on the disk. */
export async function measureAcceptance(
  report: Report,
  { folder, rounds, seconds }: AcceptOptions,
): Promise<void> {
  report.begin('accept', `Triggers over HTTP, ${connections} connections that each wait for their answer`);
  const installation = await install(folder);
  const server = await startServer('service-server', installation.order, join(folder, 'service.log'));
  try {
    const workflowId = await layWorkflow(installation, waitingSteps);
    const body = {
      customerId: 'c-1029',
      outcome: 'reached',
      notes: ['asked for a call back', 'prefers mornings'],
    };
    const request = requestText('POST', `/api/workflows/${workflowId}/trigger`, installation.owner.key, body);
    const load = await findLoadGenerator(folder).prepare('trigger', [request]);
    const { port, processId } = server;
    await load.run({ port, connections, seconds });
    const results: LoadResult[] = [];
    const before = [processCpuMs(processId), databaseCpuMs(folder)] as const;
    for (let round = 0; round < rounds; round++) results.push(await load.run({ port, connections, seconds }));
    const triggers = results.reduce((sum, { perSecond }) => sum + perSecond * seconds, 0);
    const node = (processCpuMs(processId) - before[0]) / triggers;
    const database = (databaseCpuMs(folder) - before[1]) / triggers;
    const of = (field: keyof LoadResult) => median(results.map((result) => result[field]));
    report.add({
      ...{ part: 'accept', what: 'triggers accepted', value: of('perSecond'), unit: 'triggers/s' },
      aim: { bound: 'at least', value: perSecondMin },
      from: `p50 ${of('p50Ms').toFixed(1)}, p99 ${of('p99Ms').toFixed(1)} ms; ${node.toFixed(2)} ms of Node.js and ${database.toFixed(2)} ms of PostgreSQL each`,
    });
  } finally {
    await server.close();
    await installation.close();
    await rm(folder, { recursive: true, force: true });
  }
}
