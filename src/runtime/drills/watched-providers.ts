import type {
  LanguageModel,
  SpeechToText,
  TextToSpeech,
} from '../../conversation/providers/interfaces/index.ts';
import type { ProviderContext, Providers } from '../../conversation/providers/registry.ts';
import { type Fault, failingModel, failingTranscriber, failingVoice } from './faults.ts';
import type { DrillFault, DrillProvider } from './schemas.ts';
import { stubModel, stubTranscriber, stubVoice } from './stubs.ts';

type Kind = DrillProvider['kind'];

interface WatchedOptions {
  providers: Pick<Providers, 'languageModel' | 'textToSpeech' | 'speechToText'>;
  isReal: boolean;
  fault: DrillFault | null;
  /** Returns the words that the customer has said last. */
  lastSaid: () => string;
  /** A provider was opened for a call. The call may leave it out. */
  onOpened?: (provider: object, facts: Omit<DrillProvider, 'requests'>) => void;
  onRequest?: (kind: Kind, position: number) => void;
  /** A voice gave audio, or a transcriber understood something. */
  onServed?: (kind: 'voice' | 'transcriber', provider: string) => void;
  onUnusable?: (failure: { provider: string; message: string }) => void;
}

/** A provider in its place of the chain. */
interface Place {
  kind: Kind;
  position: number;
  /** The fault of the provider; `null` for none. */
  fault: Fault | null;
}

/**
 * Returns the providers of one call of a drill: real ones or stubs, those up to the fault's position with the
 * fault. A scripted model is itself, because it runs inside Parley. There is no speech-to-speech model.
 */
export function watchedProviders(options: WatchedOptions) {
  const { providers, fault, onUnusable } = options;
  const counts: Record<Kind, number> = { model: 0, voice: 0, transcriber: 0 };
  const placed = <One extends { name: string; model?: string }>(
    kind: Kind,
    opened: readonly One[],
    make: (one: One, place: Place) => One,
  ): One[] =>
    opened.map((one) => {
      const position = ++counts[kind];
      const isFailing = fault !== null && fault.kind === kind && position <= fault.position;
      const isReal = options.isReal || one.name === 'scripted';
      const made = make(one, { kind, position, fault: isFailing ? fault.fault : null });
      options.onOpened?.(made, { kind, position, provider: one.name, model: one.model ?? null, isReal });
      return made;
    });
  const within = (context: ProviderContext): ProviderContext => ({
    ...context,
    isDrill: true,
    onProblem: ({ provider, message }) => onUnusable?.({ provider, message }),
  });
  return {
    languageModel: async (...[config, context]: Parameters<Providers['languageModel']>) =>
      placed('model', await providers.languageModel(config, within(context)), (model, place) =>
        watchedModel(model, place, options),
      ),
    textToSpeech: async (...[config, context]: Parameters<Providers['textToSpeech']>) =>
      placed('voice', await providers.textToSpeech(config, within(context)), (voice, place) =>
        watchedVoice(voice, place, options),
      ),
    speechToText: async (...[config, context]: Parameters<Providers['speechToText']>) =>
      placed('transcriber', await providers.speechToText(config, within(context)), (transcriber, place) =>
        watchedTranscriber(transcriber, place, options),
      ),
    speechToSpeech: async () => [],
  };
}

function watchedModel(model: LanguageModel, place: Place, options: WatchedOptions): LanguageModel {
  if (model.name === 'scripted') return model;
  const own = options.isReal ? model : stubModel(model, model.name);
  const counted: LanguageModel = {
    ...own,
    answer(request, given) {
      options.onRequest?.('model', place.position);
      return own.answer(request, given);
    },
  };
  return place.fault === null ? counted : failingModel(counted, place.fault);
}

function watchedVoice(voice: TextToSpeech, place: Place, options: WatchedOptions): TextToSpeech {
  const own = options.isReal ? voice : stubVoice(voice);
  const counted: TextToSpeech = {
    ...own,
    async *speak(request, given) {
      options.onRequest?.('voice', place.position);
      for await (const chunk of own.speak(request, given)) {
        if (place.fault === null) options.onServed?.('voice', own.name);
        yield chunk;
      }
    },
  };
  return place.fault === null ? counted : failingVoice(counted, place.fault);
}

function watchedTranscriber(transcriber: SpeechToText, place: Place, options: WatchedOptions): SpeechToText {
  const own = options.isReal ? transcriber : stubTranscriber(transcriber, options.lastSaid);
  const counted: SpeechToText = {
    ...own,
    listen(given) {
      options.onRequest?.('transcriber', place.position);
      const stream = own.listen(given);
      return {
        write: (pcm, atMs) => stream.write(pcm, atMs),
        finish: (atMs) => stream.finish(atMs),
        close: () => stream.close(),
        async *[Symbol.asyncIterator]() {
          for await (const event of stream) {
            if (event.type === 'final' && event.text.trim() !== '')
              options.onServed?.('transcriber', own.name);
            yield event;
          }
        },
      };
    },
  };
  return place.fault === null ? counted : failingTranscriber(counted, place.fault);
}
