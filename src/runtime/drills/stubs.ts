import type {
  LanguageModel,
  SpeechToText,
  TextToSpeech,
  TranscriptEvent,
} from '../../conversation/providers/interfaces/index.ts';
import { Inbox } from '../../conversation/providers/kit/index.ts';
import { delay } from '../../platform/kernel/index.ts';

/** Faster than people speak, so that a drill is short. */
const speechMsOfCharacter = 25;
const sampleRateHz = 16_000;
const toneHz = 300;
/** The times until stubs answer: those of quick services. */
const modelMs = 300;
const voiceMs = 150;

/** Returns a model in place of another one, which says so. */
export function stubModel(model: LanguageModel, label: string): LanguageModel {
  return {
    name: model.name,
    ...(model.model === undefined ? {} : { model: model.model }),
    async *answer(_request, options) {
      await delay(modelMs, options?.signal);
      options?.signal?.throwIfAborted();
      const words = `This is ${label}, answering your question. Is there anything else that I can do for you?`;
      for (const text of words.split(/(?<= )/)) yield { type: 'text-delta', text };
      yield { type: 'finish', reason: 'stop', usage: {}, state: null };
    },
    [Symbol.asyncDispose]: () => model[Symbol.asyncDispose](),
  };
}

/** Returns a voice in place of another one, which speaks a tone. */
export function stubVoice(voice: TextToSpeech): TextToSpeech {
  return {
    name: voice.name,
    ...(voice.model === undefined ? {} : { model: voice.model }),
    voices: voice.voices,
    async *speak({ text }, options) {
      await delay(voiceMs, options?.signal);
      options?.signal?.throwIfAborted();
      const samples = (text.length * speechMsOfCharacter * sampleRateHz) / 1000;
      const pcm = Int16Array.from({ length: samples }, (_, n) => toneAt(n));
      // In parts, as a voice that streams.
      for (let at = 0; at < pcm.length; at += 3_200)
        yield { pcm: pcm.subarray(at, at + 3_200), sampleRateHz };
    },
    [Symbol.asyncDispose]: () => voice[Symbol.asyncDispose](),
  };
}

function toneAt(sample: number): number {
  return Math.round(6_000 * Math.sin((2 * Math.PI * toneHz * sample) / sampleRateHz));
}

/** Returns a transcriber in place of another one. `said` returns what the customer has said last. */
export function stubTranscriber(transcriber: SpeechToText, said: () => string): SpeechToText {
  return {
    name: transcriber.name,
    ...(transcriber.model === undefined ? {} : { model: transcriber.model }),
    ...{ needsPhrases: transcriber.needsPhrases, emitsPartials: false, endsTurns: false },
    listen({ signal }) {
      const events = new Inbox<TranscriptEvent>(100, () => undefined);
      signal.addEventListener('abort', () => events.end(), { once: true });
      let fromMs: number | null = null;
      return {
        write(_pcm, atMs) {
          fromMs ??= atMs;
        },
        finish(atMs) {
          const at = { startMs: Math.min(fromMs ?? atMs, atMs), endMs: atMs };
          events.push({ type: 'final', text: said(), ...at, confidence: null });
          fromMs = null;
        },
        close: () => events.end(),
        [Symbol.asyncIterator]: () => events[Symbol.asyncIterator](),
      };
    },
    [Symbol.asyncDispose]: () => transcriber[Symbol.asyncDispose](),
  };
}
