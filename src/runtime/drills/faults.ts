import type {
  LanguageModel,
  ModelPart,
  SpeechChunk,
  SpeechToText,
  TextToSpeech,
  TranscriptEvent,
} from '../../conversation/providers/interfaces/index.ts';
import { Inbox, ProviderError } from '../../conversation/providers/kit/index.ts';
import type { DrillFault } from './schemas.ts';

export type Fault = DrillFault['fault'];

/** A model breaks off after so many characters, and a voice after so much audio. */
const charactersBeforeBreak = 45;
const speechMsBeforeBreak = 800;

/** Returns a model with a fault. */
export function failingModel(model: LanguageModel, fault: Fault): LanguageModel {
  return {
    ...model,
    async *answer(request, options): AsyncGenerator<ModelPart> {
      if (fault !== 'breaksOff') return yield* neverAnswers(model.name, fault, options?.signal);
      let said = 0;
      for await (const part of model.answer(request, options)) {
        if (part.type === 'finish') break;
        if (part.type !== 'text-delta') continue;
        const text = part.text.slice(0, charactersBeforeBreak - said);
        said += text.length;
        yield { ...part, text };
        if (said >= charactersBeforeBreak) break;
      }
      throw brokenOff(model.name);
    },
  };
}

/** Returns a voice with a fault. */
export function failingVoice(voice: TextToSpeech, fault: Fault): TextToSpeech {
  return {
    ...voice,
    // A local voice would be waited for without limit.
    isLocal: false,
    async *speak(request, options): AsyncGenerator<SpeechChunk> {
      if (fault !== 'breaksOff') return yield* neverAnswers(voice.name, fault, options?.signal);
      let spokenMs = 0;
      for await (const { pcm, sampleRateHz } of voice.speak(request, options)) {
        const samples = Math.round(((speechMsBeforeBreak - spokenMs) * sampleRateHz) / 1000);
        spokenMs += (Math.min(pcm.length, samples) * 1000) / sampleRateHz;
        yield { pcm: pcm.subarray(0, samples), sampleRateHz };
        if (spokenMs >= speechMsBeforeBreak) break;
      }
      throw brokenOff(voice.name);
    },
  };
}

/** Returns a transcriber with a fault. One that breaks off does so when the customer has spoken. */
export function failingTranscriber(transcriber: SpeechToText, fault: Fault): SpeechToText {
  const { name, needsPhrases, emitsPartials } = transcriber;
  return {
    ...{ name, needsPhrases, emitsPartials, endsTurns: false },
    listen({ signal }) {
      const events = new Inbox<TranscriptEvent>(1, () => undefined);
      signal.addEventListener('abort', () => events.end(), { once: true });
      if (fault === 'fails') events.fail(refused(name));
      return {
        write: () => undefined,
        finish: () => fault === 'breaksOff' && events.fail(brokenOff(name)),
        close: () => events.end(),
        [Symbol.asyncIterator]: () => events[Symbol.asyncIterator](),
      };
    },
    [Symbol.asyncDispose]: () => transcriber[Symbol.asyncDispose](),
  };
}

/** Hangs until the signal aborts, or fails at once. */
async function* neverAnswers(
  name: string,
  fault: 'hangs' | 'fails',
  signal: AbortSignal | undefined,
): AsyncGenerator<never> {
  if (fault === 'fails') throw refused(name);
  await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
  throw signal?.reason;
}

function refused(name: string): ProviderError {
  return new ProviderError(name, `${name} answered 500`, { retryable: true, status: 500 });
}

function brokenOff(name: string): ProviderError {
  return new ProviderError(name, `${name} broke off`, { retryable: true });
}
