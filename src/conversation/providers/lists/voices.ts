/**
 * The voices that vendors list. The page that documents each list is beside it, and fixtures.ts says which shapes were compared
 * with what. None was asked live.
 */
import { speechAddress } from '../azure-speech/index.ts';
import type { KeyedProvider } from '../catalog.ts';
import { googleCloudCredentials } from '../google-cloud/index.ts';
import { asArray, asObject, asText, urlUnder } from '../kit/index.ts';
import {
  awsHost,
  bearer,
  elsewhere,
  header,
  scheme,
  signed,
  under,
  type VendorRequestOf,
} from '../vendor-requests.ts';
import {
  detailOf,
  genderOf,
  type ListedVoice,
  type ListSource,
  languagesOf,
  paged,
  rowsOf,
  textOf,
  whole,
} from './items.ts';

/** elevenlabs.io/docs/api-reference/voices/search */
const elevenlabs = paged(
  under('https://api.elevenlabs.io', 'v2/voices?page_size=100', header('xi-api-key')),
  'next_page_token',
  ({ voices }) =>
    rowsOf(voices).map(({ voice_id, name, labels, verified_languages }): ListedVoice => {
      const { language, gender, accent, description } = asObject(labels);
      return {
        id: asText(voice_id),
        name: textOf(name),
        languages: languagesOf(
          language,
          rowsOf(verified_languages).map((verified) => verified.locale ?? verified.language),
        ),
        detail: detailOf(gender, accent, description),
        gender: genderOf(gender),
        models: null,
      };
    }),
  ({ has_more, next_page_token }) => (has_more === true ? next_page_token : null),
);

/** docs.cartesia.ai/api-reference/voices/list, version 2025-04-16 */
const cartesia = paged(
  under('https://api.cartesia.ai', 'voices?limit=100', header('x-api-key'), {
    'cartesia-version': '2025-04-16',
  }),
  'starting_after',
  ({ data }) =>
    rowsOf(data).map(({ id, name, language, gender, description }) => ({
      id: asText(id),
      name: textOf(name),
      languages: languagesOf(language),
      detail: detailOf(gender, description),
      gender: genderOf(gender),
      models: null,
    })),
  ({ has_more, data }) => (has_more === true ? rowsOf(data).at(-1)?.id : null),
);

/** developers.deepgram.com/reference/manage/models/list. A voice is a model of its own. */
const deepgram = whole(under('https://api.deepgram.com', 'v1/models', scheme('Token')), ({ tts }) =>
  rowsOf(tts).map(({ canonical_name, name, languages, metadata }) => {
    const { display_name, accent, tags } = asObject(metadata);
    return {
      id: asText(canonical_name),
      name: textOf(display_name ?? name),
      languages: languagesOf(languages),
      detail: detailOf(...asArray(tags), accent),
      gender: genderOf(...asArray(tags)),
      models: null,
    };
  }),
);

/** docs.rime.ai/api-reference/data/voices-v2: names by model and ISO 639-2 language. It needs no key. */
const rime = whole(
  elsewhere('https://users.rime.ai/data/voices/all-v2.json', () => ({})),
  (body) => {
    const found = new Map<string, { languages: Set<string>; models: Set<string> }>();
    for (const [model, byLanguage] of Object.entries(body)) {
      for (const [language, names] of Object.entries(asObject(byLanguage))) {
        for (const name of asArray(names).map(asText)) {
          const voice = found.get(name) ?? { languages: new Set(), models: new Set() };
          for (const tag of languagesOf(language) ?? []) voice.languages.add(tag);
          found.set(name, { ...voice, models: voice.models.add(model) });
        }
      }
    }
    return [...found].map(([id, { languages, models }]) => ({
      ...{ id, name: null, detail: null, gender: null },
      ...{ languages: [...languages], models: [...models] },
    }));
  },
);

/** docs.inworld.ai/api-reference/ttsAPI/texttospeech/list-voices */
const inworld = whole(under('https://api.inworld.ai', 'tts/v1/voices', scheme('Basic')), ({ voices }) =>
  rowsOf(voices).map(({ voiceId, displayName, languages, description }) => ({
    id: asText(voiceId),
    name: textOf(displayName),
    languages: languagesOf(languages),
    detail: textOf(description),
    gender: null,
    models: null,
  })),
);

/** dev.hume.ai/reference/text-to-speech-tts/voices/list. Pages are counted from 0. */
const hume = (provider: 'HUME_AI' | 'CUSTOM_VOICE') =>
  paged(
    under(
      'https://api.hume.ai',
      `v0/tts/voices?provider=${provider}&page_size=100`,
      header('x-hume-api-key'),
    ),
    'page_number',
    ({ voices_page }) =>
      rowsOf(voices_page).map(({ id, name, tags }) => {
        const { LANGUAGE, GENDER, ACCENT } = asObject(tags);
        return {
          // Parley names the voices of Hume's library by name, and an organization's own by id.
          id: asText(provider === 'HUME_AI' ? name : id),
          name: textOf(name),
          languages: languagesOf(...asArray(LANGUAGE).map(codeOfLanguage)),
          detail: detailOf(...asArray(GENDER), ...asArray(ACCENT)),
          gender: genderOf(...asArray(GENDER)),
          models: null,
        };
      }),
    ({ page_number, total_pages }) => {
      const next = Number(page_number) + 1;
      return next < Number(total_pages) ? next : null;
    },
  );

