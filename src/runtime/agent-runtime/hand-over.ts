import { afterHandOver } from '../../conversation/flow/index.ts';
import type {
  ConversationOptions,
  ConversationProgress,
  ConversationResult,
} from '../../conversation/pipeline/index.ts';
import type { ModelMessage } from '../../conversation/providers/interfaces/index.ts';
import type { UsageMeter } from '../../conversation/providers/kit/index.ts';
import type { AgentConfiguration } from '../../domains/agents/index.ts';
import { toError } from '../../platform/kernel/index.ts';
import {
  type HandOver,
  handedHistory,
  handOverMessages,
  handOversMax,
  type OtherAgents,
  ToolFailure,
} from '../tools/index.ts';
import type { EarlierAgent, PreparedAgent, SpeakingAgent, Successor, Takeover } from './prepared-agent.ts';

/** An agent with what the preparation of another one needs. */
interface HandingAgent extends Pick<PreparedAgent, 'agent' | 'variables' | 'takeover' | 'successor'> {
  usage: UsageMeter;
  prepare: (
    agent: SpeakingAgent,
    variables: Record<string, unknown>,
    more: { takeover: Takeover; usage: UsageMeter; saysFirstMessage: boolean },
  ) => Promise<PreparedAgent>;
}

/** Returns how the tools of an agent hand the call over. */
export function handingOver(self: HandingAgent): Pick<OtherAgents, 'returnsTo' | 'handOver'> {
  const { agent, takeover, successor } = self;
  const earlier = takeover?.returnsTo ?? null;
  return {
    returnsTo: earlier && { name: earlier.agent.name, terms: earlier.terms },
    async handOver(to, signal) {
      if ((takeover?.count ?? 0) >= handOversMax)
        throw new ToolFailure(
          `the conversation has been handed over ${handOversMax} times, which is the most: carry on yourself`,
        );
      const { next, ...planned } = plan(self, to);
      const prepared = await planned.preparing().catch((error: unknown) => {
        throw new ToolFailure(`${next.name} cannot take over: ${toError(error).message}`);
      });
      await successor.next?.prepared[Symbol.asyncDispose]();
      successor.next = null;
      if (signal.aborted) {
        await prepared[Symbol.asyncDispose]();
        throw signal.reason;
      }
      const { reason, summary, kind } = to;
      const note = { from: agent.name, to: next.name, isReturn: kind === 'back', reason, summary };
      const { opening, terms } = planned;
      successor.next = { prepared, note, opening, terms, earlier: kind === 'back' ? earlier : null };
      return { agentId: next.agentId, version: next.version, name: next.name };
    },
  };
}

/** Returns the meter for an agent. The usage of the agent with which the call began has no name. */
export function usageOf(
  usage: UsageMeter,
  { agentId, version }: Pick<SpeakingAgent, 'agentId' | 'version'>,
  { began }: Pick<Takeover, 'began'>,
): UsageMeter {
  const isFirst = agentId === began.agentId && version === began.version;
  return usage.of(isFirst ? {} : { agentId, agentVersion: version });
}

