import type {
  LanguageModel,
  ModelPart,
  ModelRequest,
  SpeechToSpeech,
  SpeechToText,
  TextToSpeech,
} from '../interfaces/index.ts';
import type { UsageMeter } from './usage-meter.ts';

/** A voice whose use is counted, whoever uses it and for what. */
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
          meter.add(used, usage);
          options?.onUsage?.(usage);
        },
      }),
    [Symbol.asyncDispose]: () => voice[Symbol.asyncDispose](),
  };
}

/** A recognizer whose use is counted. */
export function meteredEar(ear: SpeechToText, meter: UsageMeter): SpeechToText {
  const used = { kind: 'speech-to-text', provider: ear.name, model: ear.model ?? null } as const;
  return {
    name: ear.name,
    ...(ear.model === undefined ? {} : { model: ear.model }),
    needsPhrases: ear.needsPhrases,
    tellsPartials: ear.tellsPartials,
    endsTurns: ear.endsTurns,
    listen: (options) =>
      ear.listen({
        ...options,
        onUsage(usage) {
          meter.add(used, usage);
          options.onUsage?.(usage);
        },
      }),
    [Symbol.asyncDispose]: () => ear[Symbol.asyncDispose](),
  };
}

/** A model that hears and speaks, whose use is counted. */
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

/** A model whose use is counted; of answers that were cut off before the provider told, it is reckoned. */
export function meteredModel(model: LanguageModel, meter: UsageMeter): LanguageModel {
  return {
    name: model.name,
    ...(model.model === undefined ? {} : { model: model.model }),
    ...(model.collectsKeys === undefined ? {} : { collectsKeys: model.collectsKeys }),
    ...(model.takesPound ? { takesPound: (request) => model.takesPound!(request) } : {}),
    answer: (request, options) => answerMetered(model, meter, request, options?.signal),
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
  let isTold = false;
  let hasFailed = false;
  try {
    for await (const part of model.answer(request, signal ? { signal } : {})) {
      if (part.type === 'finish') {
        isTold = part.usage.inputTokens !== undefined;
        meter.add(used, part.usage);
      } else said += part.type === 'text-delta' ? part.text : JSON.stringify(part.call);
      yield part;
    }
  } catch (error) {
    hasFailed = true;
    throw error;
  } finally {
    // A request that came to nothing by itself costs nothing; one that was called off was under way.
    const isBilled = !hasFailed || said !== '' || signal?.aborted === true;
    if (isAsked && isBilled && !isTold) {
      meter.add(used, { inputTokens: tokensOf(promptOf(request)), outputTokens: tokensOf(said) }, true);
    }
  }
}

/** English has about four characters a token; other languages have fewer. */
const charactersPerToken = 4;

function tokensOf(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

function promptOf({ messages, tools }: ModelRequest): string {
  return (
    JSON.stringify(messages.map(({ content }) => content)) + (tools.length > 0 ? JSON.stringify(tools) : '')
  );
}
