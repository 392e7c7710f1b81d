import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startProgram } from '../../test/world/program.ts';
import { percentile } from '../percentile.ts';
import type { Report } from '../report.ts';

export interface FirstStepOptions {
  /** The number of triggers. Each starts a run whose first step is a request. */
  triggers: number;
}

const everyMs = 20;
const arrivedWithinMs = 30_000;
const p95Max = 50;

/** Measures the time from sending a trigger to the arrival of its run's first request, in an idle program. */
export async function measureFirstStep(report: Report, { triggers }: FirstStepOptions): Promise<void> {
  report.begin('first-step', `From trigger to first step, ${triggers} triggers, one every ${everyMs} ms`);
  const arrivedAt = new Map<string, number>();
  const receiver = createServer((request, response) => {
    arrivedAt.set(request.url!.slice(1), performance.now());
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  try {
    await using program = await startProgram({ env: { PARLEY_EGRESS_ALLOW: '127.0.0.1/32' } });
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/{{ input.i }}`;
    const definition = { version: 1, steps: [{ id: 'tell', type: 'http', method: 'POST', url }] };
    const body = { name: 'Measured', trigger: { type: 'webhook' }, definition };
    const { workflowId } = (await program.request('POST', '/api/workflows', { body })).body;
    await program.request('POST', `/api/workflows/${workflowId}/publish`);
    const sentAt = new Map<string, number>();
    const trigger = async (i: string) => {
      sentAt.set(i, performance.now());
      const answer = await program.request('POST', `/api/workflows/${workflowId}/trigger`, { body: { i } });
      if (answer.status !== 202)
        throw new Error(`a trigger was answered with ${answer.status} ${answer.text}`);
    };
    const send = async (prefix: string, count: number) => {
      const answers: Promise<void>[] = [];
      for (let i = 0; i < count; i++) {
        answers.push(trigger(`${prefix}${i}`));
        await delay(everyMs);
      }
      await Promise.all(answers);
    };
    // The first run loads the engine, and the first few open the connections.
    await send('warm', 50);
    await send('run', triggers);
    const untilMs = performance.now() + arrivedWithinMs;
    while (arrivedAt.size < sentAt.size && performance.now() < untilMs) await delay(20);
    const tookMs = [...sentAt].flatMap(([i, at]) =>
      i.startsWith('run') ? [(arrivedAt.get(i) ?? Number.POSITIVE_INFINITY) - at] : [],
    );
    for (const [percent, aim] of [[50], [95, { bound: 'at most', value: p95Max }]] as const) {
      report.add({
        ...{
          part: 'first-step',
          what: `trigger to first step, p${percent}`,
          value: percentile(tookMs, percent),
          unit: 'ms',
        },
        from: `${tookMs.length} requests that arrived`,
        ...(aim && { aim }),
      });
    }
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}
