/**
 * What providers cost by their published prices, in US dollars without tax, at the plan without a commitment. Each price names
 * a page and the day on which that page was checked. We read most prices in the public table of hail-hq/hail (`costs/`, CC BY
 * 4.0), which checks the vendors' pages by hand, and those of Amazon Polly in that of api-evangelist/amazon-polly. A provider
 * or model that is missing here has no price that we have read.
 */
import type { KeyedProvider } from './catalog.ts';

export interface PublishedPrice {
  kind: 'language-model' | 'text-to-speech' | 'speech-to-text';
  provider: KeyedProvider;
  /** `null`: every model of the provider. */
  model: string | null;
  unit:
    | 'input-tokens'
    | 'output-tokens'
    | 'cached-input-tokens'
    | 'cache-write-input-tokens'
    | 'characters'
    | 'minutes';
  /** US dollars, as decimal text. */
  amount: string;
  /** The number of units that the amount pays for. */
  per: number;
  /** The condition of the price; `null` for none. */
  note: string | null;
  /** The day on which the page was checked. */
  checkedOn: string;
  source: string;
}

type Page = Pick<PublishedPrice, 'source' | 'checkedOn'>;
const page = (source: string, checkedOn: string): Page => ({ source: `https://${source}`, checkedOn });

/** The prices of a language model, each for a million tokens. */
function tokens(
  provider: KeyedProvider,
  model: string,
  [input, output, cached, written]: [string, string, string?, string?],
  where: Page,
  note: string | null = null,
): PublishedPrice[] {
  const units = [
    ['input-tokens', input],
    ['output-tokens', output],
    ['cached-input-tokens', cached],
    ['cache-write-input-tokens', written],
  ] as const;
  return units.flatMap(([unit, amount]) =>
    amount === undefined
      ? []
      : [{ kind: 'language-model', provider, model, unit, amount, per: 1_000_000, note, ...where }],
  );
}

/** The price of a voice for a million characters. */
const characters = (
  provider: KeyedProvider,
  model: string | null,
  amount: string,
  where: Page,
  note: string | null = null,
): PublishedPrice => ({
  ...{ kind: 'text-to-speech', provider, model, unit: 'characters', amount, per: 1_000_000, note },
  ...where,
});

/** The price of a transcriber for `per` minutes of audio. */
const minutes = (
  provider: KeyedProvider,
  model: string | null,
  [amount, per]: [string, number],
  where: Page,
  note: string | null = null,
): PublishedPrice => ({
  ...{ kind: 'speech-to-text', provider, model, unit: 'minutes', amount, per, note },
  ...where,
});

const claude = page('platform.claude.com/docs/en/about-claude/pricing', '2026-08-11');
const openai = (model: string) => page(`developers.openai.com/api/docs/models/${model}`, '2026-08-11');
const openaiSpeech = page('developers.openai.com/api/docs/pricing', '2026-07-19');
const gemini = page('ai.google.dev/pricing', '2026-08-11');
const mistral = page('mistral.ai/pricing/api', '2026-08-11');
const grok = page('docs.x.ai/docs/models', '2026-08-11');
const deepseek = page('api-docs.deepseek.com/quick_start/pricing', '2026-08-11');
const together = page('docs.together.ai/docs/serverless-models', '2026-08-11');
const elevenlabs = page('elevenlabs.io/docs/overview/models', '2026-07-27');
const cartesia = page('cartesia.ai/pricing', '2026-07-27');
const inworld = page('inworld.ai/pricing', '2026-07-19');
const polly = page('aws.amazon.com/polly/pricing/', '2026-10-07');
const deepgram = page('deepgram.com/pricing', '2026-07-19');
const assemblyai = page('www.assemblyai.com/pricing', '2026-07-19');
const azureSpeech = page(
  'azure.microsoft.com/pricing/details/cognitive-services/speech-services/',
  '2026-07-19',
);

const proPlan = 'Pro plan; larger plans cost less';
const estimated = 'The vendor bills tokens; this is its own estimate';
const session = 'Billed while the connection is open';

