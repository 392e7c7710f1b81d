import type { FlowChange, FlowPlay } from '../flow/index.ts';
import type { Breach, Guard } from '../guard-rails/index.ts';
import type { Knowledge } from '../knowledge/index.ts';
import type {
  LanguageModel,
  ModelMessage,
  ModelToolCall,
  SpeechAudio,
  SpeechToSpeech,
  SpeechToText,
  TextToSpeech,
  TurnDetector,
} from '../providers/interfaces/index.ts';
import type { Pronunciation } from '../reading/index.ts';
import type { CommandOutcome, ConversationCommand, MemberWords } from './commands.ts';
import type { CallLine, LineEvents } from './line.ts';
import type { AgentEndReason, ToolOutcome, ToolRunner, ToolThen } from './tools.ts';
import type { CallerMarks, FailingKind, TurnLatency } from './turn-latency.ts';

/** The providers of one conversation, the preferred one first. When one fails, the next takes over. */
export interface ConversationProviders {
  /**
   * `null` for a conversation with transcriber, language model and voice. Those replace an unreachable speech-to-speech
   * model, and the voices also speak texts that the model cannot.
   */
  speechToSpeech: SpeechToSpeech | null;
  /** When empty, the agent understands only keys. */
  speechToText: readonly SpeechToText[];
  /** When empty, the agent says its first message and nothing else. */
  languageModel: readonly LanguageModel[];
  textToSpeech: readonly TextToSpeech[];
  /** Judges whether the caller has finished; `null` or absent to judge by words and silence alone. */
  turnDetector?: TurnDetector | null;
}

/** How the agent behaves in this call. */
export interface ConversationAgent {
  /** The prompt with its variables filled; the system message of every request. */
  prompt: string;
  /** `null` for none. `speech` is the audio when it was synthesized while the phone rang. */
  firstMessage: { text: string; speech: Promise<SpeechAudio> | null } | null;
  /** Said before anything else and never interrupted; `null` for none. The call ends when it cannot be said. */
  announcement: { text: string; speech: Promise<SpeechAudio> | null } | null;
  /** Whether the first message waits for the caller to speak first, for at most 4 s. */
  waitForCaller: boolean;
  /** BCP 47. The call begins in this language. */
  language: string;
  /** Further languages that the agent changes to when the caller does, each with a voice id or `null`. */
  languages: readonly { language: string; voice: string | null }[];
  /** The id of a voice; `null` for the provider's default. */
  voice: string | null;
  /** How the voice speaks terms. */
  pronunciations: readonly Pronunciation[];
  /** Whether numbers, dates, addresses and abbreviations are written out for the voice. */
  readsNumbers: boolean;
  /** The id of a model; `null` for the provider's default. */
  model: string | null;
  temperature: number | null;
  /** Whether the caller's speech and keys interrupt the agent. Otherwise it answers them when it has finished. */
  interruptible: boolean;
  /** Back-channel words besides those of the language: they do not interrupt the agent. */
  backChannelWords: readonly string[];
  /** Names and terms that the caller may say, the most important first. */
  keyTerms: readonly string[];
  /** The boosts of key terms that have one: more than 0 to 1, and 0.5 is usual. */
  keyTermBoosts: ReadonlyMap<string, number>;
  /** The silence after a complete sentence that ends the caller's turn. */
  endOfTurnMs: number;
  /** The most answers of the call that are generated before the end of a turn and then dropped; 0 to generate none. */
  droppedAnswersMax: number;
  /** Whether the model may hold an answer back with a marker, because the caller has not finished. */
  mayHoldBack: boolean;
  /** Said one after the other, after each `afterMs` of silence; `null` for none. */
  silencePrompts: { afterMs: number; texts: readonly string[] } | null;
  /** The call ends after so much silence. Silence prompts do not restart it. */
  silenceMs: number;
  maxDurationMs: number;
  /** Said `beforeMs` before `maxDurationMs`; `null` for none. */
  maxDurationWarning: { beforeMs: number; text: string } | null;
  /** The way through the menus of a company to a person; `null` when every call reaches a person at once. */
  menus: {
    /** The finding of answer detection. */
    startsWith: 'unknown' | 'menu' | 'person';
    /** The words of the other side before the conversation began. */
    heard: string;
    /** The most time on hold, in milliseconds. */
    holdMsMax: number;
    /** The most menus heard, repeated ones included. */
    menusMax: number;
  } | null;
  /** Checks what the agent is about to say and do; `null` or absent without rules. */
  guard?: Guard | null;
  /** Said during long waits; `null` for those of the language, empty for none. */
  fillers: readonly string[] | null;
  /** The stages of the conversation; `null` or absent for none. */
  flow?: FlowPlay | null;
}

