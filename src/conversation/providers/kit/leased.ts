import type { LanguageModel, SpeechToSpeech, SpeechToText, TextToSpeech } from '../interfaces/index.ts';
import type { Lease } from './instance-cache.ts';

/** A shared voice for one user: disposing of it gives it back. */
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

/** A shared recognizer for one user: disposing of it gives it back. */
export function leasedEar({ instance, release }: Lease<SpeechToText>): SpeechToText {
  return {
    name: instance.name,
    ...modelOf(instance),
    needsPhrases: instance.needsPhrases,
    tellsPartials: instance.tellsPartials,
    endsTurns: instance.endsTurns,
    listen: (options) => instance.listen(options),
    [Symbol.asyncDispose]: async () => release(),
  };
}

/** A shared model that hears and speaks, for one user: disposing of it gives it back. */
export function leasedSpeech({ instance, release }: Lease<SpeechToSpeech>): SpeechToSpeech {
  return {
    name: instance.name,
    endsTurns: instance.endsTurns,
    open: (options) => instance.open(options),
    [Symbol.asyncDispose]: async () => release(),
  };
}

/** A shared model for one user: disposing of it gives it back. */
export function leasedModel({ instance, release }: Lease<LanguageModel>): LanguageModel {
  const { expectedPhrases, collectsKeys, takesPound } = instance;
  return {
    name: instance.name,
    ...modelOf(instance),
    ...(collectsKeys === undefined ? {} : { collectsKeys }),
    ...(takesPound ? { takesPound: (request) => instance.takesPound!(request) } : {}),
    answer: (request, options) => instance.answer(request, options),
    ...(expectedPhrases ? { expectedPhrases: (request) => instance.expectedPhrases!(request) } : {}),
    [Symbol.asyncDispose]: async () => release(),
  };
}

function modelOf({ model }: { model?: string }): { model?: string } {
  return model === undefined ? {} : { model };
}
