import { appendSql } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { holdAgent } from '../agents/index.ts';
import { keepable, type StatedFact } from './fact-text.ts';
import {
  type FactsOfCustomer,
  putFact,
  removeFactsOfAnalysis,
  removeOldestFacts,
  removeOutdatedFacts,
} from './store.ts';

/** The most facts that one analysis adds or changes. */
export const learnedMax = 10;

/** What an analysis found out about a customer. */
export interface Learned {
  facts: readonly StatedFact[];
  /** The ids of known facts that no longer hold. */
  outdated: readonly string[];
}

/** The conversation that was analyzed. */
export interface LearnedFrom extends FactsOfCustomer {
  /** The id of the call or chat. */
  conversationId: string;
  /** When it ended: what was said later stays. */
  endedAt: string;
  keepDays: number;
}

/**
 * Stores what an analysis found out, in the transaction that records its result. What an earlier analysis of the same
 * conversation wrote is replaced, so that no fact is there twice. Facts that must not be kept are left out. Does nothing
 * when the agent was deleted meanwhile.
 */
export async function learn(tx: Transaction, learned: Learned, from: LearnedFrom): Promise<void> {
  const { organizationId, agentId, conversationId, endedAt, keepDays } = from;
  if (agentId !== null && !(await holdAgent(tx, organizationId, agentId))) return;
  const facts = keepableOf(learned.facts);
  const topics = facts.map(({ topic }) => topic);
  let changes = await removeFactsOfAnalysis(tx, from, conversationId, topics);
  changes += await removeOutdatedFacts(tx, from, learned.outdated, endedAt);
  const origin = {
    writtenBy: 'analysis',
    memberId: null,
    saidAt: endedAt,
    conversationId,
    keepDays,
  } as const;
  for (const fact of facts) {
    const factId = newId('fact', Date.parse(endedAt));
    if (await putFact(tx, from, factId, fact, origin)) changes++;
  }
  if (changes === 0) return;
  await removeOldestFacts(tx, from);
  // One entry for all of them. It names the conversation, because the audit log contains nothing of a customer.
  const label = `${changes} ${changes === 1 ? 'fact' : 'facts'} of an analysis`;
  const entry = { verb: 'updated', type: 'customer_facts', id: conversationId, label } as const;
  tx.beforeCommit(appendSql(systemActor(organizationId, conversationId), entry));
}

/** Returns the facts that may be kept, the last of each topic, in the order in which every writer locks their rows. */
function keepableOf(facts: readonly StatedFact[]): StatedFact[] {
  const byTopic = new Map<string, StatedFact>();
  for (const stated of facts.slice(0, learnedMax)) {
    const fact = keepable(stated);
    if (!('problem' in fact)) byTopic.set(fact.topic.toLowerCase(), fact);
  }
  return [...byTopic].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, fact]) => fact);
}
