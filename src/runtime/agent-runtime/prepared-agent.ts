import type { FlowPlay } from '../../conversation/flow/index.ts';
import type { Knowledge } from '../../conversation/knowledge/index.ts';
import type {
  ConversationAgent,
  ConversationProviders,
  ToolRunner,
} from '../../conversation/pipeline/index.ts';
import type { ModelMessage } from '../../conversation/providers/interfaces/index.ts';
import type { Pronunciation } from '../../conversation/reading/index.ts';
import type { AgentConfiguration } from '../../domains/agents/index.ts';
import type { HandOverNote, HistoryTerms } from '../tools/index.ts';
import type { Greeting } from './greeting.ts';
import type { SpareSpeech } from './spare-speech.ts';

/** An agent that can hold a conversation. */
export interface SpeakingAgent extends AgentConfiguration {
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
  /** What the agent knows; null when it has no sources. */
  knowledge: Knowledge | null;
  /** The recording announcement, if the agent has to make one. */
  announcement: Greeting | null;
  /** The first message. Its speech is synthesized in advance, unless a speech-to-speech model speaks it. */
  greeting: ConversationAgent['firstMessage'];
  /** The agent's flow with the variables of the call, if it has one. */
  flow: FlowPlay | null;
  spareSpeech: SpareSpeech;
  /** Checks what it is about to say and do; `null` without rules. */
  guard: ConversationAgent['guard'];
  /** How it came to the call; `null` for the agent with which the call begins. */
  takeover: Takeover | null;
  /** Where its tools put the agent to whom they hand the call over. */
  successor: SuccessorSlot;
}

/** How an agent came to a call that another one began. Plain data, which moves with the call to another process. */
export interface Takeover {
  /** The hand-overs of the call so far. */
  count: number;
  /** The agent with which the call began. Its maximum duration is that of the call. */
  began: { agentId: string; version: number | null; maxDurationSeconds: number };
  /** The messages at the beginning of its history that it was given. */
  givenMessages: number;
  /** The agent to which it may hand the call back; `null` for none. */
  returnsTo: EarlierAgent | null;
}

/** An agent that has handed the call over and may get it back, as it was then. */
export interface EarlierAgent {
  agent: SpeakingAgent;
  variables: Record<string, unknown>;
  history: readonly ModelMessage[];
  modelStates: readonly unknown[];
  /** What it gets of the conversation since then. */
  terms: HistoryTerms;
  /** How it came to the call itself. */
  takeover: Takeover | null;
}

/** The agent that carries on, from the use of the tool on. */
export interface Successor {
  prepared: PreparedAgent;
  note: HandOverNote;
  opening: 'answer' | 'firstMessage';
  terms: HistoryTerms;
  /** The agent as it was, if it gets the call back. */
  earlier: EarlierAgent | null;
}

export interface SuccessorSlot {
  next: Successor | null;
}
