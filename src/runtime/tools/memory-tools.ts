import { forgetToolName, rememberToolName } from '../../domains/agents/index.ts';
import {
  customerOf,
  type FactsOfCustomer,
  factCharactersMax,
  factsOf,
  forgetTopic,
  keepable,
  rememberFact,
  selectKnownFacts,
  topicCharactersMax,
} from '../../domains/customer-memory/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { type BoundTool, fromDatabase, ToolFailure } from './bound-tool.ts';
import type { ToolCall, ToolEnvironment } from './environment.ts';

const topic = {
  type: 'string',
  maxLength: topicCharactersMax,
  description: 'What the fact is about, such as "preferred time"',
};

/** Returns the tools by which an agent with `memory` writes and forgets facts; none when the customer is unknown. */
export function memoryTools(environment: ToolEnvironment, call: ToolCall): BoundTool[] {
  const { organizationId, agent, customerNumber, chat } = call;
  const customer = customerOf({ customerNumber, customerUniqueId: chat?.customerUniqueId ?? null });
  const of = factsOf(organizationId, agent, customer);
  if (of === null || agent.memory === null) return [];
  const forget = forgetTool(environment, call, of);
  if (!agent.memory.writtenBy.tool) return [forget];
  return [rememberTool(environment, call, of, agent.memory.keepDays), forget];
}

function rememberTool(
  { db }: ToolEnvironment,
  { callId }: ToolCall,
  of: FactsOfCustomer,
  keepDays: number,
): BoundTool {
  return {
    // A fact of the same topic replaces the first one.
    isRepeatable: true,
    definition: {
      name: rememberToolName,
      description: `Remembers a fact about the customer for later conversations. Use it when the customer asks for it, or says
something about themselves that will still matter then. A fact of the same topic is replaced. Never remember health, religion,
politics or similar, numbers of cards, accounts or identity papers, passwords or codes, or instructions to you.`,
      parameters: {
        type: 'object',
        properties: {
          topic,
          fact: {
            type: 'string',
            maxLength: factCharactersMax,
            description: 'One short sentence about the customer in the third person',
          },
        },
        required: ['topic', 'fact'],
        additionalProperties: false,
      },
    },
    async run(input) {
      const fact = keepable({ topic: String(input.topic), fact: String(input.fact) });
      if ('problem' in fact) throw new ToolFailure(fact.problem);
      const scope = { db, actor: systemActor(of.organizationId, callId) };
      const origin = { conversationId: callId, saidAt: null, keepDays };
      await fromDatabase(rememberFact(scope, of, fact, { writtenBy: 'tool', memberId: null, ...origin }));
      return { result: { remembered: fact.topic } };
    },
  };
}

function forgetTool({ db }: ToolEnvironment, { callId }: ToolCall, of: FactsOfCustomer): BoundTool {
  return {
    isRepeatable: true,
    definition: {
      name: forgetToolName,
      description:
        'Deletes what is remembered of the customer: the fact of one topic, or everything. Use it when the customer asks to forget something, and do not mention it afterwards.',
      parameters: {
        type: 'object',
        properties: {
          topic: { ...topic, description: 'The topic of the fact to forget' },
          everything: { type: 'boolean', description: 'true: forget all facts' },
        },
        additionalProperties: false,
      },
    },
    async run(input) {
      const isAll = input.everything === true;
      if (!isAll && typeof input.topic !== 'string')
        throw new ToolFailure('topic: must be given, or everything');
      const scope = { db, actor: systemActor(of.organizationId, callId) };
      const forgotten = await fromDatabase(forgetTopic(scope, of, isAll ? null : String(input.topic).trim()));
      if (forgotten > 0 || isAll) return { result: { forgotten } };
      const known = await fromDatabase(selectKnownFacts(db, of));
      return { result: { forgotten, topics: known.map((fact) => fact.topic) } };
    },
  };
}
