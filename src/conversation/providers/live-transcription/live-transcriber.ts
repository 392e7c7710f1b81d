import type { Dispatcher } from 'undici';
import type { ListenOptions, SpeechToText } from '../interfaces/index.ts';
import type { CarriedProtocol, ListenProtocol } from './listen-protocol.ts';
import { LiveTranscription } from './live-transcription.ts';

interface LiveTranscriberOptions {
  name: string;
  /** The model that transcribes; absent when the provider has a single one. */
  model?: string;
  /** Whether the service judges itself when a turn is over. */
  endsTurns: boolean;
  dispatcher: Dispatcher | undefined;
  protocolFor: (listening: ListenOptions) => ListenProtocol | CarriedProtocol;
}

/** Returns a transcriber with one WebSocket for each caller. */
export function liveTranscriber(options: LiveTranscriberOptions): SpeechToText {
  const { name, model, endsTurns, dispatcher, protocolFor } = options;
  return {
    name,
    ...(model !== undefined && { model }),
    needsPhrases: false,
    emitsPartials: true,
    endsTurns,
    listen: (listening) => new LiveTranscription(protocolFor(listening), listening, dispatcher),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Returns an address as that of a WebSocket. */
export function socketUrl(url: URL): URL {
  return new URL(url.href.replace(/^http/, 'ws'));
}

/** Returns the primary subtags of the caller's languages, each once, such as `en`; empty when they are unknown. */
export function primaryLanguages({ language, languages = [] }: ListenOptions): string[] {
  const tags = language === null ? languages : [language, ...languages];
  return [...new Set(tags.map((tag) => tag.toLowerCase().split('-', 1)[0]!))];
}

/** Returns the caller's languages with their regions, such as `en-GB`, one for each language; empty when they are unknown. */
export function localesOf({ language, languages = [] }: ListenOptions): string[] {
  const tags = language === null ? languages : [language, ...languages];
  const locales = new Map<string, string>();
  for (const tag of tags) {
    const { language: primary, region } = new Intl.Locale(tag).maximize();
    if (!locales.has(primary)) locales.set(primary, region === undefined ? primary : `${primary}-${region}`);
  }
  return [...locales.values()];
}
