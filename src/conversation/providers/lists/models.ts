/**
 * The models that vendors list. The page that documents each list is beside it, and fixtures.ts says which shapes were compared
 * with what. None was asked live.
 */
import type { KeyedProvider, ProviderKind } from '../catalog.ts';
import { asArray, asObject, asText } from '../kit/index.ts';
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
} from '../vendor-requests.ts';
import { type ListedModel, type ListSource, languagesOf, paged, rowsOf, textOf, whole } from './items.ts';

type Row = Record<string, unknown>;

const chat: readonly ProviderKind[] = ['languageModel'];

/** A chat model. */
const chatModel = (id: unknown, name: unknown = null): ListedModel => ({
  id: asText(id),
  name: textOf(name),
  kinds: chat,
  languages: null,
});

/** Returns whether a model embeds texts, by its id: vendors and servers rarely tell. */
const isEmbedding = (id: string) =>
  /embed|^(bge|e5|gte|all-minilm|multilingual-e5)-|\/(bge|e5|gte|multilingual-e5)-/.test(id);

/** Words in the ids of models that do not chat. */
const otherModels =
  /embed|moderation|rerank|guard|safeguard|whisper|transcri|tts|orpheus|image|imagine|video|ocr|dall-e|sora|davinci|babbage|computer-use|deep-research/;

/** `GET /models` as OpenAI defined it: `{"data": [{"id"}]}`. */
const compatible = (request: VendorRequestOf): ListSource<ListedModel> =>
  whole(request, ({ data }) =>
    rowsOf(data)
      .map(({ id, name, display_name }) => chatModel(id, display_name ?? name))
      .filter(({ id }) => !otherModels.test(id.toLowerCase())),
  );

/** Returns the kinds of a model of OpenAI, or of a compatible server, by its id. An empty list for other purposes. */
function openAiKinds(id: string): readonly ProviderKind[] {
  if (/tts|kokoro|piper/.test(id)) return ['textToSpeech'];
  if (/transcribe|whisper|parakeet/.test(id)) return ['speechToText'];
  if (/realtime|^gpt-live/.test(id)) return ['speechToSpeech'];
  if (isEmbedding(id)) return ['embedding'];
  return otherModels.test(id) || /^gpt-audio|-audio-|-instruct\b.*turbo|search/.test(id) ? [] : chat;
}

/** developers.openai.com/api/reference/resources/models; vLLM, Ollama and Speaches answer the same. */
const openai = whole(under('https://api.openai.com/v1', 'models', bearer), ({ data }) =>
  rowsOf(data)
    .map(({ id }) => ({ ...chatModel(id), kinds: openAiKinds(asText(id).toLowerCase()) }))
    .filter(({ kinds }) => kinds.length > 0),
);

/** platform.claude.com/docs/en/api/models-list */
const anthropic = paged(
  under('https://api.anthropic.com', 'v1/models?limit=1000', header('x-api-key'), {
    'anthropic-version': '2023-06-01',
  }),
  'after_id',
  ({ data }) => rowsOf(data).map(({ id, display_name }) => chatModel(id, display_name)),
  ({ has_more, last_id }) => (has_more === true ? last_id : null),
);

