import { delay, monotonicMs } from '../../platform/kernel/index.ts';
import { Resampler } from '../../telephony/media/index.ts';
import type {
  ProviderFailure,
  SpeechAudio,
  SpeechChunk,
  SpeechRequest,
  SpokenWord,
  TextToSpeech,
} from '../providers/interfaces/index.ts';
import type { ConversationOptions } from './conversation.ts';
import { heardLength } from './heard.ts';
import { LeadingSilence } from './leading-silence.ts';
import { again, brokenOff, handedTo } from './setback.ts';
import type { FrameAudio } from './speech-frame.ts';
import { StallError, within, withoutStalls } from './stall.ts';

/** Audio goes to the line in pieces of this length. */
const pieceMs = 400;
/** A voice that does not begin for so long, or has stopped in the middle for so long, has failed. */
const firstMsMax = 1500;
const partMsMax = 2000;
/** The same where it has failed so before and there is no other: rather late than never. */
const patientMsMax = 5000;
/** All of what a voice on this machine speaks ahead is waited for so long, then it is heard sentence by sentence. */
const localReadyMsMax = 300;
/** A voice on this machine fails by itself: longer than any call. */
const longestMs = 86_400_000;
/** A voice that has too much to do is asked again after this, for so long where there is no other. */
const askAgainMs = 250;
const patienceMs = 8000;

/** Who speaks, and how; the same for all texts of a conversation. */
export interface VoiceSettings {
  voices: readonly TextToSpeech[];
  voice: string | null;
  language: string;
  sampleRateHz: number;
  /** The voices that have stalled in this conversation; they are asked after the others. */
  stalled: Set<TextToSpeech>;
  onProblem: ConversationOptions['onProblem'];
}

/**
 * The audio of one text, at the line's rate, in pieces. A voice that fails is asked again if that may help, then the
 * next one; one that stalls is left for the next at once, because the caller hears nothing meanwhile, and is asked
 * again only where there is no other. One on this machine is waited for, however long, where no other can speak: it is slow
 * when it has much to do, and fails when it fails. One that fails in the middle is followed by another from about that word on.
 * Reading throws when none is left, or the signal's reason.
 *
 * `isWaitedFor`: nothing else is being said, so it begins with its first sound. What was made ahead keeps its pause:
 * lines often swallow the first moment after the answer.
 */
export class SpokenAudio implements FrameAudio {
  readonly #settings: VoiceSettings;
  readonly #text: string;
  readonly #signal: AbortSignal;
  readonly #urgency: NonNullable<SpeechRequest['urgency']>;
  #resampler: Resampler | null = null;
  #fromHz = 0;
  #words: SpokenWord[] = [];
  #samples = 0;
  #isWhole = false;
  #leading: LeadingSilence | null = null;

  constructor(settings: VoiceSettings, text: string, signal: AbortSignal, isWaitedFor: boolean) {
    this.#settings = settings;
    this.#urgency = isWaitedFor ? 'now' : 'next';
    if (isWaitedFor) this.#leading = new LeadingSilence(settings.sampleRateHz);
    this.#text = text;
    this.#signal = signal;
  }