/** The outcome of a `transfer`: the call has left Parley, or the conversation continues and the model gets `result`. */
export type CarriedOut = { isOver: true; end: ConversationEnd } | { isOver: false; result: unknown };

/** Speech that was synthesized in advance, for times without a voice. */
export interface SpareSpeech {
  /** Returns the speech of a text; `null` when it was not prepared. */
  find(text: string): SpeechAudio | null;
  /** Synthesizes the texts that are missing; called once a call, after its first spoken sentence. */
  prepare(texts: readonly string[]): void;
}

/** The failure of a provider, and who continues its work. */
export interface ProviderSetback {
  kind: FailingKind;
  /** Its name, with its model if the agent has several of that name. */
  provider: string;
  /** It was not asked, because earlier requests failed. */
  isSkipped?: boolean;
  /** How long it was waited for; absent when that is not known. */
  afterMs?: number;
  /**
   * - `again`: the same provider is asked again.
   * - `next`: another provider takes over.
   * - `none`: no provider is left.
   * - `broken-off`: the caller heard the beginning, which stays. With `goesOn`, a provider is asked for the rest.
   */
  after:
    | { kind: 'again' }
    | { kind: 'next'; provider: string }
    | { kind: 'none' }
    | { kind: 'broken-off'; goesOn: boolean };
}

/** A failure that the conversation survives, or that ends it. */
export interface ConversationProblem {
  what: string;
  error: unknown;
  /** Absent when no provider failed, or when the failed one continues. */
  setback?: ProviderSetback;
}

/** A turn without an answer: every model `failed`, or the answer was `empty`. */
export interface UnansweredTurn {
  why: 'failed' | 'empty';
  /** The text that the agent says instead. */
  instead: 'apology' | 'goodbye' | 'nothing';
}

/**
 * A conversation that was suspended between two turns, with everything that its continuation needs, also in another
 * process. Plain data. Positions are on the line's clock, which goes on.
 */
export interface SuspendedConversation extends ConversationProgress {
  /** The messages that the model knows, without the prompt. */
  history: readonly ModelMessage[];
  /** The states of the language models, in the order of the providers, then that of the flow. */
  modelStates: readonly unknown[];
  /** BCP 47: the language that is spoken. */
  language: string;
  /** The time of the call that counts for its maximum duration. */
  passedMs: number;
  silence: { passedMs: number; prompted: number };
  /** The transcriber returned nothing for the caller's last speech. */
  isUnheard: boolean;
}

/** What the next agent of a call continues. Plain data. */
export interface HandedConversation
  extends Pick<SuspendedConversation, 'history' | 'modelStates' | 'language' | 'passedMs'> {
  /** The positions of the caller's turn whose answer the caller has not heard; `null` when there is none. */
  marks: CallerMarks | null;
}

