import type { LanguageModel, SpeechToText, TextToSpeech } from '../providers/spec/index.ts';

/** A provider as an agent names it, with its settings; `fallback` is another one, for when it fails. */
export interface ProviderConfiguration {
  provider: string;
  [setting: string]: unknown;
}

/**
 * Finds the providers that agents are configured with, with the keys of the organization. What it gives may be shared
 * by calls; it is never disposed of by them. Rejects when a provider cannot be had, such as for want of a key.
 */
export interface Providers {
  /** Null: the voice that is there without any configuration. */
  textToSpeech(configuration: ProviderConfiguration | null, organizationId: string): Promise<TextToSpeech>;
  /** Null, in and out: the agent does not listen. */
  speechToText(
    configuration: ProviderConfiguration | null,
    organizationId: string,
  ): Promise<SpeechToText | null>;
  /** Null, in and out: the agent says its first message and nothing else. `variables` are those of the call. */
  languageModel(
    configuration: ProviderConfiguration | null,
    organizationId: string,
    variables: Record<string, unknown>,
  ): Promise<LanguageModel | null>;
}

/** The fallback of a configuration, or null. */
export function fallbackOf(configuration: ProviderConfiguration | null): ProviderConfiguration | null {
  const fallback = configuration?.fallback;
  const isThere = typeof fallback === 'object' && fallback !== null && 'provider' in fallback;
  return isThere ? (fallback as ProviderConfiguration) : null;
}
