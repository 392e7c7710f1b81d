import type { UsageMeter } from '../../conversation/providers/kit/index.ts';
import { type Pronunciation, prepareReading } from '../../conversation/reading/index.ts';
import { type AgentConfiguration, type FlowStart, fillTexts, playFlow } from '../../domains/agents/index.ts';
import type { QuestionVectors } from '../../domains/knowledge/index.ts';
import { valuesOfVariables } from '../../domains/personalization/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/index.ts';
import {
  findModelsOf,
  knowledgeOf,
  type OpenToolRunner,
  type OtherAgents,
  openGuard,
  type ToolCall,
  type ToolRunnerOptions,
  withKnowledge,
} from '../tools/index.ts';
import { type OpenedProviders, openProviders, type ProviderLookup } from './find-providers.ts';
import { knownVoice, speakGreeting } from './greeting.ts';
import { handingOver } from './hand-over.ts';
import type { PreparedAgent, SpeakingAgent, SuccessorSlot, Takeover } from './prepared-agent.ts';
import { readMemory } from './read-memory.ts';
import { readPronunciations } from './read-pronunciations.ts';
import { sharedPhrases } from './shared-phrases.ts';
import type { SpareSpeaker, SpareSpeech } from './spare-speech.ts';

/** The dependencies of preparing agents, shared by all calls of a process. */
export interface AgentEnvironment {
  db: Queryable;
  providers: ProviderLookup;
  /** Shared by all conversations of a process, except those with drafts. */
  spareSpeech: SpareSpeech;
  /** Opens the agent's tools for a call. */
  openTools: (call: ToolCall, options: ToolRunnerOptions) => OpenToolRunner;
  /** Turns questions to the knowledge into vectors. Without it, searches compare words alone. */
  questionVectors?: QuestionVectors | undefined;
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
  /** How the agent came to the call; absent for the agent with which the call begins. */
  takeover?: Takeover | null;
  /** Where the agent's flow begins; absent for its first stage. */
  flowStart?: FlowStart | null;
  /** What is known of the customer, which the caller began to read in advance. Without it, `prepareAgent` reads it. */
  memory?: Promise<string>;
}

/**
 * Finds the agent's providers and tools and starts to synthesize the first message, so that it is ready when the call is
 * answered. Rejects with a message for the call's record when the agent has no voice to speak with.
 */
