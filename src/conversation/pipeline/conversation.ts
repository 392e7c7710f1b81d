import type {
  LanguageModel,
  ModelMessage,
  ModelToolCall,
  SpeechAudio,
  SpeechToSpeech,
  SpeechToText,
  TextToSpeech,
} from '../providers/interfaces/index.ts';
import type { TurnLatency } from './ledger.ts';
import type { CallLine, LineEvents } from './line.ts';
import type { AgentEndReason, ToolRunner, ToolThen } from './tools.ts';

/** The providers of one conversation, the preferred one first: the next is asked when one fails. */
export interface ConversationProviders {
  /**
   * A model that hears and speaks by itself; the others are asked when it cannot be had any more, but for the voices,
   * which speak whenever it cannot. Null: there is none.
   */
  speechToSpeech: SpeechToSpeech | null;
  /** Empty: what the caller says is not understood, and only keys are. */
  speechToText: readonly SpeechToText[];
  /** Empty: the agent says its first message and nothing else. */
  languageModel: readonly LanguageModel[];
  textToSpeech: readonly TextToSpeech[];
}

/** How the agent behaves in this call. */
export interface ConversationAgent {
  /** The prompt with its variables filled; the system message of every request. */
  prompt: string;
  /** What is said first; null: nothing. `speech` is there when it was spoken ahead, while the telephone rang. */
  firstMessage: { text: string; speech: Promise<SpeechAudio> | null } | null;
  /** Said before anything else, to its end whoever speaks meanwhile; where it cannot be, the call ends. null: nothing. */
  announcement: { text: string; speech: Promise<SpeechAudio> | null } | null;
  /** Whether the first message waits until the caller has said something, though not for long. */
  waitForCaller: boolean;
  /** BCP 47. */
  language: string;
  /** One of the voice's own, by id; null: its choice. */
  voice: string | null;
  /** The language model's model by id; null: its choice. */
  model: string | null;
  temperature: number | null;
  /** Whether the caller's speech and keys cut the agent short. */
  interruptible: boolean;
  /** Words that do not end the agent's turn, beside those of the language. */
  backChannelWords: readonly string[];
  /** So long the caller is silent after a sentence that sounds complete, until it counts as the end of the turn. */
  endOfTurnMs: number;
  /** What the agent says or asks when nobody speaks: after every `afterMs`, one after the other; null: nothing. */
  silencePrompts: { afterMs: number; texts: readonly string[] } | null;
  /** The call ends when nobody has spoken for so long; prompts do not count. */
  silenceMs: number;
  maxDurationMs: number;
  /** Spoken so long before the end by duration; null: nothing. */
  maxDurationWarning: { beforeMs: number; text: string } | null;
  /** Said while something takes long; null: those of the language. Empty: nothing is said. */
  fillers: readonly string[] | null;
}

/** What became of a `transfer`: the call is no longer ours, or the conversation goes on and the model is told. */
export type CarriedOut = { isOver: true; end: ConversationEnd } | { isOver: false; result: unknown };

/** Speech that is there whatever becomes of the voice. */
export interface SpareSpeech {
  /** The speech of a text; null: it is not there. */
  find(text: string): SpeechAudio | null;
  /** Makes it be there, as far as it is not; asked once, when the call is under way. */
  prepare(texts: readonly string[]): void;
}

/** A provider that failed, and what became of its work. */
export interface ProviderSetback {
  kind: 'language-model' | 'voice' | 'transcriber' | 'speech-to-speech';
  provider: string;
  /** `broken-off`: something of it was heard already, and that is left as it is; `goesOn`: somebody is asked for the rest. */
  after:
    | { kind: 'again' }
    | { kind: 'next'; provider: string }
    | { kind: 'nobody' }
    | { kind: 'broken-off'; goesOn: boolean };
}

/** Something went wrong that the caller may not notice. */
export interface ConversationProblem {
  what: string;
  error: unknown;
  /** Absent: it was not a provider, or it goes on with it. */
  setback?: ProviderSetback;
}

/** A turn that the agent has no answer to. */
export interface UnansweredTurn {
  why: 'failed' | 'empty';
  /** What the agent says instead. */
  instead: 'apology' | 'goodbye' | 'nothing';
}

export interface ConversationOptions {
  line: CallLine;
  providers: ConversationProviders;
  agent: ConversationAgent;
  tools: ToolRunner | null;
  /** What was said before, where it carries on another conversation. */
  history?: readonly ModelMessage[];
  /**
   * Carries out what is beyond a conversation: the transfers. `said` is what the model was told of it so far; `signal`
   * aborts when the call is over.
   */
  carryOut: (
    then: Extract<ToolThen, { kind: 'transfer' }>,
    said: readonly ModelMessage[],
    signal: AbortSignal,
  ) => Promise<CarriedOut>;
  /** Speech of the agent's fillers and its apology, for when no voice can be had; null or absent: none is kept. */
  spareSpeech?: SpareSpeech | null;
  /** More was said, pressed or done: `progress` has more to tell. Called often. */
  onProgress: () => void;
  /** The first words are said although nothing has shown that audio flows: nobody may hear them. */
  onUnproven?: () => void;
  /** The agent has no answer to a turn of the caller, and what it says in its place. */
  onUnanswered?: (turn: UnansweredTurn) => void;
  /** For the log, and what a provider failed at for `why`. */
  onProblem: (problem: ConversationProblem) => void;
}

/** Why a conversation ended. `stopped`: from outside, and the owner knows why. */
export interface ConversationEnd {
  reason:
    | AgentEndReason
    | 'assistant-forwarded-call'
    | 'silence-timed-out'
    | 'exceeded-max-duration'
    | 'provider-error'
    | 'stopped';
  /** In a sentence, for the people who read the call's record. */
  message: string;
}

/** Something that was really said, pressed or done, by its position. What was cut off is not in `text`. */
export interface SaidEntry {
  role: 'bot' | 'user' | 'tool';
  text: string;
  startMs: number;
  endMs: number;
  /** `dtmf` for a key; the name of a tool. */
  name?: string;
  toolCall?: ModelToolCall;
  result?: unknown;
}

/** A conversation as far as it has come. */
export interface ConversationProgress {
  /** In the order of its beginning. */
  transcript: SaidEntry[];
  turns: TurnLatency[];
}

export interface ConversationResult extends ConversationProgress {
  end: ConversationEnd;
}

/**
 * One conversation on one line. It takes what the line tells, and nothing is owed to it after `ended` has settled:
 * every stream, timer and piece of audio of it ends with it. `ended` never rejects.
 */
export interface Conversation extends LineEvents {
  /**
   * The other side puts the call through to somebody else (true): nobody is waited for until that is decided (false).
   * With `connectedTo` it is somebody else's from here on, which the model is told.
   */
  putThrough(isPending: boolean, connectedTo?: string): void;
  /** Ends it because the call is over, or is being ended by its owner. */
  stop(): void;
  /** All that is known of it now. */
  progress(): ConversationProgress;
  readonly ended: Promise<ConversationResult>;
}
