/**
 * The latency ledger records, for every turn of the agent, when each step happened on the line's RTP clock. Audio has the
 * position of its samples; results of providers have the position at which they arrived.
 */

import type { Breach } from '../guard-rails/index.ts';
import type { KnowledgeUse } from '../knowledge/index.ts';
import type { TurnEnd } from './turns/end-of-turn.ts';

/** A turn keeps so many overlaps, failures of providers, and applied rules. */
const overlapsMax = 20;
const setbacksMax = 20;
const breachesMax = 20;

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

/** The positions of a turn of the caller; see `TurnLatency`. */
export interface CallerMarks {
  speechEndMs: number;
  transcriptFirstMs: number | null;
  transcriptFinalMs: number | null;
  /** How long the decision waited for the transcriber beyond the end-of-turn window. */
  transcriptWaitMs: number;
  endOfTurnMs: number;
  endedBy: TurnEnd;
}

/** Collects the positions of one turn. Only the first call of each method counts. */
export class TurnLedger {
  readonly #marks: Omit<TurnLatency, 'waitedMs' | 'providerMs' | 'addedMs'>;
  #transcriptWaitMs = 0;
  #gaveUpMs: number | null = null;
  #voiceAskedMs: number | null = null;

  constructor(turn: number, kind: TurnKind) {
    this.#marks = {
      turn,
      kind,
      speechEndMs: null,
      transcriptFirstMs: null,
      transcriptFinalMs: null,
      endOfTurnMs: null,
      endedBy: null,
      modelAskedMs: null,
      heldBackMs: null,
      droppedAnswers: 0,
      overlaps: [],
      firstTokenMs: null,
      firstSentenceMs: null,
      firstAudioMs: null,
      firstRtpMs: null,
      interruptedAtMs: null,
    };
  }

  /** Stores the positions of the caller's turn. */
  decided(marks: CallerMarks): void {
    const { transcriptWaitMs, ...shown } = marks;
    this.#transcriptWaitMs = transcriptWaitMs;
    Object.assign(this.#marks, shown);
  }

  /** The request to the model was sent. */
  modelAsked(atMs: number): void {
    this.#marks.modelAskedMs ??= atMs;
  }

  heldBack(atMs: number): void {
    this.#marks.heldBackMs ??= atMs;
  }

  /** Prepared answers were dropped. */
  dropped(count: number): void {
    this.#marks.droppedAnswers += count;
  }

  /** It was decided what the caller's speech over the agent's was. What did not stop the agent is counted if it repeats. */
  overlapped(overlap: Overlap): void {
    const { overlaps } = this.#marks;
    const isFull = overlaps.length >= overlapsMax;
    const same =
      overlap.outcome === 'went-on' || isFull
        ? overlaps.find((one) => one.outcome === overlap.outcome && one.why === overlap.why)
        : undefined;
    if (same) {
      same.count = (same.count ?? 1) + 1;
      same.heldMs += overlap.heldMs;
    } else if (!isFull) overlaps.push({ ...overlap });
  }

  /** A model of this provider answers. `use` is what the agent's knowledge had for the answer. */
  answeredBy(provider: string, use: KnowledgeUse | null = null): void {
    this.#marks.answeredBy = provider;
    if (use) this.#marks.knowledge = use;
  }

  /** The stage of the flow in which the answer is; `null` without one. */
  get stage(): string | null {
    return this.#marks.stage ?? null;
  }

  /** The answer is in this stage of the flow. */
  inStage(stage: string): void {
    this.#marks.stage = stage;
  }

  /** The voice of this provider speaks. */
  spokenBy(provider: string): void {
    this.#marks.spokenBy ??= provider;
  }

  setback(setback: TurnSetback): void {
    const { setbacks = [] } = this.#marks;
    const isKnown = setback.outcome === 'skipped' && setbacks.some((one) => isSameSkip(one, setback));
    if (!isKnown && setbacks.length < setbacksMax) this.#marks.setbacks = [...setbacks, setback];
  }

  /** A rule of the agent was applied. */
  breach(breach: Breach): void {
    const { breaches = [] } = this.#marks;
    if (breaches.length < breachesMax) this.#marks.breaches = [...breaches, breach];
  }

  firstToken(atMs: number): void {
    this.#marks.firstTokenMs ??= atMs;
  }

  sentence(atMs: number): void {
    this.#marks.firstSentenceMs ??= atMs;
  }

  /** No model had an answer. */
  gaveUp(atMs: number): void {
    this.#gaveUpMs ??= atMs;
  }

  voiceAsked(atMs: number): void {
    this.#voiceAskedMs ??= atMs;
  }

  /** The voice was asked before the end of the turn, and its first audio may have arrived. */
  voicePrepared({ askedMs, arrivedMs }: { askedMs: number; arrivedMs: number | null }): void {
    this.voiceAsked(askedMs);
    if (arrivedMs !== null) this.audio(arrivedMs);
  }

  audio(atMs: number): void {
    this.#marks.firstAudioMs ??= atMs;
  }

  sent(atMs: number): void {
    this.#marks.firstRtpMs ??= atMs;
  }

  interrupted(atMs: number): void {
    this.#marks.interruptedAtMs ??= atMs;
  }

  /** Returns the turn for the call record, rounded to milliseconds. */
  read(): TurnLatency {
    const { speechEndMs, modelAskedMs, firstRtpMs, firstSentenceMs, firstAudioMs } = this.#marks;
    // The caller does not wait for the part of a prepared answer that arrived during the speech.
    const sinceEnd = (ms: number | null) => (ms === null ? null : Math.max(ms, speechEndMs ?? ms));
    const waitedMs = span(speechEndMs, firstRtpMs);
    const parts = [
      this.#transcriptWaitMs,
      span(sinceEnd(modelAskedMs), firstSentenceMs ?? this.#gaveUpMs),
      span(sinceEnd(this.#voiceAskedMs), firstAudioMs),
    ];
    const providerMs = waitedMs === null ? null : parts.reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
    const addedMs = waitedMs === null || providerMs === null ? null : Math.max(waitedMs - providerMs, 0);
    return {
      ...rounded(this.#marks),
      overlaps: this.#marks.overlaps.map(rounded),
      waitedMs: round(waitedMs),
      providerMs: round(providerMs),
      addedMs: round(addedMs),
    };
  }
}

/** A voice is skipped again for each sentence. */
function isSameSkip(one: TurnSetback, other: TurnSetback): boolean {
  return one.outcome === 'skipped' && one.kind === other.kind && one.provider === other.provider;
}

function span(fromMs: number | null, toMs: number | null): number | null {
  return fromMs === null || toMs === null ? null : Math.max(toMs - fromMs, 0);
}

function round(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}

function rounded<T extends object>(marks: T): T {
  const entries = Object.entries(marks).map(([key, value]) => [
    key,
    typeof value === 'number' ? Math.round(value) : value,
  ]);
  return Object.fromEntries(entries) as T;
}

/** The response times of one call, over turns in which the caller spoke or pressed keys. */
interface CallLatency {
  turns: number;
  p50Ms: number | null;
  p95Ms: number | null;
  maxMs: number | null;
  /** Percentiles of `addedMs`. */
  addedP50Ms: number | null;
  addedP95Ms: number | null;
}

/** Returns the response times of one call. */
export function callLatency(turns: readonly TurnLatency[]): CallLatency {
  const waits = sorted(turns.map(({ waitedMs }) => waitedMs));
  const added = sorted(turns.map(({ addedMs }) => addedMs));
  return {
    turns: waits.length,
    p50Ms: percentile(waits, 0.5),
    p95Ms: percentile(waits, 0.95),
    maxMs: waits.at(-1) ?? null,
    addedP50Ms: percentile(added, 0.5),
    addedP95Ms: percentile(added, 0.95),
  };
}

function sorted(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null).sort((a, b) => a - b);
}

/** Returns the nearest-rank percentile of ascending values; `null` without values. */
function percentile(ascending: readonly number[], share: number): number | null {
  return ascending[Math.max(Math.ceil(ascending.length * share) - 1, 0)] ?? null;
}