export async function prepareAgent(
  environment: AgentEnvironment,
  agent: SpeakingAgent,
  call: CallToPrepare,
  preparing: PreparingCall,
): Promise<PreparedAgent> {
  const { db, providers: lookup, openTools, spareSpeech, questionVectors: vectors } = environment;
  const { gone, log, usage, lineRateHz, opened, takeover = null } = preparing;
  const { variables: callVariables, ...facts } = call;
  const found: AsyncDisposable[] = [];
  const dispose = async () => {
    await Promise.allSettled(found.splice(0).map((one) => one[Symbol.asyncDispose]()));
  };
  const successor: SuccessorSlot = { next: null };
  const onProblem = (error: unknown) => log.warn({ err: error }, 'a question was not embedded');
  try {
    const { organizationId } = call;
    // Read while the providers open.
    const reading = preparing.pronunciations ?? readPronunciations(db, agent, { organizationId, log });
    const remembering = preparing.memory ?? readMemory(db, agent, call, log);
    const inUse = opened ?? (await openProviders(lookup, agent, { organizationId, usage, log }));
    if (inUse !== opened) found.push(inUse);
    const { providers, judges } = inUse;
    const [pronunciations, memory] = await Promise.all([reading, remembering]);
    const now = { ...facts, memory: agent.memory && memory, nowMs: Date.now() };
    const variables = valuesOfVariables({ agent, facts: now, call: callVariables, pushed: {} });
    const { prompt, firstMessage } = fillTexts(agent, variables, memory);
    Object.assign(inUse.variables, variables);
    const flow = await playFlow(agent, variables, preparing.flowStart);
    const guard = await openGuard(agent, {
      variables,
      models: judges,
      onUnjudged: (error) => log.warn({ err: error }, 'a sentence was said without a judgement'),
    });
    prepareReadings(agent);
    const isOwn = providers.speechToSpeech !== null && firstMessage !== null;
    const spoken = (text: string | null) =>
      speakGreeting(providers.textToSpeech, { ...agent, pronunciations }, text, gone, lineRateHz);
    const others = otherAgents(environment, { agent, variables, takeover, successor }, call, preparing);
    const tools = openTools(
      { ...call, agent, variables, others },
      {
        signal: gone,
        onProblem: ({ tool, error }) => log.warn({ err: error, tool }, 'a tool of the agent failed'),
      },
    );
    found.push(tools);
    speakShared(spareSpeech, { agent, providers, pronunciations }, lineRateHz, gone);
    return {
      agent,
      variables,
      prompt: withKnowledge(prompt, agent, { isSpoken: true }),
      providers,
      pronunciations,
      tools,
      knowledge: knowledgeOf({ db, vectors, onProblem }, organizationId, agent, { isSpoken: true }),
      ...{ flow, spareSpeech, takeover, successor, guard },
      announcement: spoken(announcementOf(agent)),
      // A speech-to-speech model speaks it when the call is answered.
      greeting: isOwn ? { text: firstMessage, speech: null } : spoken(firstMessage),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Returns who speaks an agent's texts ahead; null for a speech-to-speech model, whose own voice must not be mixed. */
export function spareSpeaker(
  { agent, providers, pronunciations }: Pick<PreparedAgent, 'agent' | 'providers' | 'pronunciations'>,
  lineRateHz: number,
  signal: AbortSignal,
): SpareSpeaker | null {
  const [voice] = providers.textToSpeech;
  if (!voice || providers.speechToSpeech) return null;
  const { agentId, version, language } = agent;
  const request = { voice: knownVoice(voice, agent), language, lineRateHz };
  const reading = { language, pronunciations, readsNumbers: agent.conversation.readNumbers };
  return { agentId, version, voice, request, reading, signal };
}

/** The rate of most lines, for calls whose rate is not known yet. */
const usualRateHz = 8_000;

/**
 * Lets a local voice speak what all calls of an agent say, before the first of them needs it and while no caller waits for the
 * voice. A vendor bills each text, so its voice is not asked.
 */
function speakShared(
  spareSpeech: SpareSpeech,
  speaking: Pick<PreparedAgent, 'agent' | 'providers' | 'pronunciations'>,
  lineRateHz: number | null,
  signal: AbortSignal,
): void {
  const { agent, providers } = speaking;
  if (agent.version === null || providers.textToSpeech[0]?.isLocal !== true) return;
  const speaker = spareSpeaker(speaking, lineRateHz ?? usualRateHz, signal);
  if (speaker) void spareSpeech.prepare(speaker, sharedPhrases(agent));
}

function prepareReadings({ language, languages }: Pick<AgentConfiguration, 'language' | 'languages'>): void {
  for (const tag of [language, ...languages.map((further) => further.language)]) prepareReading(tag);
}

/** Returns the other agents of the organization as the agent's tools reach them. */
function otherAgents(
  environment: AgentEnvironment,
  self: Pick<PreparedAgent, 'agent' | 'variables' | 'takeover' | 'successor'>,
  call: CallToPrepare,
  { gone, log, usage, lineRateHz }: PreparingCall,
): OtherAgents {
  const prepare = async (
    agent: SpeakingAgent,
    variables: Record<string, unknown>,
    { saysFirstMessage, ...its }: { saysFirstMessage: boolean; takeover: Takeover; usage: UsageMeter },
  ): Promise<PreparedAgent> => {
    const conversation = { ...agent.conversation, recording: 'off' } as const;
    const firstMessage = saysFirstMessage ? agent.firstMessage : null;
    const quiet = { ...agent, conversation, firstMessage };
    const prepared = await prepareAgent(
      environment,
      quiet,
      { ...call, variables },
      { gone, log, lineRateHz, ...its },
    );
    // The owner of the call disposes of the agent with which it began only.
    const dispose = () => void prepared[Symbol.asyncDispose]();
    if (gone.aborted) dispose();
    else gone.addEventListener('abort', dispose, { once: true });
    return { ...prepared, agent };
  };
  return {
    ...handingOver({ ...self, usage, prepare }),
    findModels: findModelsOf(environment.providers, { organizationId: call.organizationId, usage, log }),
  };
}

const defaultAnnouncement = 'This call is recorded.';

function announcementOf({ conversation }: AgentConfiguration): string | null {
  return conversation.recording === 'announced'
    ? (conversation.recordingAnnouncement ?? defaultAnnouncement)
    : null;
}
