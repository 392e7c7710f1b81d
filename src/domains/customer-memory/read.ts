import type { ReadScope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { AgentConfiguration } from '../agents/index.ts';
import type { Customer } from './customer.ts';
import { memoryPrompt } from './prompt.ts';
import type { CustomerFact } from './schemas.ts';
import { type FactsOfCustomer, findFact, selectFacts, selectKnownFacts } from './store.ts';

export async function getCustomerFact(scope: ReadScope, factId: string): Promise<CustomerFact> {
  const found = await findFact(scope.db, scope.actor.organizationId, factId);
  if (!found) throw notFound('customer fact');
  return found;
}

/** Lists a customer's facts, newest first. */
export async function listCustomerFacts(
  scope: ReadScope,
  customer: Customer,
  page: PageRequest,
): Promise<Page<CustomerFact>> {
  const rows = await selectFacts(scope.db, scope.actor.organizationId, customer, page);
  return pageOf(rows, page.size, ({ writtenAt, factId }) => ({ createdAt: writtenAt, id: factId }));
}

/** An agent that may remember customers. */
type RememberingAgent = Pick<AgentConfiguration, 'memory'> & { agentId: string };

/** Returns whose facts an agent uses, or null when it has no memory or the customer is unknown. */
export function factsOf(
  organizationId: string,
  { agentId, memory }: RememberingAgent,
  customer: Customer | null,
): FactsOfCustomer | null {
  if (memory === null || customer === null) return null;
  return { organizationId, customer, agentId: memory.scope === 'agent' ? agentId : null };
}

/** Returns what is known of a customer, as a part of the agent's prompt; empty when nothing is. */
export async function memoryFor(
  db: Queryable,
  organizationId: string,
  agent: RememberingAgent,
  customer: Customer | null,
): Promise<string> {
  const of = factsOf(organizationId, agent, customer);
  if (of === null || agent.memory === null) return '';
  return memoryPrompt(await selectKnownFacts(db, of), agent.memory.charactersMax);
}
