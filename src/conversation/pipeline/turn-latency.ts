import type { Breach } from '../guard-rails/index.ts';
import type { KnowledgeUse } from '../knowledge/index.ts';
import type { TurnEnd } from './turns/end-of-turn.ts';

/** The cause of a turn of the agent. */
export type TurnKind = 'greeting' | 'speech' | 'dtmf' | 'silence';

/**
 * The reason of a decision about speech over the agent's.
 *
 * - `words`: words that are no back-channel.
 * - `back-channel`: only back-channel words.
 * - `no-words`: the transcriber recognized nothing: a cough, a door.
 * - `no-speech`: neither words nor the sound of speech: an animal, a tool.
 * - `long-speech`: long speech whose words are not known yet.
 * - `late-words`: the words are late, and may be an interruption.
 * - `background`: a voice that is too soft to be the caller's: other people, a television, or our own echo.
 * - `uninterruptible`: the agent's settings do not let callers interrupt it.
 * - `bound`: the agent says its last words, or does something on the line.
 */
type OverlapReason =
  | 'words'
  | 'back-channel'
  | 'no-words'
  | 'no-speech'
  | 'long-speech'
  | 'late-words'
  | 'background'
  | 'uninterruptible'
  | 'bound';

/** The caller's speech over the agent's. Positions and lengths are milliseconds. */
export interface Overlap {
  atMs: number;
  /** From the detection of the speech to the decision. The agent was silent that long. */
  heldMs: number;
  /** Whether the agent stopped for good, went on after a pause, or went on without one. */
  outcome: 'interrupted' | 'resumed' | 'went-on';
  why: OverlapReason;
  /** How many of them this entry stands for; absent for one. `heldMs` is the sum. */
  count?: number | undefined;
}

/** The positions of one turn of the caller; see `TurnLatency`. */
export interface CallerMarks {
  speechEndMs: number;
  transcriptFirstMs: number | null;
  transcriptFinalMs: number | null;
  /** How long the decision waited for the transcriber beyond the end-of-turn window. */
  transcriptWaitMs: number;
  endOfTurnMs: number;
  endedBy: TurnEnd;
}

/** The kinds of providers whose failures are reported. */
export type FailingKind = 'language-model' | 'voice' | 'transcriber' | 'speech-to-speech';

/** The failure of a provider in a turn, or that it was not asked. */
export interface TurnSetback {
  kind: FailingKind;
  provider: string;
  outcome: 'failed' | 'skipped';
  /** In a few words, without text from outside. */
  message: string;
  /** How long it was waited for; `null` when it was not asked, or when that is not known. */
  afterMs: number | null;
  /** The provider that continued, which may be the same one; `null` when none did. */
  next: string | null;
}

/** The latencies of one turn, in milliseconds. `null` when the turn did not reach that step. */
export interface TurnLatency {
  /** From 1, in the order of the turns. */
  turn: number;
  kind: TurnKind;
  /** The agent that spoke, and its version; absent where it is the only one. `null` for a draft. */
  agentId?: string | undefined;
  agentVersion?: number | null | undefined;
  /** The last sound of the caller, or the last key. */
  speechEndMs: number | null;
  /** The first words of the caller arrived: during the speech when the transcriber emits partials. */
  transcriptFirstMs: number | null;
  /** The last words of the caller arrived. */
  transcriptFinalMs: number | null;
  /** The pipeline decided that the caller's turn is over. */
  endOfTurnMs: number | null;
  /** The reason why it was over; `null` when the agent speaks without a turn of the caller. */
  endedBy: TurnEnd | null;
  /** The model was asked. Earlier than `endOfTurnMs` when it began to answer during the caller's last pause. */
  modelAskedMs: number | null;
  /** The model held its answer back, because the caller might go on. */
  heldBackMs: number | null;
  /** Answers that were generated for incomplete turns, and dropped. */
  droppedAnswers: number;
  /** The caller's speech over the agent's, and what became of it. */
  overlaps: Overlap[];
  /** What the agent's knowledge had for the answer; absent when it was not searched. */
  knowledge?: KnowledgeUse | undefined;
  /** The provider whose model answered; absent when none did, and in calls of earlier releases. */
  answeredBy?: string | undefined;
  /** The stage of the flow that the answer ended in; absent without a flow. */
  stage?: string | undefined;
  /** The provider whose voice spoke first; absent as `answeredBy`, and for speech that was synthesized ahead. */
  spokenBy?: string | undefined;
  /** Failures of providers on the way to the answer, in order; absent without any. */
  setbacks?: TurnSetback[] | undefined;
  /** Rules of the agent that were applied, in order; absent without any. */
  breaches?: Breach[] | undefined;
  /** The first part of the model's answer arrived. */
  firstTokenMs: number | null;
  /** The first complete sentence or clause of the answer was available. */
  firstSentenceMs: number | null;
  /** The first audio of the voice arrived. */
  firstAudioMs: number | null;
  /** The first audio of the answer was sent. */
  firstRtpMs: number | null;
  /** The caller's interrupting speech began. */
  interruptedAtMs: number | null;
  /** From speech end to first sent audio: the response time that the caller experienced. */
  waitedMs: number | null;
  /** The providers' share: the transcript beyond the end-of-turn window, the model and the voice. */
  providerMs: number | null;
  /** The rest: our own share. */
  addedMs: number | null;
}
