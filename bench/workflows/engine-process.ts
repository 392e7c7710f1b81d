/**
 * A process that executes workflows as the program does, for its processor time and its memory to be read apart. Steps
 * that reach out come to their end at once, without anything being done: what is measured is the journal. A message
 * is answered with its resident and its used memory, after everything that is not needed was collected.
 */

import { workflowsChannel } from '../../src/domains/workflows/index.ts';
import { Database, Listener } from '../../src/platform/db/index.ts';
import { createLog, processClock } from '../../src/platform/kernel/index.ts';
import { Node } from '../../src/platform/nodes/index.ts';
import { WorkflowEngine } from '../../src/runtime/workflow-engine/index.ts';
import { serveBench } from '../server-process.ts';

/** Bytes. */
export interface Memory {
  resident: number;
  used: number;
}

serveBench(async ({ connectionString }) => {
  const log = createLog('error');
  const db = new Database({ connectionString, applicationName: 'parley api', connectionsMax: 32, log });
  const listener = new Listener({ connectionString, applicationName: 'parley api listener', log });
  const node = new Node(db, ['workflows'], log);
  await node.start();
  const engine = new WorkflowEngine({
    ...{ db, log, nodeId: node.nodeId, clock: processClock },
    carryOut: async ({ facts }, { entry }) => ({
      kind: 'completed',
      output: { did: entry.key, for: facts.runId },
    }),
  });
  listener.on(workflowsChannel, () => engine.wake());
  await listener.start();
  engine.start();
  process.on('message', () => {
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    process.send?.({ resident: rss, used: heapUsed } satisfies Memory);
  });
  return 0;
});