export interface ConversationOptions {
  line: CallLine;
  providers: ConversationProviders;
  agent: ConversationAgent;
  tools: ToolRunner | null;
  /** The search in the sources of the agent; `null` or absent when it has none. */
  knowledge?: Knowledge | null;
  /** The messages of the conversation that this one continues. */
  history?: readonly ModelMessage[];
  /** The conversation that this one resumes. The agent greets no more, and listens. */
  resumes?: SuspendedConversation | undefined;
  /**
   * The agent takes over what it `resumes` from another agent, and speaks first. `marks` are the positions of a turn of the
   * caller that waits for the answer.
   */
  takesOver?: Pick<HandedConversation, 'marks'> | undefined;
  /** Transfers the call. `said` is the conversation as the model knows it; `signal` aborts when the call ends. */
  carryOut: (
    then: Extract<ToolThen, { kind: 'transfer' }>,
    said: readonly ModelMessage[],
    signal: AbortSignal,
  ) => Promise<CarriedOut>;
  /** Prepared speech of fillers and apology, for times without a voice; `null` or absent for none. */
  spareSpeech?: SpareSpeech | null;
  /** `progress` has a new entry. Called often. */
  onProgress: () => void;
  /** The agent hands the conversation over, and takes no more events of the line. */
  onHandOver?: () => void;
  /** The agent begins to speak although no audio has arrived, so the caller may not hear it. */
  onUnproven?: () => void;
  /** Reports what was met on the way to a person. */
  onFact?: (reason: string, message: string) => void;
  onUnanswered?: (turn: UnansweredTurn) => void;
  /** The conversation entered a stage of its flow, or found out variables. */
  onFlow?: (change: FlowChange) => void;
  /** A rule of the agent was applied. */
  onBreach?: (breach: Breach) => void;
  /** Reports a failure for the log; `setback` also appears in the call's timeline. */
  onProblem: (problem: ConversationProblem) => void;
}

/**
 * Why a conversation ended. `stopped` and `suspended` mean that its owner called `stop` or `suspend`. After `handed-over`
 * the owner lets another agent carry on.
 */
export interface ConversationEnd {
  reason:
    | AgentEndReason
    | 'assistant-forwarded-call'
    | 'silence-timed-out'
    | 'exceeded-max-duration'
    | 'no-person-reached'
    | 'provider-error'
    | 'stopped'
    | 'suspended'
    | 'handed-over';
  /** One sentence for the reader of the call record. */
  message: string;
}

/** One entry of a transcript: speech, a key or a tool call. `text` contains only what was heard. */
export interface SaidEntry {
  /** `agent` is a member of the organization, as in chats. */
  role: 'bot' | 'user' | 'tool' | 'agent';
  text: string;
  startMs: number;
  endMs: number;
  /** `dtmf` for a key; the name of a tool, or of a member. */
  name?: string;
  toolCall?: ModelToolCall & Pick<ToolOutcome, 'normalized'>;
  result?: unknown;
  /** Present for speech of the caller of which the transcriber returned no words. `text` is then empty. */
  notUnderstood?: true;
  /** How sure the transcriber was of the caller's words, from 0 to 1; absent when it reports nothing. */
  confidence?: number;
  /** The agent that spoke or used the tool; absent where it is the only one. */
  agent?: SpeakingAgent;
}

/** An agent, with its version; `null` for a draft. */
export interface SpeakingAgent {
  agentId: string;
  version: number | null;
}

/** The transcript and the latencies so far. */
export interface ConversationProgress {
  /** Ordered by `startMs`. */
  transcript: SaidEntry[];
  turns: TurnLatency[];
}

export interface ConversationResult extends ConversationProgress {
  end: ConversationEnd;
  /** After the end `handed-over`. */
  handed?: HandedConversation;
}

/**
 * One conversation on one line, driven by the line's events. `ended` never rejects. When it settles, all streams, timers
 * and audio of the conversation have ended.
 */
export interface Conversation extends LineEvents {
  /**
   * The peer transfers the call: silence does not count while `isPending`. With `connectedTo` another person is on the
   * line from now on, and the model is informed.
   */
  putThrough(isPending: boolean, connectedTo?: string): void;
  /** Ends the conversation because the call is over. */
  stop(): void;
  /**
   * Ends the conversation so that it can be resumed. Returns `null`, and changes nothing, unless it is between two turns with
   * a person. A speech-to-speech model cannot be resumed.
   */
  suspend(): SuspendedConversation | null;
  /** Carries out a command of a member. Never rejects. */
  command(command: ConversationCommand): Promise<CommandOutcome>;
  /** Adds what a member said to the caller to the transcript and to what the model knows. */
  memberSaid(words: MemberWords): void;
  /** Whether neither side speaks or is about to, and no tool runs. */
  readonly isBetweenTurns: boolean;
  progress(): ConversationProgress;
  readonly ended: Promise<ConversationResult>;
}
