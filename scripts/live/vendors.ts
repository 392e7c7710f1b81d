import { readFile } from 'node:fs/promises';
import type { KeyedProviderOf } from '../../src/conversation/providers/catalog.ts';
import type { KeyDetails } from '../../src/conversation/providers/kit/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The credentials of a vendor, as its own tools find them in the environment. */
export interface LiveVendor {
  /** The variable with the key. The first one that is set is used. */
  key: readonly [string, ...string[]];
  /** Further variables that are needed, by the name of the field. */
  needs?: Partial<Record<keyof KeyDetails, string>>;
  /** Further variables that may be set, by the name of the field. */
  may?: Partial<Record<keyof KeyDetails, string>>;
  /** Whether the variable with the key names a file. */
  isFile?: boolean;
  /** The model that is asked unless `--model` names another; absent where every customer's models are named differently. */
  model?: string;
}

export const liveVendors: Record<KeyedProviderOf<'languageModel'>, LiveVendor> = {
  openai: { key: ['OPENAI_API_KEY'], model: 'gpt-4.1-mini' },
  anthropic: { key: ['ANTHROPIC_API_KEY'], model: 'claude-haiku-4-5' },
  google: { key: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'], model: 'gemini-3.5-flash' },
  vertex: {
    key: ['GOOGLE_APPLICATION_CREDENTIALS'],
    isFile: true,
    may: { region: 'GOOGLE_CLOUD_LOCATION' },
    model: 'gemini-3.5-flash',
  },
  azure: {
    key: ['AZURE_API_KEY'],
    needs: { resource: 'AZURE_RESOURCE_NAME' },
    may: { apiVersion: 'AZURE_API_VERSION' },
  },
  bedrock: {
    key: ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_SECRET_ACCESS_KEY'],
    needs: { region: 'AWS_REGION' },
    may: { accessKeyId: 'AWS_ACCESS_KEY_ID' },
    model: 'us.amazon.nova-lite-v1:0',
  },
  mistral: { key: ['MISTRAL_API_KEY'], model: 'mistral-small-latest' },
  groq: { key: ['GROQ_API_KEY'], model: 'llama-3.3-70b-versatile' },
  cohere: { key: ['COHERE_API_KEY'], model: 'command-a-03-2025' },
  xai: { key: ['XAI_API_KEY'], model: 'grok-4.20-non-reasoning' },
  deepseek: { key: ['DEEPSEEK_API_KEY'], model: 'deepseek-v4-flash' },
  together: { key: ['TOGETHER_API_KEY'], model: 'meta-llama/Llama-3.3-70B-Instruct-Turbo' },
  fireworks: { key: ['FIREWORKS_API_KEY'], model: 'accounts/fireworks/models/gpt-oss-120b' },
  cerebras: { key: ['CEREBRAS_API_KEY'], model: 'gpt-oss-120b' },
};

const googleCredentials = { key: ['GOOGLE_APPLICATION_CREDENTIALS'], isFile: true } as const;

/** The transcribers. Servers of one's own are tried with calls. */
export const liveTranscribers: Record<Exclude<KeyedProviderOf<'speechToText'>, 'websocket'>, LiveVendor> = {
  openai: { key: ['OPENAI_API_KEY'] },
  deepgram: { key: ['DEEPGRAM_API_KEY'] },
  elevenlabs: { key: ['ELEVENLABS_API_KEY'] },
  assemblyai: { key: ['ASSEMBLYAI_API_KEY'] },
  soniox: { key: ['SONIOX_API_KEY'] },
  speechmatics: { key: ['SPEECHMATICS_API_KEY'] },
  gladia: { key: ['GLADIA_API_KEY'] },
  'azure-speech': { key: ['SPEECH_KEY'], needs: { region: 'SPEECH_REGION' } },
  'google-cloud': { ...googleCredentials, may: { region: 'GOOGLE_CLOUD_LOCATION' } },
};

/** The voices. Servers of one's own are tried with calls. */
export const liveVoices: Record<Exclude<KeyedProviderOf<'textToSpeech'>, 'websocket'>, LiveVendor> = {
  openai: { key: ['OPENAI_API_KEY'] },
  deepgram: { key: ['DEEPGRAM_API_KEY'] },
  elevenlabs: { key: ['ELEVENLABS_API_KEY'] },
  cartesia: { key: ['CARTESIA_API_KEY'] },
  rime: { key: ['RIME_API_KEY'] },
  inworld: { key: ['INWORLD_API_KEY'] },
  hume: { key: ['HUME_API_KEY'] },
  'fish-audio': { key: ['FISH_API_KEY'] },
  'azure-speech': { key: ['SPEECH_KEY'], needs: { region: 'SPEECH_REGION' } },
  'google-cloud': googleCredentials,
  polly: {
    key: ['AWS_SECRET_ACCESS_KEY'],
    needs: { region: 'AWS_REGION' },
    may: { accessKeyId: 'AWS_ACCESS_KEY_ID' },
  },
};

/** The models that hear and speak. */
export const liveSpeechModels: Record<KeyedProviderOf<'speechToSpeech'>, LiveVendor> = {
  openai: { key: ['OPENAI_API_KEY'] },
  azure: { key: ['AZURE_API_KEY'], needs: { resource: 'AZURE_RESOURCE_NAME' } },
  google: { key: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'] },
};

/** The credentials found, or the variables that are missing. */
type Found = { missing: string[] } | { apiKey: string; details: KeyDetails };

/** Returns a vendor's credentials. `hasAddress` when a base URL takes the place of the fields for the address. */
export async function findCredentials(
  { key, needs = {}, may = {}, isFile = false }: LiveVendor,
  environment: Environment,
  hasAddress: boolean,
): Promise<Found> {
  const name = key.find((one) => environment[one]);
  const missing = [
    ...(name === undefined ? [key.join(' or ')] : []),
    ...Object.values(needs).filter((one) => !environment[one] && !hasAddress),
  ];
  // A signature names both, whatever the address is.
  for (const one of name === 'AWS_SECRET_ACCESS_KEY' ? ['AWS_ACCESS_KEY_ID', 'AWS_REGION'] : [])
    if (!environment[one] && !missing.includes(one)) missing.push(one);
  if (name === undefined || missing.length > 0) return { missing };
  const value = environment[name]!;
  // The access key id belongs to the secret access key, and not to a key of Bedrock.
  const isWithoutId = name === 'AWS_BEARER_TOKEN_BEDROCK';
  const details = Object.entries({ ...needs, ...may }).flatMap(([field, variable]) =>
    environment[variable] && !(isWithoutId && field === 'accessKeyId')
      ? [[field, environment[variable]]]
      : [],
  );
  return { apiKey: isFile ? await readFile(value, 'utf8') : value, details: Object.fromEntries(details) };
}
