/**
 * Answers of vendors' lists, written by hand; none was recorded from a live service. Each names the page that documents it.
 * On 2026-11-26 the fields were compared with the documentation of Cohere, Deepgram, Inworld, Rime and Soniox, and with
 * public clients of Azure, Bedrock, ElevenLabs, Fish Audio, Gemini, Kokoro, Mistral, Polly and Together. Of Cartesia and
 * Hume only the parameters were compared. The others are from knowledge of the interfaces.
 */
import type { KeyedProvider } from '../catalog.ts';

interface Answer {
  what: 'models' | 'voices';
  provider: KeyedProvider;
  /** Further parts of the key. */
  key?: Record<string, string>;
  requests: { url: string; headers?: Record<string, string>; status?: number; body: unknown }[];
  /** Items that the list must have. */
  items: Record<string, unknown>[];
}

const bearer = { authorization: 'Bearer sk-very-secret-0123456789' };

/** OpenAI's shape, which these vendors share: each vendor's reference of `GET /models`. */
const compatible: Answer[] = (
  [
    ['openai', 'https://api.openai.com/v1/models', 'gpt-4.1-mini'],
    ['groq', 'https://api.groq.com/openai/v1/models', 'llama-3.3-70b-versatile'],
    ['xai', 'https://api.x.ai/v1/models', 'grok-4.3'],
    ['deepseek', 'https://api.deepseek.com/models', 'deepseek-v4-flash'],
    ['fireworks', 'https://api.fireworks.ai/inference/v1/models', 'accounts/fireworks/models/gpt-oss-120b'],
    ['cerebras', 'https://api.cerebras.ai/v1/models', 'gpt-oss-120b'],
  ] as const
).map(([provider, url, id]) => ({
  ...{ what: 'models', provider },
  requests: [
    { url, headers: bearer, body: { object: 'list', data: [{ id, object: 'model', owned_by: 'x' }] } },
  ],
  items: [{ id, kinds: ['languageModel'] }],
}));

