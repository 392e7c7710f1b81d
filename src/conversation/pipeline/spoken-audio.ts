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
import { openLast } from '../providers/kit/index.ts';
import { type Pronunciation, readAloud, type SpokenRest, type SpokenText } from '../reading/index.ts';
import type { ConversationOptions } from './conversation.ts';
import { heardLength } from './heard.ts';
import { LeadingSilence } from './leading-silence.ts';
import { again, brokenOff, handedTo, labelOf, skipsOf } from './setback.ts';
import { SoftEdges } from './soft-edges.ts';
import type { FrameAudio } from './speech-frame.ts';
import { LevelledSpeech, levelOfVoice, VoiceLevel } from './speech-level.ts';
import { StallError, within, withoutStalls } from './stall.ts';

/** Audio goes to the line in pieces of this length. */
const pieceMs = 400;
/** The time limits for the first audio of a voice and for each later part. A slower voice has failed. */
const firstMsMax = 1500;
const partMsMax = 2000;
/** The time limit for the only voice if it has stalled before. */
const patientMsMax = 5000;
/** How long to wait for the whole prepared speech of a local voice. After that, its finished sentences are played one
 * by one. */
const localReadyMsMax = 300;
/** No limit: a local voice reports its own failures. Longer than any call. */
const longestMs = 86_400_000;
/** The pause before a failed voice is asked again, and how long the only voice is asked. */
const askAgainMs = 250;
const patienceMs = 8000;

/** The voices of a conversation and their settings. */
export interface VoiceSettings {
  voices: readonly TextToSpeech[];
  voice: string | null;
  language: string;
  pronunciations: readonly Pronunciation[];
  readsNumbers: boolean;
  sampleRateHz: number;
  /** The voices that stalled in this conversation. They are asked last. */
  stalled: Set<TextToSpeech>;
  onProblem: ConversationOptions['onProblem'];
}

/**
 * The audio of one text, at the line's sample rate, with failover between voices:
 *
 * - A voice with a retryable failure is asked again, then the next voice.
 * - A voice that stalls is replaced at once, because the caller hears silence. It is asked again only if no other voice
 * is left.
 * - A local voice has no time limit when no other voice is available: it may be slow under load.
 * - When a voice fails in the middle, the next one continues at about that word.
 *
 * Reading throws the last voice's error, or the signal's reason.
 *
 * With `isWaitedFor`, the caller hears silence now, so leading silence is removed. Speech that was synthesized ahead
 * keeps it, because lines often swallow the first moment after the answer.
 */
export class SpokenAudio implements FrameAudio {
  readonly #settings: VoiceSettings;
  /** The text as the voices speak it. */
  readonly spoken: SpokenText;
  readonly #signal: AbortSignal;
  readonly #urgency: NonNullable<SpeechRequest['urgency']>;
  #resampler: Resampler | null = null;
  #fromHz = 0;
  #words: SpokenWord[] = [];
  /** Where the speech of the current voice begins, on the clock of its word times. */
  #wordsFromMs = 0;
  #samples = 0;
  #isWhole = false;
  #spokenBy: string | null = null;
  #leading: LeadingSilence | null = null;
  /** Null for a recording, which has its level already. */
  #level: LevelledSpeech | null;
  #edges: SoftEdges;

  constructor(settings: VoiceSettings, text: string, signal: AbortSignal, isWaitedFor: boolean) {
    this.#settings = settings;
    this.#level = new LevelledSpeech(new VoiceLevel(), settings.sampleRateHz);
    this.#edges = new SoftEdges(settings.sampleRateHz);
    this.#urgency = isWaitedFor ? 'now' : 'next';
    if (isWaitedFor) this.#leading = new LeadingSilence(settings.sampleRateHz);
    this.spoken = readAloud(text, settings);
    this.#signal = signal;
  }

  /** The provider of the voice that began to speak; `null` for none, and for speech that was synthesized ahead. */
  get spokenBy(): string | null {
    return this.#spokenBy;
  }

  /** The word times reported so far. */
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

  /** The total length; `null` while the voice is still speaking. */
  get totalMs(): number | null {
    return this.#isWhole ? this.#lengthMs : null;
  }

  get #lengthMs(): number {
    return (this.#samples * 1000) / this.#settings.sampleRateHz;
  }

