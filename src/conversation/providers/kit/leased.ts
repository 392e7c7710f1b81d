import type {
  EmbeddingModel,
  LanguageModel,
  RerankingModel,
  SpeechToSpeech,
  SpeechToText,
  TextToSpeech,
} from '../interfaces/index.ts';
import type { Lease } from './instance-cache.ts';

/** Returns a shared voice for one user. Its disposal releases the lease. */
export function leasedVoice({ instance, release }: Lease<TextToSpeech>): TextToSpeech {
  return {
    name: instance.name,
    ...modelOf(instance),
    isLocal: instance.isLocal === true,
    voices: instance.voices,
    speak: (request, options) => instance.speak(request, options),
    [Symbol.asyncDispose]: async () => release(),
  };
}

/** Returns a shared transcriber for one user. Its disposal releases the lease. */
export function leasedTranscriber({ instance, release }: Lease<SpeechToText>): SpeechToText {
  return {
    name: instance.name,
    ...modelOf(instance),
    needsPhrases: instance.needsPhrases,
    emitsPartials: instance.emitsPartials,
    endsTurns: instance.endsTurns,
    listen: (options) => instance.listen(options),
    [Symbol.asyncDispose]: async () => release(),
  };
}

/** Returns a shared speech-to-speech provider for one user. Its disposal releases the lease. */
export function leasedSpeech({ instance, release }: Lease<SpeechToSpeech>): SpeechToSpeech {
  return {
    name: instance.name,
    endsTurns: instance.endsTurns,
    open: (options) => instance.open(options),
    [Symbol.asyncDispose]: async () => release(),
  };
}

/** Returns a shared language model for one user. Its disposal releases the lease. */
export function leasedModel({ instance, release }: Lease<LanguageModel>): LanguageModel {
  const { expectedPhrases, expectedEntry, collectsKeys, takesPound } = instance;
  return {
    name: instance.name,
    ...modelOf(instance),
    ...(collectsKeys === undefined ? {} : { collectsKeys }),
    ...(takesPound ? { takesPound: (request) => instance.takesPound!(request) } : {}),
    answer: (request, options) => instance.answer(request, options),
    ...(expectedEntry ? { expectedEntry: (request) => instance.expectedEntry!(request) } : {}),
    ...(expectedPhrases ? { expectedPhrases: (request) => instance.expectedPhrases!(request) } : {}),
    [Symbol.asyncDispose]: async () => release(),
  };
}

/** Returns a shared embedding model for one user. Its disposal releases the lease. */
export function leasedEmbedding({ instance, release }: Lease<EmbeddingModel>): EmbeddingModel {
  return {
    name: instance.name,
    batchMax: instance.batchMax,
    embed: (texts, options) => instance.embed(texts, options),
    [Symbol.asyncDispose]: async () => release(),
  };
}

/** Returns a shared reranking model for one user. Its disposal releases the lease. */
export function leasedReranking({ instance, release }: Lease<RerankingModel>): RerankingModel {
  return {
    name: instance.name,
    rerank: (question, texts, options) => instance.rerank(question, texts, options),
    [Symbol.asyncDispose]: async () => release(),
  };
}

function modelOf({ model }: { model?: string }): { model?: string } {
  return model === undefined ? {} : { model };
}
