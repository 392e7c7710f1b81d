/**
 * A process that executes workflows as the program does, so that its processor time and memory can be read separately.
 * Steps with effects end at once without doing anything, because the journal is measured. It answers a message with its
 * resident and used memory after a garbage collection.
 */

import { workflowsChannel } from '../../src/domains/workflows/index.ts';
import { Database, Listener } from '../../src/platform/db/index.ts';
import { createLog, newId, processClock } from '../../src/platform/kernel/index.ts';
import { Node } from '../../src/platform/nodes/index.ts';
import { WorkflowEngine } from '../../src/runtime/workflow-engine/index.ts';
import { serveBench } from '../server-process.ts';

/** Memory in bytes. */
export interface Memory {
  resident: number;
  used: number;
}

serveBench(async ({ connectionString }) => {
  const log = createLog('error');
  const db = new Database({ connectionString, applicationName: 'parley api', connectionsMax: 10, log });
  const listener = new Listener({ connectionString, applicationName: 'parley api listener', log });
  const node = new Node(newId('node'), { db, roles: ['workflows'], log });
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