  /** Streams the pieces; call it once. `ready` is speech that was synthesized ahead, or `null`. */
  async *pieces(ready: Promise<SpeechAudio> | null): AsyncGenerator<Int16Array> {
    const made = await this.#made(ready);
    if (made === null) yield* this.#ask();
    else {
      this.#leading = null;
      // With several voices, any of them may have spoken it. Its own level is then measured.
      const [voice, ...others] = this.#settings.voices;
      if (made.isLevelled) this.#level = null;
      else if (voice && others.length === 0) this.#level = this.#levelOf(voice);
      // Long speech is converted as it plays, because the conversion of 10 s takes milliseconds.
      for (const part of partsOf(made)) yield* this.#cut(part);
    }
    yield* this.#cut(null);
    yield* this.#end();
    this.#isWhole = true;
  }

  /** Returns the speech that was synthesized ahead; `null` when a voice must be asked. */
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
      // A second request gets the finished sentences from the voice's cache.
      if (isLocal && error instanceof StallError) {
        this.#leading = null;
        return null;
      }
      if (voice && error instanceof StallError) this.#settings.stalled.add(voice);
      const what = 'speech could not be synthesized ahead';
      const [next] = this.#inOrder();
      const provider = (error as Partial<ProviderFailure>).provider ?? voice?.name ?? 'the voice';
      const after = next?.name === provider ? again : handedTo(next, this.#settings.voices);
      this.#settings.onProblem({ what, error, setback: { kind: 'voice', provider, after } });
      return null;
    }
  }

  /** Returns the voices in the order of asking: last those that stalled, or whose circuit is open. */
  #inOrder(): TextToSpeech[] {
    const { voices, stalled } = this.#settings;
    return openLast(voices.toSorted((a, b) => Number(stalled.has(a)) - Number(stalled.has(b))));
  }

  /** Returns whether a voice is local, and those after it are no faster: they stalled, or share its machine. */
  #isWaitedFor(voice: TextToSpeech, after: readonly TextToSpeech[]): boolean {
    const { stalled } = this.#settings;
    return voice.isLocal === true && after.every((other) => other.isLocal === true || stalled.has(other));
  }

  #patienceWith(voice: TextToSpeech, after: readonly TextToSpeech[]) {
    if (this.#isWaitedFor(voice, after)) return { firstMsMax: longestMs, partMsMax: longestMs };
    const isPatient = after.length === 0 && this.#settings.stalled.has(voice);
    return isPatient ? { firstMsMax: patientMsMax, partMsMax: patientMsMax } : { firstMsMax, partMsMax };
  }

  async *#ask(): AsyncGenerator<Int16Array> {
    const { onProblem, stalled } = this.#settings;
    const voices = this.#inOrder();
    const known = this.#settings.voices.filter((voice) => !stalled.has(voice) || voice.circuit?.isOpen);
    for (const skip of skipsOf(known, voices, { kind: 'voice', what: 'voice' })) onProblem(skip);
    const untilMs = monotonicMs() + patienceMs;
    let error: unknown = new Error('there is no voice');
    let rest = this.spoken.from(0);
    for (const [index, voice] of voices.entries()) {
      for (let attempt = 0; ; attempt++) {
        const hadMs = this.#lengthMs;
        const askedMs = monotonicMs();
        const isLast = index === voices.length - 1;
        try {
          const patience = this.#patienceWith(voice, voices.slice(index + 1));
          this.#level = this.#levelOf(voice);
          this.#wordsFromMs = hadMs + (this.#leading?.droppedMs ?? 0);
          voice.circuit?.asked();
          for await (const chunk of this.#speak(voice, rest, patience)) {
            this.#spokenBy ??= labelOf(voice, this.#settings.voices);
            yield* this.#cut(chunk);
          }
          voice.circuit?.succeeded();
          return;
        } catch (thrown) {
          if (this.#signal.aborted) throw this.#signal.reason;
          error = thrown;
        }
        if (this.#lengthMs > hadMs) {
          rest = this.#unspoken();
          yield* this.#end();
        }
        const afterMs = Math.round(monotonicMs() - askedMs);
        const isStall = error instanceof StallError;
        const isSpoken = rest.text === '';
        if (isStall && !isSpoken) stalled.add(voice);
        voice.circuit?.failed(error);
        const isHopeless = isStall ? !isLast || attempt > 0 : !isRetryable(error);
        const isAskedLong = isLast && voice.isLocal !== true;
        const isLeft = isHopeless || (isAskedLong ? monotonicMs() > untilMs : attempt > 0);
        const { voices: all } = this.#settings;
        const after = isSpoken ? brokenOff : isLeft ? handedTo(voices[index + 1], all) : again;
        const setback = { kind: 'voice', provider: labelOf(voice, all), after, afterMs } as const;
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
    rest: SpokenRest,
    patience: { firstMsMax: number; partMsMax: number },
  ): AsyncIterable<SpeechChunk> {
    const { language, sampleRateHz: lineRateHz } = this.#settings;
    const spoken = { ...rest, voice: this.#idOf(voice), language, lineRateHz };
    const signal = this.#signal;
    const speech = voice.speak({ ...spoken, urgency: this.#urgency }, { signal });
    return withoutStalls(speech, { provider: voice.name, ...patience, signal });
  }

  /** Returns the id of the agent's voice for this provider; `null` for the provider's default. */
  #idOf(voice: TextToSpeech): string | null {
    const { voices, voice: wanted } = this.#settings;
    const isKnown =
      voice.voices.some(({ id }) => id === wanted) || (voice.voices.length === 0 && voice === voices[0]);
    return isKnown ? wanted : null;
  }

  #levelOf(voice: TextToSpeech): LevelledSpeech {
    const { language, sampleRateHz } = this.#settings;
    const { name, model = null } = voice;
    const id = JSON.stringify([name, model, this.#idOf(voice) ?? { language }]);
    return new LevelledSpeech(levelOfVoice(id), sampleRateHz);
  }

  /** Returns the text after the part that a failed voice spoke, and drops the times of words that it did not speak. */
  #unspoken(): SpokenRest {
    const { spoken, words } = this;
    const playedMs = this.#lengthMs;
    const heard = heardLength(spoken.written, { playedMs, totalMs: null, words, spoken });
    this.#words = this.#words.filter((_, n) => words[n]!.endMs <= playedMs);
    return spoken.from(heard);
  }

  /** Resamples a chunk and cuts it into pieces; `null` flushes the resampler. */
  *#cut(chunk: SpeechChunk | null): Generator<Int16Array> {
    const { sampleRateHz } = this.#settings;
    let pcm: Int16Array = new Int16Array(0);
    if (chunk === null) pcm = this.#resampler?.flush() ?? pcm;
    else {
      if (this.#resampler === null || this.#fromHz !== chunk.sampleRateHz) {
        this.#resampler = new Resampler(chunk.sampleRateHz, sampleRateHz);
        this.#fromHz = chunk.sampleRateHz;
      }
      const fromMs = this.#wordsFromMs;
      for (const { text, startMs, endMs } of chunk.words ?? [])
        this.#words.push({ text, startMs: fromMs + startMs, endMs: fromMs + endMs });
      pcm = this.#resampler.push(chunk.pcm);
    }
    if (this.#leading) pcm = chunk === null ? this.#leading.end(pcm) : this.#leading.push(pcm);
    pcm = this.#edges.push(this.#level?.push(pcm) ?? pcm);
    this.#samples += pcm.length;
    const pieceSamples = (sampleRateHz * pieceMs) / 1000;
    for (let at = 0; at < pcm.length; at += pieceSamples) yield pcm.subarray(at, at + pieceSamples);
  }

  /** Fades out speech that a voice ended in the middle of a wave. */
  *#end(): Generator<Int16Array> {
    const fade = this.#edges.end();
    this.#edges = new SoftEdges(this.#settings.sampleRateHz);
    this.#samples += fade.length;
    if (fade.length > 0) yield fade;
  }
}

function* partsOf({ pcm, sampleRateHz, words = [] }: SpeechAudio): Generator<SpeechChunk> {
  const partSamples = (sampleRateHz * pieceMs) / 1000;
  for (let at = 0; at < pcm.length; at += partSamples)
    yield { pcm: pcm.subarray(at, at + partSamples), sampleRateHz, words: at === 0 ? words : [] };
}

function isRetryable(error: unknown): boolean {
  return (error as Partial<ProviderFailure>).retryable === true;
}