/** docs.fish.audio/api-reference/endpoint/model/list-models. The library has millions of voices: the most used are listed. */
const fishAudio = (query: string) =>
  whole(
    under('https://api.fish.audio', `model?page_size=100&${query}`, bearer),
    ({ items }) =>
      rowsOf(items)
        .filter(({ type }) => type === undefined || type === 'tts')
        .map(({ _id, title, languages, description }) => ({
          id: asText(_id),
          name: textOf(title),
          languages: languagesOf(languages),
          detail: textOf(description),
          gender: null,
          models: null,
        })),
    ({ total, items }) => Number(total) > rowsOf(items).length,
  );

/** learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech: an array. */
const azureSpeech: ListSource<ListedVoice> = {
  request: (options) => ({
    url: urlUnder(speechAddress(options, 'tts'), 'cognitiveservices/voices/list'),
    headers: options.apiKey === null ? {} : { 'ocp-apim-subscription-key': options.apiKey },
  }),
  read: (body) => ({
    items: rowsOf(body).map(({ ShortName, DisplayName, Locale, SecondaryLocaleList, Gender }) => ({
      id: asText(ShortName),
      name: textOf(DisplayName),
      languages: languagesOf(Locale, ...asArray(SecondaryLocaleList)),
      detail: textOf(Gender),
      gender: genderOf(Gender),
      models: null,
    })),
    next: null,
  }),
};

/** cloud.google.com/text-to-speech/docs/reference/rest/v1/voices/list */
const googleCloud = whole(
  async (options) => ({
    url: urlUnder(options.baseUrl ?? 'https://texttospeech.googleapis.com', 'v1/voices'),
    headers: await googleCloudCredentials(options).headers(),
  }),
  ({ voices }) =>
    rowsOf(voices).map(({ name, languageCodes, ssmlGender }) => ({
      id: asText(name),
      name: null,
      languages: languagesOf(languageCodes),
      detail: textOf(asText(ssmlGender).toLowerCase()),
      gender: genderOf(ssmlGender),
      models: null,
    })),
);

/** docs.aws.amazon.com/polly/latest/dg/API_DescribeVoices.html */
const pollyRequest: VendorRequestOf = (options) =>
  signed(urlUnder(options.baseUrl ?? awsHost('polly', options.region), 'v1/voices'), 'polly', options);
const polly = whole(pollyRequest, ({ Voices }) =>
  rowsOf(Voices).map(({ Id, Name, LanguageCode, AdditionalLanguageCodes, Gender, SupportedEngines }) => ({
    id: asText(Id),
    name: textOf(Name),
    languages: languagesOf(LanguageCode, ...asArray(AdditionalLanguageCodes)),
    detail: textOf(Gender),
    gender: genderOf(Gender),
    models: asArray(SupportedEngines).map(asText),
  })),
);

/** Speech servers with OpenAI's protocol list their voices here (Kokoro-FastAPI, Speaches). OpenAI itself has no list. */
const openai = whole(
  (options) =>
    options.baseUrl === undefined
      ? null
      : under(options.baseUrl, 'audio/voices', bearer)({ ...options, baseUrl: options.baseUrl }),
  ({ voices }) =>
    asArray(voices).map((voice) => {
      const { id, voice_id, name, language } = asObject(voice);
      return {
        id: asText(typeof voice === 'string' ? voice : (id ?? voice_id ?? name)),
        name: textOf(name),
        languages: languagesOf(language),
        detail: null,
        gender: null,
        models: null,
      };
    }),
);

const languageCodes = new Map(
  (['en', 'es', 'fr', 'de', 'it', 'pt', 'ru', 'ja', 'ko', 'hi', 'ar', 'zh', 'nl', 'pl'] as const).map(
    (code) => [new Intl.DisplayNames(['en'], { type: 'language' }).of(code)!, code],
  ),
);

/** Returns the code of a language that the vendor names in English. */
function codeOfLanguage(name: unknown): string {
  return languageCodes.get(asText(name)) ?? '';
}

/** The lists of voices. Of the other providers Parley has its own list, or none. */
export const voiceSources: { readonly [Name in KeyedProvider]?: readonly ListSource<ListedVoice>[] } = {
  openai: [openai],
  elevenlabs: [elevenlabs],
  cartesia: [cartesia],
  deepgram: [deepgram],
  rime: [rime],
  inworld: [inworld],
  hume: [hume('HUME_AI'), hume('CUSTOM_VOICE')],
  'fish-audio': [fishAudio('self=true'), fishAudio('sort_by=task_count')],
  'azure-speech': [azureSpeech],
  'google-cloud': [googleCloud],
  polly: [polly],
};
