/**
 * The latency ledger records, for every turn of the agent, when each step happened on the line's RTP clock. Audio has the
 * position of its samples; results of providers have the position at which they arrived.
 */

import type { Breach } from '../guard-rails/index.ts';
import type { KnowledgeUse } from '../knowledge/index.ts';
import type { CallerMarks, Overlap, TurnKind, TurnLatency, TurnSetback } from './turn-latency.ts';

/** A turn keeps so many overlaps, failures of providers, and applied rules. */
const overlapsMax = 20;
const setbacksMax = 20;
const breachesMax = 20;

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