/** ai.google.dev/api/models */
const google = paged(
  listOf('google', 'models?pageSize=1000', header('x-goog-api-key')),
  'pageToken',
  ({ models }) =>
    rowsOf(models)
      .filter(({ supportedGenerationMethods }) =>
        asArray(supportedGenerationMethods).includes('generateContent'),
      )
      .map(({ name, displayName }) => chatModel(asText(name).replace(/^models\//, ''), displayName))
      .filter(({ id }) => !otherModels.test(id)),
  ({ nextPageToken }) => nextPageToken,
);

/** docs.mistral.ai/api/endpoint/models */
const mistral = whole(listOf('mistral'), ({ data }) =>
  rowsOf(data)
    .filter(({ capabilities }) => asObject(capabilities).completion_chat !== false)
    .map(({ id, name }) => chatModel(id, name))
    .filter(({ id }) => !otherModels.test(id)),
);

/** docs.cohere.com/reference/list-models. The list belongs to version 1, the models to version 2. */
const cohere = paged(
  listOf('cohere', '../v1/models?page_size=1000&endpoint=chat'),
  'page_token',
  ({ models }) => rowsOf(models).map(({ name }) => chatModel(name)),
  ({ next_page_token }) => next_page_token,
);

/** docs.together.ai/reference/models-1: an array. */
const together: ListSource<ListedModel> = {
  request: listOf('together'),
  read: (body) => ({
    items: rowsOf(body)
      .filter(({ type }) => type === 'chat')
      .map(({ id, display_name }) => chatModel(id, display_name)),
    next: null,
  }),
};

/** docs.aws.amazon.com/bedrock/latest/APIReference/API_ListFoundationModels.html and API_ListInferenceProfiles.html */
const bedrockRequest =
  (path: string): VendorRequestOf =>
  async (options) => {
    if (options.baseUrl !== undefined) return null;
    const url = `${awsHost('bedrock', options.region)}/${path}`;
    if (options.accessKeyId !== undefined) return signed(url, 'bedrock', options);
    return { url, headers: bearer(options.apiKey!) };
  };
const bedrock: ListSource<ListedModel>[] = [
  whole(bedrockRequest('inference-profiles?maxResults=1000'), ({ inferenceProfileSummaries }) =>
    rowsOf(inferenceProfileSummaries).map((row) =>
      chatModel(row.inferenceProfileId, row.inferenceProfileName),
    ),
  ),
  whole(bedrockRequest('foundation-models?byOutputModality=TEXT'), ({ modelSummaries }) =>
    rowsOf(modelSummaries)
      .filter(({ inferenceTypesSupported }) => asArray(inferenceTypesSupported).includes('ON_DEMAND'))
      .map(({ modelId, modelName }) => chatModel(modelId, modelName)),
  ),
];

/** elevenlabs.io/docs/api-reference/models/list: an array. */
const elevenlabs: ListSource<ListedModel> = {
  request: under('https://api.elevenlabs.io', 'v1/models', header('xi-api-key')),
  read: (body) => ({
    items: rowsOf(body)
      .filter(({ can_do_text_to_speech }) => can_do_text_to_speech === true)
      .map(({ model_id, name, languages }) => ({
        id: asText(model_id),
        name: textOf(name),
        kinds: ['textToSpeech'],
        languages: languagesOf(rowsOf(languages).map(({ language_id }) => language_id)),
      })),
    next: null,
  }),
};

/** developers.deepgram.com/reference/manage/models/list. Its voices are in voices.ts. */
const deepgram = whole(under('https://api.deepgram.com', 'v1/models', scheme('Token')), ({ stt }) =>
  rowsOf(stt)
    .filter(({ streaming }) => streaming !== false)
    .map(
      ({ canonical_name, languages }: Row): ListedModel => ({
        id: asText(canonical_name),
        name: null,
        kinds: ['speechToText'],
        languages: languagesOf(languages),
      }),
    ),
);

/** soniox.com/docs/api-reference/models/get_models */
const soniox = whole(elsewhere('https://api.soniox.com/v1/models', bearer), ({ models }) =>
  rowsOf(models)
    .filter(({ transcription_mode }) => transcription_mode === 'real_time')
    .map(
      ({ id, name, languages }): ListedModel => ({
        id: asText(id),
        name: textOf(name),
        kinds: ['speechToText'],
        languages: languagesOf(rowsOf(languages).map(({ code }) => code)),
      }),
    ),
);

/** The lists of models. Of the other providers Parley has its own list, or none. */
export const modelSources: { readonly [Name in KeyedProvider]?: readonly ListSource<ListedModel>[] } = {
  openai: [openai],
  anthropic: [anthropic],
  google: [google],
  bedrock,
  mistral: [mistral],
  groq: [compatible(listOf('groq'))],
  cohere: [cohere],
  xai: [compatible(listOf('xai'))],
  deepseek: [compatible(listOf('deepseek'))],
  together: [together],
  fireworks: [compatible(listOf('fireworks'))],
  cerebras: [compatible(listOf('cerebras'))],
  elevenlabs: [elevenlabs],
  deepgram: [deepgram],
  soniox: [soniox],
};