  /** Where the words stand, as far as the voice has told. */
  get words(): readonly SpokenWord[] {
    const { droppedMs } = this.#leading ?? { droppedMs: 0 };
    if (droppedMs === 0) return this.#words;
    const shift = (ms: number) => Math.max(ms - droppedMs, 0);
    return this.#words.map(({ text, startMs, endMs }) => ({
      text,
      startMs: shift(startMs),
      endMs: shift(endMs),
    }));
  }

  /** How long it all is; null: the voice has not finished. */
  get totalMs(): number | null {
    return this.#isWhole ? this.#lengthMs : null;
  }

  get #lengthMs(): number {
    return (this.#samples * 1000) / this.#settings.sampleRateHz;
  }

  /** The pieces, to be read once. `ready`, where it is given, is the speech itself, made ahead. */
  async *pieces(ready: Promise<SpeechAudio> | null): AsyncGenerator<Int16Array> {
    const made = await this.#made(ready);
    if (made === null) yield* this.#ask();
    else {
      this.#leading = null;
      yield* this.#cut(made);
    }
    yield* this.#cut(null);
    this.#isWhole = true;
  }

  /** The speech that was made ahead; null where there is none, and one of the voices has to be asked. */
  async #made(ready: Promise<SpeechAudio> | null): Promise<SpeechAudio | null> {
    if (ready === null) return null;
    const [voice, ...others] = this.#settings.voices;
    const isLocal = voice !== undefined && this.#isWaitedFor(voice, others);
    const msMax = isLocal ? localReadyMsMax : firstMsMax;
    try {
      const late = () => new StallError(voice?.name ?? 'the voice', msMax);
      return await within(ready, this.#signal, msMax, late);
    } catch (error) {
      this.#signal.throwIfAborted();
      // Asked for it again, it gives the sentences that are there already, and does none of it twice.
      if (isLocal && error instanceof StallError) {
        this.#leading = null;
        return null;
      }
      if (voice && error instanceof StallError) this.#settings.stalled.add(voice);
      const what = 'what was to be spoken ahead was not';
      const [next] = this.#inOrder();
      const provider = (error as Partial<ProviderFailure>).provider ?? voice?.name ?? 'the voice';
      const after = next?.name === provider ? again : handedTo(next);
      this.#settings.onProblem({ what, error, setback: { kind: 'voice', provider, after } });
      return null;
    }
  }

  /** The voices as they are to be asked: those that have stalled last. */
  #inOrder(): TextToSpeech[] {
    const { voices, stalled } = this.#settings;
    return voices.toSorted((a, b) => Number(stalled.has(a)) - Number(stalled.has(b)));
  }

  /** Whether it speaks on this machine, and none of those that are asked after it is expected to speak. */
  #isWaitedFor(voice: TextToSpeech, after: readonly TextToSpeech[]): boolean {
    return voice.isLocal === true && after.every((other) => this.#settings.stalled.has(other));
  }

  #patienceWith(voice: TextToSpeech, after: readonly TextToSpeech[]) {
    if (this.#isWaitedFor(voice, after)) return { firstMsMax: longestMs, partMsMax: longestMs };
    const isPatient = after.length === 0 && this.#settings.stalled.has(voice);
    return isPatient ? { firstMsMax: patientMsMax, partMsMax: patientMsMax } : { firstMsMax, partMsMax };
  }

  async *#ask(): AsyncGenerator<Int16Array> {
    const { onProblem, stalled } = this.#settings;
    const voices = this.#inOrder();
    const untilMs = monotonicMs() + patienceMs;
    let error: unknown = new Error('there is no voice');
    let text = this.#text;
    for (const [index, voice] of voices.entries()) {
      for (let attempt = 0; ; attempt++) {
        const hadMs = this.#lengthMs;
        const isLast = index === voices.length - 1;
        try {
          const patience = this.#patienceWith(voice, voices.slice(index + 1));
          for await (const chunk of this.#speak(voice, text, patience)) yield* this.#cut(chunk);
          return;
        } catch (thrown) {
          if (this.#signal.aborted) throw this.#signal.reason;
          error = thrown;
        }
        if (this.#lengthMs > hadMs) text = this.#unspoken();
        const isStall = error instanceof StallError;
        const isSpoken = text.trim() === '';
        if (isStall && !isSpoken) stalled.add(voice);
        const isHopeless = isStall ? !isLast || attempt > 0 : !isRetryable(error);
        const isAskedLong = isLast && voice.isLocal !== true;
        const isLeft = isHopeless || (isAskedLong ? monotonicMs() > untilMs : attempt > 0);
        const after = isSpoken ? brokenOff : isLeft ? handedTo(voices[index + 1]) : again;
        const setback = { kind: 'voice', provider: voice.name, after } as const;
        onProblem({ what: `the voice ${voice.name} failed`, error, setback });
        if (isSpoken) return;
        if (isLeft) break;
        await delay(askAgainMs, this.#signal);
        this.#signal.throwIfAborted();
      }
    }
    throw error;
  }

  #speak(
    voice: TextToSpeech,
    text: string,
    patience: { firstMsMax: number; partMsMax: number },
  ): AsyncIterable<SpeechChunk> {
    const { voices, voice: wanted, language, sampleRateHz: lineRateHz } = this.#settings;
    const isKnown =
      voice.voices.some(({ id }) => id === wanted) || (voice.voices.length === 0 && voice === voices[0]);
    const spoken = { text: text.trim(), voice: isKnown ? wanted : null, language, lineRateHz };
    const signal = this.#signal;
    const speech = voice.speak({ ...spoken, urgency: this.#urgency }, { signal });
    return withoutStalls(speech, { provider: voice.name, ...patience, signal });
  }

  /** The text behind what a voice got through before it failed. The times of words end there. */
  #unspoken(): string {
    const playedMs = this.#lengthMs;
    const rest = this.#text.slice(heardLength(this.#text, { playedMs, totalMs: null, words: this.words }));
    this.#words = [];
    return rest;
  }

  /** A chunk at the line's rate in pieces; null: what the filter still holds. */
  *#cut(chunk: SpeechChunk | null): Generator<Int16Array> {
    const { sampleRateHz } = this.#settings;
    let pcm: Int16Array = new Int16Array(0);
    if (chunk === null) pcm = this.#resampler?.flush() ?? pcm;
    else {
      if (this.#resampler === null || this.#fromHz !== chunk.sampleRateHz) {
        this.#resampler = new Resampler(chunk.sampleRateHz, sampleRateHz);
        this.#fromHz = chunk.sampleRateHz;
      }
      this.#words.push(...(chunk.words ?? []));
      pcm = this.#resampler.push(chunk.pcm);
    }
    if (this.#leading) pcm = chunk === null ? this.#leading.end(pcm) : this.#leading.push(pcm);
    this.#samples += pcm.length;
    const pieceSamples = (sampleRateHz * pieceMs) / 1000;
    for (let at = 0; at < pcm.length; at += pieceSamples) yield pcm.subarray(at, at + pieceSamples);
  }
}

function isRetryable(error: unknown): boolean {
  return (error as Partial<ProviderFailure>).retryable === true;
}
