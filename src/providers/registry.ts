/** The providers that an organization has keys of its own for. */
export const keyedProviders = ['openai', 'anthropic', 'deepgram', 'elevenlabs', 'cartesia'] as const;
export type KeyedProvider = (typeof keyedProviders)[number];
