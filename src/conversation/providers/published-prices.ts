/**
 * What providers cost by their published prices, in US dollars without tax, at the plan without a commitment. Each price names
 * a page and the day on which that page was checked. We read most prices in the public table of hail-hq/hail (`costs/`, CC BY
 * 4.0), which checks the vendors' pages by hand, and those of Amazon Polly in that of api-evangelist/amazon-polly. Where the page
 * is a table itself (anomalyco/models.dev and BerriAI/litellm, both MIT, read on 2026-11-27), the day is that of the table's state,
 * or the day on which we read it. A provider or model that is missing here has no price that we have read.
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

const googleVoices = page('cloud.google.com/text-to-speech/pricing', '2026-07-19');
const googleTranscribers = page('cloud.google.com/speech-to-text/pricing', '2026-07-19');
const modelsDev = (file: string) =>
  page(`github.com/anomalyco/models.dev/blob/f3fc6922/providers/${file}.toml`, '2026-07-02');
const vertex = (model: string) => modelsDev(`google-vertex/models/${model}`);
const azure = (model: string) => modelsDev(`azure/models/${model}`);
const cohere = (model: string) => modelsDev(`cohere/models/${model}`);
const fireworks = (model: string) => modelsDev(`fireworks-ai/models/accounts/fireworks/models/${model}`);
const nova = page(
  'github.com/BerriAI/litellm/blob/00035b69/model_prices_and_context_window.json',
  '2026-11-27',
);

const proPlan = 'Pro plan; larger plans cost less';
const estimated = 'The vendor bills tokens; this is its own estimate';
const session = 'Billed while the connection is open';
const named = 'For a deployment with the name of its model';

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
  ...tokens('vertex', 'gemini-3.5-flash', ['1.50', '9.00', '0.15'], vertex('gemini-3.5-flash')),
  ...tokens('vertex', 'gemini-3.1-flash-lite', ['0.25', '1.50', '0.025'], vertex('gemini-3.1-flash-lite')),
  ...tokens('vertex', 'gemini-2.5-flash', ['0.30', '2.50'], vertex('gemini-2.5-flash')),
  ...tokens('vertex', 'gemini-2.5-flash-lite', ['0.10', '0.40', '0.01'], vertex('gemini-2.5-flash-lite')),
  ...tokens('azure', 'gpt-4.1', ['2.00', '8.00', '0.50'], azure('gpt-4.1'), named),
  ...tokens('azure', 'gpt-4.1-mini', ['0.40', '1.60', '0.10'], azure('gpt-4.1-mini'), named),
  ...tokens('azure', 'gpt-4o-mini', ['0.15', '0.60', '0.075'], azure('gpt-4o-mini'), named),
  ...tokens('azure', 'gpt-5.4-mini', ['0.75', '4.50', '0.075'], azure('gpt-5.4-mini'), named),
  ...tokens('bedrock', 'us.amazon.nova-micro-v1:0', ['0.035', '0.14'], nova),
  ...tokens('bedrock', 'us.amazon.nova-lite-v1:0', ['0.06', '0.24'], nova),
  ...tokens('bedrock', 'us.amazon.nova-pro-v1:0', ['0.80', '3.20'], nova),
  ...tokens('bedrock', 'eu.amazon.nova-micro-v1:0', ['0.046', '0.184'], nova),
  ...tokens('bedrock', 'eu.amazon.nova-lite-v1:0', ['0.078', '0.312'], nova),
  ...tokens('bedrock', 'eu.amazon.nova-pro-v1:0', ['1.05', '4.20'], nova),
  ...tokens('cohere', 'command-a-03-2025', ['2.50', '10.00'], cohere('command-a-03-2025')),
  ...tokens('cohere', 'command-r-08-2024', ['0.15', '0.60'], cohere('command-r-08-2024')),
  ...tokens('cohere', 'command-r7b-12-2024', ['0.0375', '0.15'], cohere('command-r7b-12-2024')),
  ...tokens(
    'fireworks',
    'accounts/fireworks/models/gpt-oss-120b',
    ['0.15', '0.60', '0.015'],
    fireworks('gpt-oss-120b'),
  ),
  ...tokens(
    'fireworks',
    'accounts/fireworks/models/gpt-oss-20b',
    ['0.07', '0.30', '0.035'],
    fireworks('gpt-oss-20b'),
  ),
  ...tokens('cerebras', 'gpt-oss-120b', ['0.35', '0.75'], modelsDev('cerebras/models/gpt-oss-120b')),
  ...tokens('cerebras', 'zai-glm-4.7', ['2.25', '2.75'], modelsDev('cerebras/models/zai-glm-4.7')),
  characters('openai', 'tts-1', '15.00', page('developers.openai.com/api/docs/models/tts-1', '2026-07-19')),
  characters(
    'openai',
    'tts-1-hd',
    '30.00',
    page('developers.openai.com/api/docs/models/tts-1-hd', '2026-07-19'),
  ),
  characters(
    'openai',
    'gpt-4o-mini-tts',
    '20.00',
    page('developers.openai.com/api/docs/models/gpt-4o-mini-tts', '2026-07-19'),
    'The vendor bills tokens; estimated by its $0.015 a minute',
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
  characters('google-cloud', null, '30.00', googleVoices, 'Chirp 3 HD; Neural2 costs 16, WaveNet 4'),
  characters(
    'fish-audio',
    's1',
    '15.00',
    page('docs.fish.audio/developer-guide/models-pricing/pricing-and-rate-limits', '2026-11-27'),
    'Billed by UTF-8 bytes: other scripts than Latin cost more',
  ),
  characters('polly', 'standard', '4.00', polly),
  characters('polly', 'neural', '16.00', polly),
  characters('polly', 'generative', '30.00', polly),
  characters('polly', 'long-form', '100.00', polly),
  minutes(
    'elevenlabs',
    'scribe_v2_realtime',
    ['0.39', 60],
    page('opentranscription.io/blog/scribe-v2-realtime-by-elevenlabs-profile.html', '2026-07-03'),
  ),
  minutes('google-cloud', null, ['0.016', 1], googleTranscribers, 'Up to 500,000 minutes a month'),
  minutes(
    'azure-speech',
    null,
    ['1.00', 60],
    page('azure.microsoft.com/en-us/pricing/details/speech/', '2026-07-19'),
    'One language; 0.30 more an hour to detect several',
  ),
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
