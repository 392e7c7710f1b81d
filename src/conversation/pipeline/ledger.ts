/**
 * The latency ledger: for every turn of the agent, where on the line's RTP clock each thing happened. Positions of
 * audio are those of the samples; what providers told is placed where the clock stood when it came.
 */

/** What made the agent speak. */
export type TurnKind = 'greeting' | 'speech' | 'dtmf' | 'silence';

/** One turn. Null: it never came to that. All positions in milliseconds. */
export interface TurnLatency {
  /** From 1, in the order of the turns. */
  turn: number;
  kind: TurnKind;
  /** The last sound of the caller, or the last key. */
  speechEndMs: number | null;
  /** The first words of the caller were understood: with a transcriber that tells them on the way, while the caller speaks. */
  transcriptFirstMs: number | null;
  /** The last words of the caller were understood. */
  transcriptFinalMs: number | null;
  /** It was decided that the caller's turn is over. */
  endOfTurnMs: number | null;
  /** The model began to answer. */
  firstTokenMs: number | null;
  /** The model had said something that can be spoken. */
  firstSentenceMs: number | null;
  /** The voice gave the first audio of it. */
  firstAudioMs: number | null;
  /** The first audio of the answer was sent. */
  firstRtpMs: number | null;
  /** The caller's speech that cut the turn short began. */
  interruptedAtMs: number | null;
  /** Speech end → first audio sent: what the caller waited. */
  waitedMs: number | null;
  /** Of that, the providers' time: waiting for the transcript beyond the turn's own window, the model, the voice. */
  providerMs: number | null;
  /** The rest: deciding, and everything between. */
  addedMs: number | null;
}

/** The marks of a turn that is going on. */
export class TurnLedger {
  readonly #marks: Omit<TurnLatency, 'waitedMs' | 'providerMs' | 'addedMs'>;
  #transcriptWaitMs = 0;
  #modelAskedMs: number | null = null;
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
      firstTokenMs: null,
      firstSentenceMs: null,
      firstAudioMs: null,
      firstRtpMs: null,
      interruptedAtMs: null,
    };
  }

  /** The caller's part of the turn. */
  decided(marks: {
    speechEndMs: number;
    transcriptFirstMs: number | null;
    transcriptFinalMs: number | null;
    /** How long the decision waited for the transcriber beyond the turn's own window. */
    transcriptWaitMs: number;
    endOfTurnMs: number;
  }): void {
    const { transcriptWaitMs, ...shown } = marks;
    this.#transcriptWaitMs = transcriptWaitMs;
    Object.assign(this.#marks, shown);
  }

  /** The model, or for a sentence that is known the voice, was asked. Only the first counts, as with all marks. */
  modelAsked(atMs: number): void {
    this.#modelAskedMs ??= atMs;
  }

  firstToken(atMs: number): void {
    this.#marks.firstTokenMs ??= atMs;
  }

  sentence(atMs: number): void {
    this.#marks.firstSentenceMs ??= atMs;
  }

  /** No model had an answer; what is said is none of theirs. */
  gaveUp(atMs: number): void {
    this.#gaveUpMs ??= atMs;
  }

  voiceAsked(atMs: number): void {
    this.#voiceAskedMs ??= atMs;
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

  /** The turn as it goes on record. */
  read(): TurnLatency {
    const { speechEndMs, firstRtpMs, firstSentenceMs, firstAudioMs } = this.#marks;
    const waitedMs = span(speechEndMs, firstRtpMs);
    const parts = [
      this.#transcriptWaitMs,
      span(this.#modelAskedMs, firstSentenceMs ?? this.#gaveUpMs),
      span(this.#voiceAskedMs, firstAudioMs),
    ];
    const providerMs = waitedMs === null ? null : parts.reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
    const addedMs = waitedMs === null || providerMs === null ? null : Math.max(waitedMs - providerMs, 0);
    return {
      ...rounded(this.#marks),
      waitedMs: round(waitedMs),
      providerMs: round(providerMs),
      addedMs: round(addedMs),
    };
  }
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

/** How long callers waited for the agent in one call, from the turns that they spoke or pressed keys in. */
interface CallLatency {
  turns: number;
  p50Ms: number | null;
  p95Ms: number | null;
  maxMs: number | null;
  /** The same of the part that is not the providers'. */
  addedP50Ms: number | null;
  addedP95Ms: number | null;
}

/** The figures of one call. */
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

/** The smallest value that at least `share` of all are not above; of ascending values. */
function percentile(ascending: readonly number[], share: number): number | null {
  return ascending[Math.max(Math.ceil(ascending.length * share) - 1, 0)] ?? null;
}