/** Returns the agent that carries on, and how it is prepared. */
function plan(self: HandingAgent, to: HandOver) {
  const { agent, variables, takeover } = self;
  const { agentId, version, limits } = agent;
  const began = takeover?.began ?? { agentId, version, maxDurationSeconds: limits.maxDurationSeconds };
  const count = (takeover?.count ?? 0) + 1;
  const prepare = (
    next: SpeakingAgent,
    given: Record<string, unknown>,
    returnsTo: EarlierAgent | null,
    saysFirstMessage: boolean,
  ) => {
    const its = { count, began, givenMessages: 0, returnsTo };
    return self.prepare(next, given, {
      takeover: its,
      usage: usageOf(self.usage, next, its),
      saysFirstMessage,
    });
  };
  if (to.kind === 'back') {
    const { agent: next, terms, ...earlier } = takeover!.returnsTo!;
    const returnsTo = earlier.takeover?.returnsTo ?? null;
    const preparing = () => prepare(next, earlier.variables, returnsTo, false);
    return { next, terms, opening: 'answer' as const, preparing };
  }
  const { tool } = to;
  const next = {
    ...withTranscriber(withDuration(to.agent.published, began.maxDurationSeconds), agent),
    agentId: to.agent.agentId,
    version: to.agent.version,
  };
  const unfilled = { history: [], modelStates: [] };
  const returnsTo = tool.mayReturn ? { agent, variables, ...unfilled, terms: tool, takeover } : null;
  const preparing = () => prepare(next, to.variables, returnsTo, tool.opening === 'firstMessage');
  return { next, terms: tool, opening: tool.opening, preparing };
}

/** Returns the configuration with the maximum duration of the call. A warning that would come too early is left out. */
function withDuration(configuration: AgentConfiguration, maxDurationSeconds: number): AgentConfiguration {
  const { limits, conversation } = configuration;
  const warning = conversation.durationWarning;
  const durationWarning = warning && warning.beforeSeconds < maxDurationSeconds ? warning : null;
  return {
    ...configuration,
    limits: { ...limits, maxDurationSeconds },
    conversation: { ...conversation, durationWarning },
  };
}

/**
 * Returns the configuration with the transcriber of the agent before, if it has none of its own. The embedded one understands
 * only the phrases of scripted dialogues, so a model would not hear the caller any more.
 */
function withTranscriber(
  next: AgentConfiguration,
  { transcriber }: Pick<AgentConfiguration, 'transcriber'>,
): AgentConfiguration {
  const isDeaf = next.transcriber === null && next.model?.provider !== 'scripted';
  return isDeaf ? { ...next, transcriber } : next;
}

/** Returns how the next agent continues a conversation that was handed over. Completes what it knows of the agent before. */
export function continuation(
  { prepared, note, opening, terms, earlier }: Successor,
  from: PreparedAgent,
  { transcript, turns, handed }: ConversationResult,
): Required<Pick<ConversationOptions, 'resumes' | 'takesOver'>> {
  const { history: said, modelStates, language, passedMs, marks } = handed!;
  const at = said.findLastIndex(({ role }) => role === 'tool');
  const late = said.slice(at + 1);
  const own = said.slice(0, Math.max(at, 0));
  const known = earlier
    ? [...earlier.history, ...handedHistory(own.slice(from.takeover?.givenMessages ?? 0), terms)]
    : handedHistory(own, terms);
  const history: ModelMessage[] = [...known, ...late, ...handOverMessages(note)];
  const takeover = prepared.takeover!;
  takeover.givenMessages = history.length;
  if (!earlier && takeover.returnsTo) {
    const states = afterHandOver(from.flow?.flow ?? null, modelStates);
    Object.assign(takeover.returnsTo, { history: said, modelStates: states });
  }
  return {
    resumes: {
      ...bySpeaker({ transcript, turns }, from),
      ...{ history, language, passedMs, modelStates: earlier?.modelStates ?? [] },
      silence: { passedMs: 0, prompted: 0 },
      isUnheard: false,
    },
    takesOver: { marks: opening === 'answer' ? marks : null },
  };
}

/** Returns a conversation that several agents held, with the names of agents where they are missing: those of `speaker`. */
export function bySpeaker(
  { transcript, turns }: ConversationProgress,
  { agent: { agentId, version } }: Pick<PreparedAgent, 'agent'>,
): ConversationProgress {
  return {
    transcript: transcript.map((entry) =>
      entry.role === 'user' || entry.agent ? entry : { ...entry, agent: { agentId, version } },
    ),
    turns: turns.map((turn) =>
      turn.agentId === undefined ? { ...turn, agentId, agentVersion: version } : turn,
    ),
  };
}
