import type {
  ConversationAgent,
  ConversationProviders,
  ToolRunner,
} from '../../conversation/pipeline/index.ts';
import type { UsageMeter } from '../../conversation/providers/kit/index.ts';
import type { ReadKeys } from '../../conversation/providers/registry.ts';
import { type AgentConfiguration, fillTexts } from '../../domains/agents/index.ts';
import { valuesOfVariables } from '../../domains/personalization/index.ts';
import type { Log } from '../../platform/kernel/index.ts';
import type { OpenToolRunner, ToolCall, ToolRunnerOptions } from '../tools/index.ts';
import type { ProviderLookup } from './find-providers.ts';
import { findProviders } from './find-providers.ts';
import { type Greeting, speakGreeting } from './greeting.ts';

/** An agent as it speaks with someone. */
interface SpeakingAgent extends AgentConfiguration {
  agentId: string;
  /** `null` for its draft, which has no version. */
  version: number | null;
}

/** An agent with everything that one call needs of it; disposed of when the call is over. */
export interface PreparedAgent extends AsyncDisposable {
  agent: SpeakingAgent;
  /** The values of its variables in this call. */
  variables: Record<string, unknown>;
  /** The prompt with them filled in. */
  prompt: string;
  providers: ConversationProviders;
  tools: ToolRunner;
  /** That the call is recorded, where the agent has to say so. */
  announcement: Greeting | null;
  /** Its speech is there ahead where an ordinary voice says it. */
  greeting: ConversationAgent['firstMessage'];
}

/** What agents are prepared with; the same for all calls of a process. */
export interface AgentEnvironment {
  providers: ProviderLookup;
  /** What the agent can do in a call beside speaking. */
  openTools: (call: ToolCall, options: ToolRunnerOptions) => OpenToolRunner;
}

/** The call that an agent is prepared for. */
export interface CallToPrepare {
  organizationId: string;
  callId: string;
  customerNumber: string;
  /** The organization's own. */
  agentNumber: string;
  /** Where the customer is, as the call says it. */
  timeZone?: string | null;
  /** What the call brings, with what was pushed for it. */
  variables: Record<string, unknown>;
}

/** What the preparation has of the call itself. */
interface PreparingCall {
  /** Aborts when nobody wants the agent any more. */
  gone: AbortSignal;
  log: Log;
  /** Is told what the providers are used for. */
  usage: UsageMeter;
  /** The rate that the line will have; null: that is not certain. */
  lineRateHz: number | null;
  /** The keys that were read just before, to find out whether there is all that the agent needs. */
  keys?: ReadKeys;
}

/**
 * Finds the agent's providers and tools, and lets the voice begin to speak the first message, so that it is ready when
 * someone answers. Rejects, in words for the call's record, when the agent could not say anything.
 */
export async function prepareAgent(
  { providers: lookup, openTools }: AgentEnvironment,
  agent: SpeakingAgent,
  call: CallToPrepare,
  { gone, log, usage, lineRateHz, keys }: PreparingCall,
): Promise<PreparedAgent> {
  const { variables: brought, ...facts } = call;
  const now = { ...facts, nowMs: Date.now() };
  const variables = valuesOfVariables({ agent, facts: now, call: brought, pushed: {} });
  const { prompt, firstMessage } = fillTexts(agent, variables);
  const found: AsyncDisposable[] = [];
  const dispose = async () => {
    await Promise.allSettled(found.map((one) => one[Symbol.asyncDispose]()));
  };
  const onProblem = (error: Error) => log.warn({ err: error }, 'a provider of the agent cannot be used');
  try {
    const context = { organizationId: call.organizationId, keys, variables, usage, onProblem };
    const providers = await findProviders(lookup, agent, context, found);
    const { textToSpeech, speechToSpeech } = providers;
    const spoken = (text: string | null) => speakGreeting(textToSpeech, agent, text, gone, lineRateHz);
    const tools = openTools(
      { ...call, agent, variables },
      {
        signal: gone,
        onProblem: ({ tool, error }) => log.warn({ err: error, tool }, 'a tool of the agent failed'),
      },
    );
    found.push(tools);
    return {
      agent,
      variables,
      prompt,
      providers,
      tools,
      announcement: spoken(announcementOf(agent)),
      // A model that speaks by itself says it when the call is answered.
      greeting:
        speechToSpeech && firstMessage !== null ? { text: firstMessage, speech: null } : spoken(firstMessage),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const usualAnnouncement = 'This call is recorded.';

function announcementOf({ conversation }: AgentConfiguration): string | null {
  return conversation.recording === 'announced'
    ? (conversation.recordingAnnouncement ?? usualAnnouncement)
    : null;
}