const models: Answer[] = [
  ...compatible,
  {
    // platform.claude.com/docs/en/api/models-list
    ...{ what: 'models', provider: 'anthropic' },
    requests: [
      {
        url: 'https://api.anthropic.com/v1/models?limit=1000',
        headers: { 'x-api-key': 'sk-very-secret-0123456789', 'anthropic-version': '2023-06-01' },
        body: {
          data: [{ type: 'model', id: 'claude-haiku-4-5-20251001', display_name: 'Claude Haiku 4.5' }],
          ...{ has_more: true, first_id: 'a', last_id: 'claude-haiku-4-5-20251001' },
        },
      },
      {
        url: 'https://api.anthropic.com/v1/models?limit=1000&after_id=claude-haiku-4-5-20251001',
        body: { data: [{ type: 'model', id: 'claude-sonnet-4-6' }], has_more: false },
      },
    ],
    items: [{ id: 'claude-haiku-4-5-20251001', name: 'Claude Haiku 4.5' }, { id: 'claude-sonnet-4-6' }],
  },
  {
    // ai.google.dev/api/models
    ...{ what: 'models', provider: 'google' },
    requests: [
      {
        url: 'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000',
        body: {
          models: [
            {
              ...{ name: 'models/gemini-3.5-flash', displayName: 'Gemini 3.5 Flash' },
              supportedGenerationMethods: ['generateContent', 'countTokens'],
            },
            { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
          ],
          nextPageToken: 'two',
        },
      },
      {
        url: 'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000&pageToken=two',
        body: { models: [] },
      },
    ],
    items: [{ id: 'gemini-3.5-flash', name: 'Gemini 3.5 Flash' }],
  },
  {
    // docs.mistral.ai/api/endpoint/models
    ...{ what: 'models', provider: 'mistral' },
    requests: [
      {
        url: 'https://api.mistral.ai/v1/models',
        headers: bearer,
        body: {
          object: 'list',
          data: [
            {
              ...{ id: 'mistral-small-latest', name: 'mistral-small-2603' },
              capabilities: { completion_chat: true },
            },
            { id: 'mistral-embed', capabilities: { completion_chat: false } },
          ],
        },
      },
    ],
    items: [{ id: 'mistral-small-latest', name: 'mistral-small-2603' }],
  },
  {
    // docs.cohere.com/v1/reference/list-models
    ...{ what: 'models', provider: 'cohere' },
    requests: [
      {
        url: 'https://api.cohere.com/v1/models?page_size=1000&endpoint=chat',
        body: { models: [{ name: 'command-a-03-2025', endpoints: ['chat'] }], next_page_token: null },
      },
    ],
    items: [{ id: 'command-a-03-2025' }],
  },
  {
    // docs.together.ai/reference/models-1
    ...{ what: 'models', provider: 'together' },
    requests: [
      {
        url: 'https://api.together.xyz/v1/models',
        body: [
          {
            ...{ id: 'meta-llama/Llama-3.3-70B-Instruct-Turbo', type: 'chat' },
            display_name: 'Llama 3.3 70B Instruct Turbo',
          },
          { id: 'black-forest-labs/FLUX.1-schnell', type: 'image' },
        ],
      },
    ],
    items: [{ id: 'meta-llama/Llama-3.3-70B-Instruct-Turbo', name: 'Llama 3.3 70B Instruct Turbo' }],
  },
  {
    // docs.aws.amazon.com/bedrock/latest/APIReference/API_ListFoundationModels.html, API_ListInferenceProfiles.html
    ...{ what: 'models', provider: 'bedrock', key: { region: 'eu-central-1' } },
    requests: [
      {
        url: 'https://bedrock.eu-central-1.amazonaws.com/inference-profiles?maxResults=1000',
        headers: bearer,
        body: {
          inferenceProfileSummaries: [
            { inferenceProfileId: 'eu.amazon.nova-lite-v1:0', inferenceProfileName: 'EU Nova Lite' },
          ],
        },
      },
      {
        url: 'https://bedrock.eu-central-1.amazonaws.com/foundation-models?byOutputModality=TEXT',
        body: {
          modelSummaries: [
            {
              ...{ modelId: 'mistral.mistral-large-2402-v1:0', modelName: 'Mistral Large' },
              inferenceTypesSupported: ['ON_DEMAND'],
            },
            { modelId: 'amazon.nova-lite-v1:0', inferenceTypesSupported: ['INFERENCE_PROFILE'] },
          ],
        },
      },
    ],
    items: [{ id: 'eu.amazon.nova-lite-v1:0' }, { id: 'mistral.mistral-large-2402-v1:0' }],
  },
  {
    // elevenlabs.io/docs/api-reference/models/list
    ...{ what: 'models', provider: 'elevenlabs' },
    requests: [
      {
        url: 'https://api.elevenlabs.io/v1/models',
        headers: { 'xi-api-key': 'sk-very-secret-0123456789' },
        body: [
          {
            ...{ model_id: 'eleven_flash_v2_5', name: 'Eleven Flash v2.5', can_do_text_to_speech: true },
            languages: [
              { language_id: 'en', name: 'English' },
              { language_id: 'pl', name: 'Polish' },
            ],
          },
          { model_id: 'eleven_english_sts_v2', can_do_text_to_speech: false },
        ],
      },
    ],
    items: [
      { id: 'scribe_v2_realtime', kinds: ['speechToText'] },
      { id: 'eleven_flash_v2_5', kinds: ['textToSpeech'], languages: ['en', 'pl'] },
    ],
  },
  {
    // developers.deepgram.com/docs/model-metadata
    ...{ what: 'models', provider: 'deepgram' },
    requests: [
      {
        url: 'https://api.deepgram.com/v1/models',
        headers: { authorization: 'Token sk-very-secret-0123456789' },
        body: {
          stt: [
            {
              ...{ name: 'general', canonical_name: 'nova-3-general', architecture: 'nova3' },
              ...{ languages: ['en', 'en-US'], batch: false, streaming: true },
            },
          ],
        },
      },
    ],
    items: [{ id: 'nova-3' }, { id: 'nova-3-general', languages: ['en', 'en-US'] }],
  },
  {
    // soniox.com/docs/speech-to-text/api-reference/models/get_models
    ...{ what: 'models', provider: 'soniox' },
    requests: [
      {
        url: 'https://api.soniox.com/v1/models',
        headers: bearer,
        body: {
          models: [
            {
              ...{ id: 'stt-rt-preview-v2', name: 'Preview', transcription_mode: 'real_time' },
              languages: [{ code: 'af', name: 'Afrikaans' }],
            },
            { id: 'stt-async-v5', transcription_mode: 'async' },
          ],
        },
      },
    ],
    items: [{ id: 'stt-rt-v5' }, { id: 'stt-rt-preview-v2', languages: ['af'] }],
  },
];

const voices: Answer[] = [
  {
    // elevenlabs.io/docs/api-reference/voices/search
    ...{ what: 'voices', provider: 'elevenlabs' },
    requests: [
      {
        url: 'https://api.elevenlabs.io/v2/voices?page_size=100',
        body: {
          voices: [
            {
              ...{ voice_id: 'JBFqnCBsd6RMkjVDRZzb', name: 'George', category: 'premade' },
              labels: { language: 'en', accent: 'british', gender: 'male' },
              verified_languages: [{ language: 'pl', locale: 'pl-PL' }],
            },
          ],
          ...{ has_more: true, total_count: 2, next_page_token: 'two' },
        },
      },
      {
        url: 'https://api.elevenlabs.io/v2/voices?page_size=100&next_page_token=two',
        body: { voices: [{ voice_id: 'own', name: 'My voice', labels: null }], has_more: false },
      },
    ],
    items: [
      {
        id: 'JBFqnCBsd6RMkjVDRZzb',
        name: 'George',
        languages: ['en', 'pl-PL'],
        detail: 'male, british',
        gender: 'male',
      },
      { id: 'own', languages: null, detail: null, gender: null },
    ],
  },
  {
    // docs.cartesia.ai/api-reference/voices/list
    ...{ what: 'voices', provider: 'cartesia' },
    requests: [
      {
        url: 'https://api.cartesia.ai/voices?limit=100',
        headers: { 'x-api-key': 'sk-very-secret-0123456789', 'cartesia-version': '2025-04-16' },
        body: { data: [{ id: 'v1', name: 'Ada', language: 'en', description: 'Calm' }], has_more: true },
      },
      {
        url: 'https://api.cartesia.ai/voices?limit=100&starting_after=v1',
        body: { data: [{ id: 'v2', name: 'Ola', language: 'pl' }], has_more: false },
      },
    ],
    items: [
      { id: 'v1', name: 'Ada', languages: ['en'], detail: 'Calm' },
      { id: 'v2', languages: ['pl'] },
    ],
  },
  {
    // developers.deepgram.com/docs/model-metadata
    ...{ what: 'voices', provider: 'deepgram' },
    requests: [
      {
        url: 'https://api.deepgram.com/v1/models',
        body: {
          tts: [
            {
              ...{ name: 'angus', canonical_name: 'aura-angus-en', languages: ['en', 'en-IE'] },
              metadata: { accent: 'Irish', color: '#BA80F5' },
            },
          ],
        },
      },
    ],
    items: [
      { id: 'aura-angus-en', name: 'angus', languages: ['en', 'en-IE'], detail: 'Irish', gender: null },
    ],
  },
  {
    // docs.rime.ai/api-reference/data/voices-v2
    ...{ what: 'voices', provider: 'rime' },
    requests: [
      {
        url: 'https://users.rime.ai/data/voices/all-v2.json',
        body: { coda: { eng: ['astra'], spa: ['aurelio'] }, mistv3: { eng: ['astra'] } },
      },
    ],
    items: [
      { id: 'astra', languages: ['en'], models: ['coda', 'mistv3'] },
      { id: 'aurelio', languages: ['es'] },
    ],
  },
  {
    // docs.inworld.ai/docs/tts-api/reference
    ...{ what: 'voices', provider: 'inworld' },
    requests: [
      {
        url: 'https://api.inworld.ai/tts/v1/voices',
        headers: { authorization: 'Basic sk-very-secret-0123456789' },
        body: {
          voices: [{ voiceId: 'Ashley', displayName: 'Ashley', languages: ['en'], description: 'Warm' }],
        },
      },
    ],
    items: [{ id: 'Ashley', languages: ['en'], detail: 'Warm' }],
  },
  {
    // dev.hume.ai/voice/reference/voices/list
    ...{ what: 'voices', provider: 'hume' },
    requests: [
      {
        url: 'https://api.hume.ai/v0/tts/voices?provider=HUME_AI&page_size=100',
        headers: { 'x-hume-api-key': 'sk-very-secret-0123456789' },
        body: {
          ...{ page_number: 0, page_size: 100, total_pages: 2 },
          voices_page: [
            {
              ...{ id: '5bb7de05-c8fe-426a-8fcc-ba4fc4ce9f9c', name: 'Ava Song', provider: 'HUME_AI' },
              tags: { GENDER: ['female'], LANGUAGE: ['English'] },
            },
          ],
        },
      },
      {
        url: 'https://api.hume.ai/v0/tts/voices?provider=HUME_AI&page_size=100&page_number=1',
        body: { page_number: 1, page_size: 100, total_pages: 2, voices_page: [] },
      },
      {
        url: 'https://api.hume.ai/v0/tts/voices?provider=CUSTOM_VOICE&page_size=100',
        body: {
          ...{ page_number: 0, total_pages: 1 },
          voices_page: [
            { id: '9e068547-5ba4-4c8e-8e03-69282a008f04', name: 'Ours', provider: 'CUSTOM_VOICE' },
          ],
        },
      },
    ],
    items: [
      { id: 'Ava Song', languages: ['en'], detail: 'female', gender: 'female' },
      { id: '9e068547-5ba4-4c8e-8e03-69282a008f04', name: 'Ours' },
    ],
  },
  {
    // docs.fish.audio/api-reference/endpoint/model/list-models
    ...{ what: 'voices', provider: 'fish-audio' },
    requests: [
      {
        url: 'https://api.fish.audio/model?page_size=100&self=true',
        headers: bearer,
        body: { total: 1, items: [{ _id: 'own', type: 'tts', title: 'Ours', languages: ['en'] }] },
      },
      {
        url: 'https://api.fish.audio/model?page_size=100&sort_by=task_count',
        body: { total: 1, items: [{ _id: 'popular', type: 'tts', title: 'Popular', languages: ['zh'] }] },
      },
    ],
    items: [
      { id: 'own', name: 'Ours', languages: ['en'] },
      { id: 'popular', languages: ['zh'] },
    ],
  },
  {
    // learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech
    ...{
      what: 'voices',
      provider: 'azure-speech',
      key: { baseUrl: 'https://westeurope.tts.speech.microsoft.com' },
    },
    requests: [
      {
        url: 'https://westeurope.tts.speech.microsoft.com/cognitiveservices/voices/list',
        headers: { 'ocp-apim-subscription-key': 'sk-very-secret-0123456789' },
        body: [
          {
            ...{ ShortName: 'en-US-JennyMultilingualNeural', DisplayName: 'Jenny Multilingual' },
            ...{ Locale: 'en-US', SecondaryLocaleList: ['de-DE', 'pl-PL'], Gender: 'Female' },
          },
        ],
      },
    ],
    items: [
      {
        ...{
          id: 'en-US-JennyMultilingualNeural',
          name: 'Jenny Multilingual',
          detail: 'Female',
          gender: 'female',
        },
        languages: ['en-US', 'de-DE', 'pl-PL'],
      },
    ],
  },
  {
    // cloud.google.com/text-to-speech/docs/reference/rest/v1/voices/list
    ...{ what: 'voices', provider: 'google-cloud' },
    requests: [
      {
        url: 'https://texttospeech.googleapis.com/v1/voices',
        headers: { 'x-goog-api-key': 'sk-very-secret-0123456789' },
        body: {
          voices: [{ name: 'pl-PL-Chirp3-HD-Achernar', languageCodes: ['pl-PL'], ssmlGender: 'FEMALE' }],
        },
      },
    ],
    items: [{ id: 'pl-PL-Chirp3-HD-Achernar', languages: ['pl-PL'], detail: 'female', gender: 'female' }],
  },
  {
    // docs.aws.amazon.com/polly/latest/dg/API_DescribeVoices.html
    ...{ what: 'voices', provider: 'polly', key: { region: 'eu-west-1', accessKeyId: 'AKIAEXAMPLE' } },
    requests: [
      {
        url: 'https://polly.eu-west-1.amazonaws.com/v1/voices',
        body: {
          Voices: [
            {
              ...{ Id: 'Kajal', Name: 'Kajal', LanguageCode: 'en-IN', AdditionalLanguageCodes: ['hi-IN'] },
              ...{ Gender: 'Female', SupportedEngines: ['neural', 'generative'] },
            },
          ],
        },
      },
    ],
    items: [{ id: 'Kajal', languages: ['en-IN', 'hi-IN'], models: ['neural', 'generative'] }],
  },
  {
    // github.com/remsky/Kokoro-FastAPI, README
    ...{ what: 'voices', provider: 'openai', key: { baseUrl: 'http://kokoro.example.com:8880/v1' } },
    requests: [
      {
        url: 'http://kokoro.example.com:8880/v1/audio/voices',
        body: { voices: ['af_bella', { id: 'am_adam' }] },
      },
    ],
    items: [{ id: 'af_bella' }, { id: 'am_adam' }],
  },
];

export const answers: readonly Answer[] = [...models, ...voices];
