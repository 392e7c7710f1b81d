import { change, type Scope } from '../../platform/audit/index.ts';
import { changesNothing } from '../../platform/http/index.ts';
import { conflict, invalid, newId, notFound } from '../../platform/kernel/index.ts';
import { holdAgent } from '../agents/index.ts';
import type { StatedFact } from './fact-text.ts';
import {
  type CreateCustomerFact,
  type CustomerFact,
  customerNamed,
  type ForgetCustomer,
  type ForgottenFacts,
  type UpdateCustomerFact,
} from './schemas.ts';
import {
  correctFact,
  deleteFactRow,
  deleteFactsOf,
  type FactOrigin,
  type FactsOfCustomer,
  findFact,
  putFact,
  removeFactsOfTopic,
  removeOldestFacts,
} from './store.ts';

/** Adds a fact on behalf of a member. It replaces the customer's fact of the same topic. */
export async function createCustomerFact(scope: Scope, input: CreateCustomerFact): Promise<CustomerFact> {
  const { organizationId, memberId } = scope.actor;
  const { agentId, topic, fact, keepDays } = input;
  const of = { organizationId, customer: customerNamed(input), agentId };
  const origin = { writtenBy: 'member', memberId, conversationId: null, saidAt: null, keepDays } as const;
  return rememberFact(scope, of, { topic, fact }, origin);
}

/** Stores a fact in place of the one of its topic, with an audit entry that contains nothing of the customer. */
export async function rememberFact(
  scope: Scope,
  of: FactsOfCustomer,
  fact: StatedFact,
  origin: FactOrigin,
): Promise<CustomerFact> {
  const { agentId, organizationId } = of;
  return change(scope, async (tx) => {
    if (agentId !== null && !(await holdAgent(tx, organizationId, agentId)))
      throw invalid('agentId', 'must be the id of an agent');
    const id = newId('fact');
    const made = await putFact(tx, of, id, fact, origin);
    if (!made) throw conflict('customer_fact.changed', 'The topic has a newer fact. Read it again.');
    await removeOldestFacts(tx, of);
    return { result: made, audit: { verb: 'created', type: 'customer_facts', id } };
  });
}

/** Corrects a fact. The member is its writer from then on, and its days begin again. */
export async function updateCustomerFact(
  scope: Scope,
  factId: string,
  input: UpdateCustomerFact,
): Promise<CustomerFact> {
  const { organizationId, memberId } = scope.actor;
  const { fact = null, keepDays = null } = input;
  return change(scope, async (tx) => {
    if (changesNothing(input)) {
      const current = await findFact(tx, organizationId, factId);
      if (!current) throw notFound('customer fact');
      return { result: current, audit: [] };
    }
    const corrected = await correctFact(tx, organizationId, factId, { fact, keepDays, memberId });
    if (!corrected) throw notFound('customer fact');
    return { result: corrected, audit: { verb: 'updated', type: 'customer_facts', id: factId } };
  });
}

export async function deleteCustomerFact(scope: Scope, factId: string): Promise<void> {
  return change(scope, async (tx) => {
    if (!(await deleteFactRow(tx, scope.actor.organizationId, factId))) throw notFound('customer fact');
    return { result: undefined, audit: { verb: 'deleted', type: 'customer_facts', id: factId } };
  });
}

/** Deletes all facts of a customer, those of every agent. */
export async function forgetCustomer(scope: Scope, input: ForgetCustomer): Promise<ForgottenFacts> {
  return change(scope, async (tx) => {
    const deleted = await deleteFactsOf(tx, scope.actor.organizationId, customerNamed(input));
    if (deleted === 0) return { result: { deleted }, audit: [] };
    const label = `${deleted} facts of a customer`;
    return { result: { deleted }, audit: { verb: 'deleted', type: 'customer_facts', id: null, label } };
  });
}

/** Deletes the fact of a topic, or with `null` all facts that the agent uses. Returns how many. */
export async function forgetTopic(scope: Scope, of: FactsOfCustomer, topic: string | null): Promise<number> {
  return change(scope, async (tx) => {
    const ids = await removeFactsOfTopic(tx, of, topic);
    const audit = ids.map((id) => ({ verb: 'deleted', type: 'customer_facts', id }) as const);
    return { result: ids.length, audit };
  });
}
