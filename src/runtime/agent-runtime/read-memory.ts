import type { AgentConfiguration } from '../../domains/agents/index.ts';
import { customerOf, memoryFor } from '../../domains/customer-memory/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { type Log, waitAtMost } from '../../platform/kernel/index.ts';

/** A caller waits for the answer meanwhile. */
const readMsMax = 1500;

/**
 * Returns what is known of the customer, as a part of the agent's prompt; empty when nothing is. Never rejects: a call
 * whose memory cannot be read goes on without it.
 */
export async function readMemory(
  db: Queryable,
  agent: Pick<AgentConfiguration, 'memory'> & { agentId: string },
  { organizationId, customerNumber }: { organizationId: string; customerNumber: string },
  log: Log,
): Promise<string> {
  if (agent.memory === null) return '';
  try {
    const known = memoryFor(db, organizationId, agent, customerOf({ customerNumber }));
    const found = await waitAtMost(known, readMsMax);
    if (found === undefined) log.warn('what is known of the customer took too long to read');
    return found ?? '';
  } catch (error) {
    log.warn({ err: error }, 'what is known of the customer cannot be read');
    return '';
  }
}
