/** What providers there are and what for, to be known without loading any of them. */

/** What a provider can be asked for. */
export type ProviderKind = 'textToSpeech' | 'speechToText' | 'languageModel' | 'speechToSpeech';

/** What a kind is called in failures. */
export const kindNames: Record<ProviderKind, string> = {
  textToSpeech: 'voice',
  speechToText: 'recognizer',
  languageModel: 'language model',
  speechToSpeech: 'model that hears and speaks',
};

/** Those that are part of the program: they need no key. */
const keyless: Readonly<Record<string, readonly ProviderKind[]>> = {
  flite: ['textToSpeech'],
  pocketsphinx: ['speechToText'],
  scripted: ['languageModel'],
};

/** Those that an organization has keys of its own for. */
const keyed = {
  openai: ['languageModel', 'textToSpeech', 'speechToText', 'speechToSpeech'],
  anthropic: ['languageModel'],
  deepgram: ['speechToText', 'textToSpeech'],
  elevenlabs: ['textToSpeech'],
  cartesia: ['textToSpeech'],
} as const satisfies Record<string, readonly ProviderKind[]>;

export type KeyedProvider = keyof typeof keyed;
/** What a provider with keys can be asked for. */
export type KindOf<Name extends KeyedProvider> = (typeof keyed)[Name][number];
export const keyedProviders = Object.keys(keyed) as [KeyedProvider, ...KeyedProvider[]];

/** Whether a provider is part of the program, and costs nobody anything. */
export function isKeyless(provider: string): boolean {
  return Object.hasOwn(keyless, provider);
}

/** The names that a configuration of this kind may have. */
export function providerNames(kind: ProviderKind): string[] {
  const all: [string, readonly ProviderKind[]][] = [...Object.entries(keyless), ...Object.entries(keyed)];
  return all.filter(([, kinds]) => kinds.includes(kind)).map(([name]) => name);
}

const primaryOf = (tag: string) => tag.split('-', 1)[0]!.toLowerCase();

/** What those speak or understand that do not take every language, as primary language subtags. */
const languages: ReadonlyMap<string, readonly string[]> = new Map([
  ['flite', ['en']],
  ['pocketsphinx', ['en']],
]);

/** Why a provider is of no use for a language (BCP 47), in words; null: it takes it, or does not say. */
export function languageProblem(provider: string, language: string): string | null {
  const known = languages.get(provider);
  if (!known || known.includes(primaryOf(language))) return null;
  return `${provider} knows only ${known.join(', ')}, not ${language}`;
}
