import type {
  ConversationAgent,
  ConversationProviders,
  ToolRunner,
} from '../../conversation/pipeline/index.ts';
import type { UsageMeter } from '../../conversation/providers/kit/index.ts';
import { type Pronunciation, prepareReading } from '../../conversation/reading/index.ts';
import { type AgentConfiguration, fillTexts } from '../../domains/agents/index.ts';
import { valuesOfVariables } from '../../domains/personalization/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/index.ts';
import type { OpenToolRunner, ToolCall, ToolRunnerOptions } from '../tools/index.ts';
import { type OpenedProviders, openProviders, type ProviderLookup } from './find-providers.ts';
import { type Greeting, speakGreeting } from './greeting.ts';
import { readPronunciations } from './read-pronunciations.ts';
import type { SpareSpeech } from './spare-speech.ts';

/** An agent that can hold a conversation. */
interface SpeakingAgent extends AgentConfiguration {
  agentId: string;
  /** `null` for the draft. */
  version: number | null;
}

/** An agent with the providers, tools and texts of one call. It must be disposed of after the call. */
export interface PreparedAgent extends AsyncDisposable {
  agent: SpeakingAgent;
  /** The values of its variables in this call. */
  variables: Record<string, unknown>;
  /** The prompt with its variables filled. */
  prompt: string;
  providers: ConversationProviders;
  /** How its voice speaks terms. */
  pronunciations: readonly Pronunciation[];
  tools: ToolRunner;
  /** The recording announcement, if the agent has to make one. */
  announcement: Greeting | null;
  /** The first message. Its speech is synthesized in advance, unless a speech-to-speech model speaks it. */
  greeting: ConversationAgent['firstMessage'];
  spareSpeech: SpareSpeech;
}

/** The dependencies of preparing agents, shared by all calls of a process. */
export interface AgentEnvironment {
  db: Queryable;
  providers: ProviderLookup;
  /** Shared by all conversations of a process, except those with drafts. */
  spareSpeech: SpareSpeech;
  /** Opens the agent's tools for a call. */
  openTools: (call: ToolCall, options: ToolRunnerOptions) => OpenToolRunner;
}

/** The call that an agent is prepared for. */
export interface CallToPrepare {
  organizationId: string;
  callId: string;
  customerNumber: string;
  /** The organization's number in this call. */
  agentNumber: string;
  /** The customer's time zone, if the call states it. */
  timeZone?: string | null;
  /** The call's variables, including pushed personalization. */
  variables: Record<string, unknown>;
}

/** The call's part of the preparation. */
interface PreparingCall {
  /** Aborts when the agent is no longer needed. */
  gone: AbortSignal;
  log: Log;
  /** Counts the usage of providers. */
  usage: UsageMeter;
  /** The sample rate of the line, or null when it is unknown. */
  lineRateHz: number | null;
  /** Providers that the caller opened in advance and disposes of. Without them, `prepareAgent` opens providers. */
  opened?: OpenedProviders;
  /** The dictionary that the caller began to read in advance. Without it, `prepareAgent` reads the dictionary. */
  pronunciations?: Promise<readonly Pronunciation[]>;
}

/**
 * Finds the agent's providers and tools and starts to synthesize the first message, so that it is ready when the call is
 * answered. Rejects with a message for the call's record when the agent has no voice to speak with.
 */
export async function prepareAgent(
  { db, providers: lookup, openTools, spareSpeech }: AgentEnvironment,
  agent: SpeakingAgent,
  call: CallToPrepare,
  { gone, log, usage, lineRateHz, opened, pronunciations: dictionary }: PreparingCall,
): Promise<PreparedAgent> {
  const { variables: callVariables, ...facts } = call;
  const now = { ...facts, nowMs: Date.now() };
  const variables = valuesOfVariables({ agent, facts: now, call: callVariables, pushed: {} });
  const { prompt, firstMessage } = fillTexts(agent, variables);
  const found: AsyncDisposable[] = [];
  const dispose = async () => {
    await Promise.allSettled(found.map((one) => one[Symbol.asyncDispose]()));
  };
  try {
    const { organizationId } = call;
    // Read while the providers open.
    const reading = dictionary ?? readPronunciations(db, agent, { organizationId, log });
    const inUse = opened ?? (await openProviders(lookup, agent, { organizationId, usage, log }));
    if (inUse !== opened) found.push(inUse);
    const { providers } = inUse;
    Object.assign(inUse.variables, variables);
    const pronunciations = await reading;
    const { textToSpeech, speechToSpeech } = providers;
    for (const tag of [agent.language, ...agent.languages.map(({ language }) => language)])
      prepareReading(tag);
    const spoken = (text: string | null) =>
      speakGreeting(textToSpeech, { ...agent, pronunciations }, text, gone, lineRateHz);
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
      pronunciations,
      tools,
      spareSpeech,
      announcement: spoken(announcementOf(agent)),
      // A speech-to-speech model speaks it when the call is answered.
      greeting:
        speechToSpeech && firstMessage !== null ? { text: firstMessage, speech: null } : spoken(firstMessage),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const defaultAnnouncement = 'This call is recorded.';

function announcementOf({ conversation }: AgentConfiguration): string | null {
  return conversation.recording === 'announced'
    ? (conversation.recordingAnnouncement ?? defaultAnnouncement)
    : null;
}
