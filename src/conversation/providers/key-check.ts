/**
 * Checks a stored key with the cheapest request of its vendor that needs a key, usually a list of models or voices. The
 * requests were written from knowledge of the vendors' interfaces in November 2026, and none was sent to a real service.
 */
import { monotonicMs } from '../../platform/kernel/index.ts';
import { vertexHeaders } from './ai-sdk/index.ts';
import { speechAddress } from './azure-speech/index.ts';
import { type KeyedProvider, providerLabels } from './catalog.ts';
import { googleCloudCredentials } from './google-cloud/index.ts';
import { ProviderError, urlUnder, type VendorOptions } from './kit/index.ts';
import { requestBody } from './network/index.ts';
import {
  awsHost,
  bearer,
  elsewhere,
  header,
  listOf,
  scheme,
  signed,
  under,
  type VendorRequestOf,
} from './vendor-requests.ts';

/**
 * The answer to a key. `refused`: the vendor does not accept it. `unreachable`: no answer, or a failure of the vendor.
 * `unknown`: the answer does not show whether the key works.
 */
export interface KeyCheck {
  outcome: 'accepted' | 'refused' | 'unreachable' | 'unknown';
  /** A sentence for the person who stored the key. It has the vendor's words, and never the key. */
  message: string;
  tookMs: number;
}

const answerTimeoutMs = 5_000;

/** The cheapest request of each vendor. `null`: none is known. */
const cheapRequests: Readonly<Record<KeyedProvider, VendorRequestOf | null>> = {
  openai: under('https://api.openai.com/v1', 'models', bearer),
  anthropic: under('https://api.anthropic.com', 'v1/models?limit=1', header('x-api-key'), {
    'anthropic-version': '2023-06-01',
  }),
  deepgram: under('https://api.deepgram.com', 'v1/auth/token', scheme('Token')),
  elevenlabs: under('https://api.elevenlabs.io', 'v1/models', header('xi-api-key')),
  assemblyai: under(
    'https://streaming.assemblyai.com',
    'v3/token?expires_in_seconds=60',
    header('authorization'),
  ),
  soniox: elsewhere('https://api.soniox.com/v1/models', bearer),
  speechmatics: elsewhere('https://asr.api.speechmatics.com/v2/jobs?limit=1', bearer),
  gladia: under('https://api.gladia.io', 'v2/live?limit=1', header('x-gladia-key')),
  // Rime lists its voices to anyone.
  rime: null,
  inworld: under('https://api.inworld.ai', 'tts/v1/voices', scheme('Basic')),
  hume: under('https://api.hume.ai', 'v0/tts/voices?provider=HUME_AI&page_size=1', header('x-hume-api-key')),
  'fish-audio': under('https://api.fish.audio', 'wallet/self/api-credit', bearer),
  'azure-speech': (options) =>
    under(
      speechAddress(options, 'tts'),
      'cognitiveservices/voices/list',
      header('ocp-apim-subscription-key'),
    )({ ...options, baseUrl: undefined }),
  'google-cloud': async (options) => ({
    url: urlUnder(options.baseUrl ?? 'https://texttospeech.googleapis.com', 'v1/voices?languageCode=en-US'),
    headers: await googleCloudCredentials({ ...options, firstByteTimeoutMs: answerTimeoutMs }).headers(),
  }),
  polly: (options) => {
    const baseUrl = options.baseUrl ?? awsHost('polly', options.region);
    return signed(urlUnder(baseUrl, 'v1/voices?LanguageCode=en-US'), 'polly', options);
  },
  // The protocol of bridges has no request without audio or text.
  websocket: null,
  cartesia: under('https://api.cartesia.ai', 'voices?limit=1', header('x-api-key'), {
    'cartesia-version': '2025-04-16',
  }),
  google: listOf('google', 'models?pageSize=1', header('x-goog-api-key')),
  // The exchange for an access token shows whether Google knows the account. A list of models needs a further role.
  vertex: async (options) => {
    await vertexHeaders('vertex', { ...options, firstByteTimeoutMs: answerTimeoutMs }, [])({});
    return null;
  },
  azure: (options) => {
    const path = options.apiVersion === undefined ? 'v1/models' : `models?api-version=${options.apiVersion}`;
    return listOf('azure', path, header('api-key'))(options);
  },
  bedrock: (options) => {
    if (options.baseUrl !== undefined) return null;
    const url = `${awsHost('bedrock', options.region)}/foundation-models`;
    if (options.accessKeyId !== undefined) return signed(url, 'bedrock', options);
    return { url, headers: bearer(options.apiKey!) };
  },
  mistral: listOf('mistral'),
  groq: listOf('groq'),
  // The list belongs to version 1, the models to version 2.
  cohere: listOf('cohere', '../v1/models?page_size=1'),
  xai: listOf('xai'),
  deepseek: listOf('deepseek'),
  together: listOf('together'),
  fireworks: listOf('fireworks'),
  cerebras: listOf('cerebras'),
};

/** Sends the vendor's cheapest request with a key. Resolves for every answer, and for none. */
export async function checkKey(provider: KeyedProvider, options: VendorOptions): Promise<KeyCheck> {
  const startedMs = monotonicMs();
  const answer = await answerTo(provider, options);
  return { ...answer, tookMs: Math.round(monotonicMs() - startedMs) };
}

async function answerTo(provider: KeyedProvider, options: VendorOptions): Promise<Omit<KeyCheck, 'tookMs'>> {
  const { apiKey, dispatcher } = options;
  const label = providerLabels[provider];
  try {
    const request = await cheapRequests[provider]?.(options);
    if (request) {
      const body = requestBody({
        ...{ ...request, provider, dispatcher, method: 'GET', body: '' },
        secrets: apiKey === null ? [] : [apiKey],
        ...{ firstByteTimeoutMs: answerTimeoutMs, idleTimeoutMs: answerTimeoutMs },
      });
      // The status is the answer. The rest of a long list is not read.
      for await (const _ of body) break;
    } else if (provider !== 'vertex') {
      const message = `Parley knows no request that only checks this key of ${label}. Try a voice, a model or a call with it.`;
      return { outcome: 'unknown', message };
    }
    const what = apiKey === null ? 'answers at this address' : 'accepted the key';
    return { outcome: 'accepted', message: `${label} ${what}.` };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { outcome: outcomeOf(error), message: error.message };
  }
}

/** The words of vendors for a key that they know, but which may not do this. */
const lacksPermission = /missing the permission|not authorized to perform/i;

/** Google and xAI answer 400 to a wrong key, and AWS answers 403. */
const refusals = new Set([400, 401, 403]);

function outcomeOf({ status, message }: ProviderError): KeyCheck['outcome'] {
  if (status === null || status >= 500) return 'unreachable';
  return refusals.has(status) && !lacksPermission.test(message) ? 'refused' : 'unknown';
}
