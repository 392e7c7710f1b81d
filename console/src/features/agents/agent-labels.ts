import type { Schema } from '../../api/schema.ts';
import { firstModels, type Provider, providerNames } from '../../ui/index.ts';
import { isSame } from '../json-text/index.ts';
import type { Configuration } from './configuration.ts';

export type { Configuration };

export type Agent = Schema<'Agent'>;

const fields = [
  ...([
    'name',
    'prompt',
    'firstMessage',
    'language',
    'languages',
    'variables',
    'model',
    'voice',
    'transcriber',
  ] as const),
  ...(['speechToSpeech', 'flow', 'tools', 'transferDestinations', 'analysis', 'memory', 'limits'] as const),
  ...(['knowledge', 'conversation', 'guardRails'] as const),
] satisfies (keyof Configuration)[];

/** Picks the configuration out of the API's answer. */
export function configurationOf(agent: Configuration): Configuration {
  return Object.fromEntries(fields.map((field) => [field, agent[field]])) as unknown as Configuration;
}

/** Returns what the editor edits: the draft, or else the published configuration. */
export function editedOf(agent: Agent): Configuration {
  return configurationOf(agent.draft ?? agent);
}

/** Returns the fields in which two configurations differ. */
export function changedFields(from: Configuration, to: Configuration): (keyof Configuration)[] {
  return fields.filter((field) => !isSame(from[field], to[field]));
}

export const fieldLabels: Record<keyof Configuration, string> = {
  name: 'Name',
  prompt: 'Prompt',
  firstMessage: 'First message',
  language: 'Language',
  languages: 'Further languages',
  variables: 'Variables',
  model: 'Model',
  voice: 'Voice',
  transcriber: 'Transcriber',
  speechToSpeech: 'Speech to speech',
  flow: 'Flow',
  tools: 'Tools',
  transferDestinations: 'Transfer destinations',
  analysis: 'Analysis',
  memory: 'Memory',
  guardRails: 'Guard rails',
  knowledge: 'Knowledge',
  limits: 'Limits',
  conversation: 'Conversation',
};

/** Returns the languages of an agent, its main one first, without those that are being typed. */
export function languagesOf({
  language,
  languages,
}: Pick<Configuration, 'language' | 'languages'>): string[] {
  return [language, ...languages.map((further) => further.language)].filter((tag) => tag !== '');
}

/** A provider that can be chosen for a part of the conversation. */
export interface ProviderChoice {
  provider: string;
  label: string;
  /** Part of Parley: needs no key. */
  isEmbedded?: boolean;
}

const openai = { provider: 'openai', label: 'OpenAI' };
const deepgram = { provider: 'deepgram', label: 'Deepgram' };
const azureSpeech = { provider: 'azure-speech', label: 'Azure Speech' };
const googleCloud = { provider: 'google-cloud', label: 'Google Cloud' };
const ownServer = { provider: 'websocket', label: 'Your own server (WebSocket)' };
const elevenlabs = { provider: 'elevenlabs', label: 'ElevenLabs' };

/** The providers of each part of a conversation. */
export const providersFor = {
  model: [
    ...(Object.keys(firstModels) as Provider[]).map((provider) => ({
      provider,
      label: providerNames[provider],
    })),
    { provider: 'scripted', label: 'Scripted dialogue', isEmbedded: true },
  ],
  voice: [
    { provider: 'flite', label: 'Flite, embedded', isEmbedded: true },
    openai,
    elevenlabs,
    { provider: 'cartesia', label: 'Cartesia' },
    deepgram,
    { provider: 'rime', label: 'Rime' },
    { provider: 'inworld', label: 'Inworld' },
    { provider: 'hume', label: 'Hume' },
    { provider: 'fish-audio', label: 'Fish Audio' },
    azureSpeech,
    googleCloud,
    { provider: 'polly', label: 'Amazon Polly' },
    ownServer,
  ],
  transcriber: [
    { provider: 'pocketsphinx', label: 'PocketSphinx, embedded', isEmbedded: true },
    deepgram,
    openai,
    elevenlabs,
    { provider: 'assemblyai', label: 'AssemblyAI' },
    { provider: 'soniox', label: 'Soniox' },
    { provider: 'speechmatics', label: 'Speechmatics' },
    { provider: 'gladia', label: 'Gladia' },
    azureSpeech,
    googleCloud,
    ownServer,
  ],
} satisfies Record<string, ProviderChoice[]>;

/** Returns a part's provider and model in a few words, or `none`. */
export function partLabel(
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
