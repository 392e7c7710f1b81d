import { afterHandOver } from '../../conversation/flow/index.ts';
import type { ModelMessage } from '../../conversation/providers/interfaces/index.ts';
import type { UsageMeter } from '../../conversation/providers/kit/index.ts';
import { fillTexts, findAgent, withWrittenTexts } from '../../domains/agents/index.ts';
import {
  type Answer,
  type ChatHandOver,
  type ChatTurn,
  type PlannedHandOver,
  valuesOfChat,
} from '../../domains/chats/index.ts';
import { toError } from '../../platform/kernel/index.ts';
import {
  findModelsOf,
  fromDatabase,
  type HandOver,
  handedHistory,
  handOverMessages,
  handOversMax,
  type OtherAgents,
  ToolFailure,
} from '../tools/index.ts';
import type { ChatEnvironment } from './responder.ts';

/** Holds the hand-over that a tool wants, from its use until its result is stored. */
export interface PlanSlot {
  next: PlannedHandOver | null;
}

/** Returns the other agents as the tools of a chat's agent reach them. */
export function otherAgentsOf(
  { db, providers, log }: Pick<ChatEnvironment, 'db' | 'providers' | 'log'>,
  turn: ChatTurn,
  usage: UsageMeter,
  slot: PlanSlot,
): OtherAgents {
  const { organizationId, takeover } = turn;
  const returnsTo = takeover?.returnsTo ?? null;
  const findModels = findModelsOf(providers, { organizationId, usage, log });
  return {
    returnsTo: returnsTo && { name: returnsTo.name, terms: returnsTo.terms },
    findModels,
    async handOver(to) {
      if (countOf(turn) >= handOversMax)
        throw new ToolFailure(
          `the chat has been handed over ${handOversMax} times since the customer's last message, which is the most: answer yourself`,
        );
      const next = planned(turn, to);
      if (to.kind === 'back') {
        // A hand-over to a deleted agent would be dropped, and this agent asked again, without end.
        const isThere = await fromDatabase(findAgent(db, organizationId, next.agentId));
        if (!isThere) throw new ToolFailure(`${next.name} has been deleted`);
      } else {
        const { agentId, version, published } = to.agent;
        const agent = { ...published, agentId, version };
        await using found = await findModels(agent, {}).catch((error: unknown) => {
          throw new ToolFailure(`${next.name} cannot take over: ${toError(error).message}`);
        });
        if (found.models.length === 0 && agent.flow === null)
          throw new ToolFailure(
            `${next.name} cannot take over: it has neither a model nor a flow, which a chat needs`,
          );
      }
      slot.next = next;
      return { agentId: next.agentId, version: next.version, name: next.name };
    },
  };
}

/** Returns the hand-overs since the customer's last message. */
function countOf({ takeover, position }: ChatTurn): number {
  return takeover?.position === position ? takeover.count : 0;
}

function planned(turn: ChatTurn, to: HandOver): PlannedHandOver {
  const { reason, summary } = to;
  if (to.kind === 'back') {
    const { agentId, version, name, variables, terms } = turn.takeover!.returnsTo!;
    const tool = { ...terms, mayReturn: false };
    return { agentId, version, name, variables, tool, isReturn: true, reason, summary, greeting: null };
  }
  const { agent, variables, tool } = to;
  const { agentId, version, published } = agent;
  const { history, turns, mayReturn } = tool;
  const given = { chatVariables: variables, pushed: null, earlierChats: '', memory: null };
  const values = valuesOfChat(published, { ...turn, ...given, nowMs: Date.now() });
  const greeting =
    tool.opening === 'firstMessage' ? fillTexts(withWrittenTexts(published), values, '').firstMessage : null;
  const terms = { history, turns, mayReturn };
  const { name } = published;
  return { agentId, version, name, variables, tool: terms, isReturn: false, reason, summary, greeting };
}

/** Returns what is stored of a hand-over. `said` is the chat as the agent knows it, with its last answer. */
export function handOverOf(
  turn: ChatTurn,
  plan: PlannedHandOver,
  {
    said,
    states,
    variables,
  }: { said: readonly ModelMessage[]; states: Answer['states'] } & {
    variables: Record<string, unknown>;
  },
): ChatHandOver {
  const { agent, takeover, position } = turn;
  const { tool, isReturn, reason, summary } = plan;
  const at = said.findLastIndex(({ role }) => role === 'tool');
  const own = said.slice(0, Math.max(at, 0));
  const earlier = isReturn ? takeover!.returnsTo! : null;
  const handed = earlier
    ? [...earlier.history, ...handedHistory(own.slice(takeover!.known.length), tool)]
    : handedHistory(own, tool);
  const note = { from: agent.name, to: plan.name, isReturn, reason, summary };
  const { agentId, version, name } = agent;
  const returnsTo = {
    ...{ agentId, version, name, variables, history: [...said], terms: tool },
    modelStates: afterHandOver(agent.flow, states),
    returnsTo: takeover?.returnsTo ?? null,
  };
  return {
    agentId: plan.agentId,
    version: plan.version,
    modelStates: earlier?.modelStates ?? null,
    greeting: plan.greeting,
    ...{ isReturn, reason },
    takeover: {
      count: countOf(turn) + 1,
      position,
      known: [...handed, ...handOverMessages(note)],
      variables: plan.variables,
      returnsTo: earlier ? earlier.returnsTo : tool.mayReturn ? returnsTo : null,
    },
  };
}
