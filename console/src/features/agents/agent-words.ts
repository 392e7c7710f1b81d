import type { Schema } from '../../api/index.ts';

export type Agent = Schema<'Agent'>;
/** What an agent says and does, as a version of it holds it. */
export type Configuration = Schema<'AgentConfiguration'>;

const fields = [
  ...(['name', 'prompt', 'firstMessage', 'language', 'variables', 'model', 'voice', 'transcriber'] as const),
  ...(['speechToSpeech', 'tools', 'transferDestinations', 'analysis', 'limits', 'conversation'] as const),
] satisfies (keyof Configuration)[];

/** The configuration among what the API tells of an agent. */
export function configurationOf(agent: Configuration): Configuration {
  return Object.fromEntries(fields.map((field) => [field, agent[field]])) as unknown as Configuration;
}

/** What somebody edits: the draft, or what a draft would begin as. */
export function editedOf(agent: Agent): Configuration {
  return configurationOf(agent.draft ?? agent);
}

/** Whether two values say the same, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** JSON with the keys of objects in order, indented. */
export function canonical(value: unknown): string {
  const sorted = (_: string, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner;
  return JSON.stringify(value, sorted, 2) ?? '';
}

/** The fields in which two configurations differ. */
export function changedFields(from: Configuration, to: Configuration): (keyof Configuration)[] {
  return fields.filter((field) => !isSame(from[field], to[field]));
}

export const fieldWords: Record<keyof Configuration, string> = {
  ...{ name: 'Name', prompt: 'Prompt', firstMessage: 'First message', language: 'Language' },
  ...{ variables: 'Variables', model: 'Model', voice: 'Voice', transcriber: 'Transcriber' },
  ...{ speechToSpeech: 'Speech to speech', tools: 'Tools', transferDestinations: 'Transfer destinations' },
  ...{ analysis: 'Analysis', limits: 'Limits', conversation: 'Conversation' },
};

/** A provider that can be chosen for something. */
export interface ProviderChoice {
  provider: string;
  label: string;
  /** Part of the program: needs no key. */
  isEmbedded?: boolean;
}

const openai = { provider: 'openai', label: 'OpenAI' };
const deepgram = { provider: 'deepgram', label: 'Deepgram' };

/** Who there is for each part of a conversation. */
export const providersFor = {
  model: [
    openai,
    { provider: 'anthropic', label: 'Anthropic' },
    { provider: 'scripted', label: 'Scripted dialogue', isEmbedded: true },
  ],
  voice: [
    { provider: 'flite', label: 'Flite, embedded', isEmbedded: true },
    openai,
    { provider: 'elevenlabs', label: 'ElevenLabs' },
    { provider: 'cartesia', label: 'Cartesia' },
    deepgram,
  ],
  transcriber: [
    { provider: 'pocketsphinx', label: 'PocketSphinx, embedded', isEmbedded: true },
    deepgram,
    openai,
  ],
} satisfies Record<string, ProviderChoice[]>;

/** Whether nothing that callers say is understood: the embedded recognizer only knows what a dialogue expects, in English. */
export function hearsNothing({ model, transcriber, speechToSpeech, language }: Configuration): boolean {
  if (model === null || speechToSpeech !== null) return false;
  const isEmbedded =
    transcriber === null || (transcriber.provider === 'pocketsphinx' && !transcriber.fallback);
  return isEmbedded && (model.provider !== 'scripted' || !/^en\b/i.test(language));
}

/** A part's provider and model in a few words; `none` where the part is left out. */
export function partWords(
  part: keyof typeof providersFor,
  value: { provider: string; model?: string | null; voice?: string | null } | null,
  none: string,
): string {
  if (value === null) return none;
  const choices: ProviderChoice[] = providersFor[part];
  const label = choices.find(({ provider }) => provider === value.provider)?.label ?? value.provider;
  const detail = part === 'voice' ? (value.voice ?? value.model) : value.model;
  return detail ? `${label} · ${detail}` : label;
}
