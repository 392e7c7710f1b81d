import type {
  LanguageModel,
  ModelPart,
  ModelRequest,
  SpeechToSpeech,
  SpeechToText,
  TextToSpeech,
} from '../interfaces/index.ts';
import type { UsageMeter } from './usage-meter.ts';

/** Returns a voice that counts its usage. */
export function meteredVoice(voice: TextToSpeech, meter: UsageMeter): TextToSpeech {
  const used = { kind: 'text-to-speech', provider: voice.name, model: voice.model ?? null } as const;
  return {
    name: voice.name,
    ...(voice.model === undefined ? {} : { model: voice.model }),
    isLocal: voice.isLocal === true,
    voices: voice.voices,
    speak: (request, options) =>
      voice.speak(request, {
        ...options,
        onUsage(usage) {
          // What a local voice speaks ahead is shared by calls, and counted for each call that plays it.
          if (!voice.isLocal || request.urgency !== 'spare') meter.add(used, usage);
          options?.onUsage?.(usage);
        },
      }),
    played(characters) {
      if (voice.isLocal) meter.add(used, { characters });
    },
    [Symbol.asyncDispose]: () => voice[Symbol.asyncDispose](),
  };
}

/** Returns a transcriber that counts its usage. */
export function meteredTranscriber(transcriber: SpeechToText, meter: UsageMeter): SpeechToText {
  const used = {
    kind: 'speech-to-text',
    provider: transcriber.name,
    model: transcriber.model ?? null,
  } as const;
  return {
    name: transcriber.name,
    ...(transcriber.model === undefined ? {} : { model: transcriber.model }),
    needsPhrases: transcriber.needsPhrases,
    emitsPartials: transcriber.emitsPartials,
    endsTurns: transcriber.endsTurns,
    listen: (options) =>
      transcriber.listen({
        ...options,
        onUsage(usage) {
          meter.add(used, usage);
          options.onUsage?.(usage);
        },
      }),
    [Symbol.asyncDispose]: () => transcriber[Symbol.asyncDispose](),
  };
}

/** Returns a speech-to-speech provider that counts its usage. */
export function meteredSpeech(speech: SpeechToSpeech, meter: UsageMeter): SpeechToSpeech {
  return {
    name: speech.name,
    endsTurns: speech.endsTurns,
    open: (options) =>
      speech.open({
        ...options,
        onUsage(usage, of) {
          meter.add({ provider: speech.name, ...of }, usage);
          options.onUsage?.(usage, of);
        },
      }),
    [Symbol.asyncDispose]: () => speech[Symbol.asyncDispose](),
  };
}

/** Returns a language model that counts its usage. It estimates the usage of interrupted answers. */
export function meteredModel(model: LanguageModel, meter: UsageMeter): LanguageModel {
  return {
    name: model.name,
    ...(model.model === undefined ? {} : { model: model.model }),
    ...(model.collectsKeys === undefined ? {} : { collectsKeys: model.collectsKeys }),
    ...(model.takesPound ? { takesPound: (request) => model.takesPound!(request) } : {}),
    answer: (request, options) => answerMetered(model, meter, request, options?.signal),
    ...(model.expectedEntry ? { expectedEntry: (request) => model.expectedEntry!(request) } : {}),
    ...(model.expectedPhrases ? { expectedPhrases: (request) => model.expectedPhrases!(request) } : {}),
    [Symbol.asyncDispose]: () => model[Symbol.asyncDispose](),
  };
}

async function* answerMetered(
  model: LanguageModel,
  meter: UsageMeter,
  request: ModelRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<ModelPart> {
  const name = request.model ?? model.model ?? null;
  const used = { kind: 'language-model', provider: model.name, model: name } as const;
  const isAsked = signal?.aborted !== true;
  let said = '';
  let isReported = false;
  let hasFailed = false;
  try {
    for await (const part of model.answer(request, signal ? { signal } : {})) {
      if (part.type === 'finish') {
        isReported = part.usage.inputTokens !== undefined;
        meter.add(used, part.usage);
      } else said += part.type === 'text-delta' ? part.text : JSON.stringify(part.call);
      yield part;
    }
  } catch (error) {
    hasFailed = true;
    throw error;
  } finally {
    // A failed request is not billed, but an aborted one had started.
    const isBilled = !hasFailed || said !== '' || signal?.aborted === true;
    if (isAsked && isBilled && !isReported) {
      meter.add(used, { inputTokens: tokensOf(promptOf(request)), outputTokens: tokensOf(said) }, true);
    }
  }
}

/** English has about four characters per token; other languages have fewer. */
const charactersPerToken = 4;

function tokensOf(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

function promptOf({ messages, tools }: ModelRequest): string {
  return (
    JSON.stringify(messages.map(({ content }) => content)) + (tools.length > 0 ? JSON.stringify(tools) : '')
  );
}
