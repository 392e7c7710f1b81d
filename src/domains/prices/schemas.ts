import { z } from 'zod';
import { providerNames } from '../../conversation/providers/catalog.ts';
import { DateTime } from '../../platform/http/index.ts';
import { amountPattern } from './amounts.ts';

const amount = z
  .string()
  .regex(amountPattern, {
    error: 'must be a decimal such as "0.15", at most nine digits before and behind the point',
  })
  .describe('Of the currency, as decimal text');
const per = (usual: number) =>
  z.int().min(1).max(1_000_000_000).default(usual).describe('The number of units that the amount pays for');
const model = z
  .string()
  .min(1)
  .max(200)
  .nullable()
  .default(null)
  .describe('null: all models without a price of their own');
const time = z.enum(['seconds', 'minutes']);
const validFrom = z.iso
  .date({ error: 'must be a day such as 2027-01-31' })
  .nullable()
  .default(null)
  .describe(
    'The day from which the price holds (from 00:00 UTC), also in the future; null: always. Of several prices for the same, a call costs the one with the latest day that is not after its end',
  );

const LanguageModelPrice = z
  .strictObject({
    kind: z.literal('language-model'),
    provider: z.enum(providerNames('languageModel')),
    model,
    unit: z
      .enum(['input-tokens', 'output-tokens', 'cached-input-tokens', 'cache-write-input-tokens'])
      .describe(
        "`cached-input-tokens` were read from the provider's cache, `cache-write-input-tokens` were written to it (Anthropic). Without a price of their own, both cost as much as `input-tokens`",
      ),
    amount,
    per: per(1_000_000),
    validFrom,
  })
  .meta({ id: 'LanguageModelPrice' });
const VoicePrice = z
  .strictObject({
    kind: z.literal('text-to-speech'),
    provider: z.enum(providerNames('textToSpeech')),
    model,
    unit: z.literal('characters'),
    amount,
    per: per(1_000_000),
    validFrom,
  })
  .meta({ id: 'VoicePrice' });
const TranscriberPrice = z
  .strictObject({
    kind: z.literal('speech-to-text'),
    provider: z.enum(providerNames('speechToText')),
    model,
    unit: time,
    amount,
    per: per(1),
    validFrom,
  })
  .meta({ id: 'TranscriberPrice' });
const SpeechToSpeechPrice = z
  .strictObject({
    kind: z.literal('speech-to-speech'),
    provider: z.enum(providerNames('speechToSpeech')),
    model,
    unit: z
      .enum([
        ...(['input-tokens', 'output-tokens', 'input-audio-tokens', 'output-audio-tokens'] as const),
        ...(['cached-input-tokens', 'cached-input-audio-tokens'] as const),
      ])
      .describe(
        '`input-tokens` and `output-tokens` are text tokens. `cached-input-audio-tokens` without a price use that of `cached-input-tokens`; without that either, they are `unpriced` and never charged as other input',
      ),
    amount,
    per: per(1_000_000),
    validFrom,
  })
  .meta({ id: 'SpeechToSpeechPrice' });
const TelephonyPrice = z
  .strictObject({
    kind: z.literal('telephony'),
    trunkId: z.string().nullable().default(null).describe('null: all trunks without a price of their own'),
    direction: z
      .enum(['inbound', 'outbound'])
      .nullable()
      .default(null)
      .describe('null: both. Transfers dial out and are outbound'),
    unit: time,
    amount,
    per: per(1),
    incrementSeconds: z
      .int()
      .min(1)
      .max(3600)
      .default(1)
      .describe('Each connection is rounded up to a multiple of this'),
    validFrom,
  })
  .meta({ id: 'TelephonyPrice' });

export const Price = z
  .discriminatedUnion('kind', [
    LanguageModelPrice,
    VoicePrice,
    TranscriberPrice,
    SpeechToSpeechPrice,
    TelephonyPrice,
  ])
  .meta({ id: 'Price' });
export type Price = z.output<typeof Price>;

const currencies = new Set(Intl.supportedValuesOf('currency'));
const Currency = z
  .string()
  .refine((code) => currencies.has(code), { error: 'must be the ISO 4217 code of a currency, such as USD' })
  .describe('ISO 4217');

export const SetPrices = z
  .strictObject({
    currency: Currency,
    prices: z
      .array(Price)
      .max(500)
      .superRefine((prices, context) => {
        const known = new Set<string>();
        prices.forEach((price, n) => {
          if (known.has(keyOf(price))) {
            context.addIssue({ code: 'custom', message: 'is listed twice for the same day', path: [n] });
          }
          known.add(keyOf(price));
        });
      })
      .describe('An empty list: calls have no cost'),
  })
  .meta({ id: 'SetPrices' });
export type SetPrices = z.output<typeof SetPrices>;

/** Returns the key that identifies what a price is for, and from when. Seconds and minutes are the same unit. */
function keyOf(price: Price): string {
  const unit = price.unit === 'minutes' ? 'seconds' : price.unit;
  return price.kind === 'telephony'
    ? JSON.stringify([price.kind, price.trunkId, price.direction, price.validFrom])
    : JSON.stringify([price.kind, price.provider, price.model, unit, price.validFrom]);
}

export const PriceList = z
  .object({
    version: z.int().describe('Starts at 1; 0: prices were never set'),
    currency: z.string().nullable(),
    prices: z.array(Price),
    createdAt: DateTime.nullable().describe('Calls that end from here on use this version'),
  })
  .meta({ id: 'PriceList' });
export type PriceList = z.output<typeof PriceList>;

export const PriceQuery = z.object({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .describe('A `priceVersion` of a call’s cost; default: the current version'),
});