export const publishedPrices: readonly PublishedPrice[] = [
  ...tokens('openai', 'gpt-4.1', ['2.00', '8.00', '0.50'], openai('gpt-4.1')),
  ...tokens(
    'openai',
    'gpt-4.1-mini',
    ['0.40', '1.60'],
    page('tokenmath.io/openai-api-pricing-explained', '2026-06-21'),
  ),
  ...tokens('openai', 'gpt-4o-mini', ['0.15', '0.60', '0.075'], openai('gpt-4o-mini')),
  ...tokens('openai', 'gpt-5.4-mini', ['0.75', '4.50', '0.075'], openai('gpt-5.4-mini')),
  ...tokens('openai', 'gpt-5.4-nano', ['0.20', '1.25', '0.02'], openai('gpt-5.4-nano')),
  ...tokens('openai', 'gpt-5.6-luna', ['0.20', '1.20', '0.02'], openai('gpt-5.6-luna')),
  ...tokens('openai', 'gpt-5.6-terra', ['2.00', '12.00', '0.20'], openai('gpt-5.6-terra')),
  ...tokens('openai', 'gpt-5.6-sol', ['5.00', '30.00', '0.50'], openai('gpt-5.6-sol')),
  ...tokens('anthropic', 'claude-haiku-4-5', ['1.00', '5.00', '0.10', '1.25'], claude),
  ...tokens('anthropic', 'claude-haiku-4-5-20251001', ['1.00', '5.00', '0.10', '1.25'], claude),
  ...tokens(
    'anthropic',
    'claude-sonnet-4-6',
    ['3.00', '15.00', '0.30', '3.75'],
    page('www.anthropic.com/pricing', '2026-07-27'),
  ),
  ...tokens('anthropic', 'claude-sonnet-4-5', ['3.00', '15.00', '0.30', '3.75'], claude),
  ...tokens('anthropic', 'claude-sonnet-4-5-20250929', ['3.00', '15.00', '0.30', '3.75'], claude),
  ...tokens('google', 'gemini-3.5-flash', ['1.50', '9.00', '0.15'], gemini),
  ...tokens('google', 'gemini-3.1-flash-lite', ['0.25', '1.50', '0.025'], gemini),
  ...tokens('google', 'gemini-2.5-flash', ['0.30', '2.50', '0.03'], gemini),
  ...tokens('google', 'gemini-2.5-flash-lite', ['0.10', '0.40', '0.01'], gemini),
  ...tokens('mistral', 'mistral-small-latest', ['0.15', '0.60'], mistral),
  ...tokens('mistral', 'mistral-medium-latest', ['1.50', '7.50'], mistral),
  ...tokens('mistral', 'mistral-large-latest', ['0.50', '1.50'], mistral),
  ...tokens('mistral', 'ministral-8b-latest', ['0.15', '0.15'], mistral),
  ...tokens(
    'groq',
    'llama-3.3-70b-versatile',
    ['0.59', '0.79'],
    page('console.groq.com/docs/models', '2026-08-11'),
  ),
  ...tokens('xai', 'grok-4.3', ['1.25', '2.50', '0.20'], grok, 'Prompts below 200,000 tokens'),
  ...tokens(
    'xai',
    'grok-4.20-0309-non-reasoning',
    ['1.25', '2.50', '0.20'],
    grok,
    'Prompts below 200,000 tokens',
  ),
  ...tokens(
    'deepseek',
    'deepseek-v4-flash',
    ['0.14', '0.28', '0.0028'],
    deepseek,
    'The page announces a higher price',
  ),
  ...tokens('together', 'meta-llama/Llama-3.3-70B-Instruct-Turbo', ['1.04', '1.04'], together),
  characters('openai', 'tts-1', '15.00', page('developers.openai.com/api/docs/models/tts-1', '2026-07-19')),
  characters(
    'openai',
    'tts-1-hd',
    '30.00',
    page('developers.openai.com/api/docs/models/tts-1-hd', '2026-07-19'),
  ),
  characters('elevenlabs', 'eleven_flash_v2_5', '50.00', page('elevenlabs.io/pricing/api', '2026-07-27')),
  characters('elevenlabs', 'eleven_multilingual_v2', '100.00', elevenlabs),
  characters('elevenlabs', 'eleven_v3', '100.00', elevenlabs),
  characters('cartesia', 'sonic-3.5', '50.00', cartesia, proPlan),
  characters('cartesia', 'sonic-3', '50.00', cartesia, proPlan),
  characters('deepgram', null, '30.00', deepgram, 'Voices of Aura-2; those of Aura cost half'),
  characters('rime', null, '50.00', page('rime.ai/pricing', '2026-07-19'), 'Starter plan'),
  characters('inworld', 'inworld-tts-2', '25.00', inworld, 'On demand; plans cost less'),
  characters('inworld', 'inworld-tts-1.5-max', '35.00', inworld, 'On demand; plans cost less'),
  characters('inworld', 'inworld-tts-1.5-mini', '15.00', inworld, 'On demand; plans cost less'),
  characters('azure-speech', null, '15.00', azureSpeech, 'Neural voices; HD voices cost more'),
  characters('polly', 'standard', '4.00', polly),
  characters('polly', 'neural', '16.00', polly),
  characters('polly', 'generative', '30.00', polly),
  characters('polly', 'long-form', '100.00', polly),
  minutes('deepgram', 'nova-3', ['0.0048', 1], deepgram, 'One language; 0.0058 with several'),
  minutes('deepgram', 'flux-general-en', ['0.0065', 1], deepgram),
  minutes('deepgram', 'flux-general-multi', ['0.0078', 1], deepgram),
  minutes('assemblyai', 'universal-streaming-english', ['0.15', 60], assemblyai, session),
  minutes('assemblyai', 'universal-streaming-multilingual', ['0.15', 60], assemblyai, session),
  minutes('assemblyai', 'universal-3-5-pro', ['0.45', 60], assemblyai, session),
  minutes('soniox', null, ['0.12', 60], page('soniox.com/pricing', '2026-07-19'), estimated),
  minutes(
    'speechmatics',
    null,
    ['0.129', 60],
    page('www.speechmatics.com/pricing', '2026-07-19'),
    'Pro plan',
  ),
  minutes('gladia', null, ['0.75', 60], page('www.gladia.io/pricing', '2026-07-19'), 'Starter plan'),
  minutes('openai', 'gpt-4o-transcribe', ['0.006', 1], openaiSpeech, estimated),
  minutes('openai', 'gpt-4o-mini-transcribe', ['0.003', 1], openaiSpeech, estimated),
  minutes('openai', 'gpt-realtime-whisper', ['0.017', 1], openaiSpeech),
];

/** Returns the prices of a model, or of every model of its provider. An empty list: none is known. */
export function pricesOf(
  kind: PublishedPrice['kind'],
  provider: string,
  model: string | null,
): readonly PublishedPrice[] {
  const ofProvider = publishedPrices.filter((price) => price.kind === kind && price.provider === provider);
  const own = ofProvider.filter((price) => price.model === model && model !== null);
  return own.length > 0 ? own : ofProvider.filter((price) => price.model === null);
}
