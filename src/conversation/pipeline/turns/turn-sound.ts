import type { TurnDetector } from '../../providers/interfaces/index.ts';
import { KeptAudio } from '../kept-audio.ts';
import { within } from '../stall.ts';

interface TurnSoundOptions {
  detector: TurnDetector;
  sampleRateHz: number;
  /** A judgement arrived, failed, or was given up. */
  onJudged: () => void;
  onProblem: (error: unknown) => void;
}

/** The longest wait for a judgement. Without one, words and silence decide. */
const judgeMsMax = 300;
/** A detector that fails so often in a row is not asked again in this call. */
const failuresMax = 3;
/** Speech may begin this long before voice activity detects it. */
const beforeSpeechMs = 300;

/** Lets a turn detector judge the sound of the caller's turn at each pause. */
export class TurnSound {
  readonly #options: TurnSoundOptions;
  readonly #kept: KeptAudio;
  #judgedMs = Number.NEGATIVE_INFINITY;
  #judging: AbortController | null = null;
  #finished: number | null = null;
  #failures = 0;

  constructor(options: TurnSoundOptions) {
    this.#options = options;
    this.#kept = new KeptAudio(options.detector.audioMsMax);
  }

  /** The probability that the caller has finished; `null` while it is unknown. */
  get finished(): number | null {
    return this.#finished;
  }

  /** Whether a judgement is being waited for. */
  get isJudging(): boolean {
    return this.#judging !== null;
  }

  /** Takes the caller's audio. */
  write(pcm: Int16Array, atMs: number): void {
    this.#kept.push(pcm, atMs);
  }

  /** The caller speaks: a judgement of the last pause is void. `isNewTurn` drops the audio before. */
  speechStarted(atMs: number, isNewTurn: boolean): void {
    this.#judging?.abort();
    this.#judging = null;
    this.#finished = null;
    this.#judgedMs = Number.NEGATIVE_INFINITY;
    if (isNewTurn) this.#kept.dropBefore(atMs - beforeSpeechMs);
  }

  /** Asks for a judgement of the audio so far. The last sound was at `soundMs`; each pause is judged once. */
  judge(soundMs: number): void {
    if (soundMs === this.#judgedMs || this.#failures >= failuresMax) return;
    this.#judgedMs = soundMs;
    this.#judging?.abort();
    this.#finished = null;
    const abort = new AbortController();
    this.#judging = abort;
    void this.#ask(abort);
  }

  close(): void {
    this.#judging?.abort();
    this.#judging = null;
    this.#kept.clear();
  }

  async #ask(abort: AbortController): Promise<void> {
    const { detector, sampleRateHz, onJudged, onProblem } = this.#options;
    const { signal } = abort;
    try {
      const pcm = joined(this.#kept.pieces().map((piece) => piece.pcm));
      const judgement = detector.judge({ pcm, sampleRateHz }, { signal });
      const late = () => new Error(`no judgement within ${judgeMsMax} ms`);
      const finished = await within(judgement, signal, judgeMsMax, late);
      if (this.#judging === abort) this.#finished = finished;
      this.#failures = 0;
    } catch (error) {
      if (this.#judging === abort && ++this.#failures === failuresMax) onProblem(error);
    }
    if (this.#judging !== abort) return;
    this.#judging = null;
    // Ends a judgement that is late.
    abort.abort();
    onJudged();
  }
}

function joined(pieces: readonly Int16Array[]): Int16Array {
  const pcm = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    pcm.set(piece, at);
    at += piece.length;
  }
  return pcm;
}
