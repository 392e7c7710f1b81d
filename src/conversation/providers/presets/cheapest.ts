/** The providers by their published prices, cheapest first. */
import type { KeyedProvider } from '../catalog.ts';
import { type PublishedPrice, pricesOf } from '../published-prices.ts';
import { type Candidate, english, type Parts, streamingLanguages } from './candidate.ts';

const priced = (
  kind: PublishedPrice['kind'],
  list: [KeyedProvider, string, (readonly string[])?][],
): readonly Candidate[] =>
  list
    .map(([provider, model, languages]) => ({
      provider,
      model,
      languages,
      prices: pricesOf(kind, provider, model),
    }))
    .filter(({ prices }) => prices.length > 0)
    .toSorted((one, other) => rankOf(one.prices) - rankOf(other.prices))
    .map(({ provider, model, languages, prices }) => ({
      ...{ provider, settings: { model }, fact: factOf(prices) },
      ...{ source: prices[0]!.source, checkedOn: prices[0]!.checkedOn },
      ...(languages && { languages }),
    }));

/** Tokens of input for one of output, as calls have them: each turn sends the whole conversation again. */
const inputShare = 10;

/** Returns a number by which prices of one kind can be compared. */
function rankOf(prices: readonly PublishedPrice[]): number {
  const of = (unit: PublishedPrice['unit']) => {
    const price = prices.find((one) => one.unit === unit);
    return price ? Number(price.amount) / price.per : 0;
  };
  return of('characters') + of('minutes') + inputShare * of('input-tokens') + of('output-tokens');
}

function factOf(prices: readonly PublishedPrice[]): string {
  const texts = prices
    .filter(({ unit }) => unit !== 'cached-input-tokens' && unit !== 'cache-write-input-tokens')
    .map(({ amount, per, unit }) => {
      const units = unit.replace('-', ' ');
      const many = per === 1 ? `a ${units.replace(/s$/, '')}` : `for ${per.toLocaleString('en')} ${units}`;
      return `$${amount} ${many}`;
    });
  return `${texts.join(', ')}.`;
}

export const cheapest: Parts = {
  model: priced('language-model', [
    ['google', 'gemini-2.5-flash-lite'],
    ['mistral', 'mistral-small-latest'],
    ['openai', 'gpt-4o-mini'],
    ['groq', 'llama-3.3-70b-versatile'],
    ['anthropic', 'claude-haiku-4-5'],
    ['together', 'meta-llama/Llama-3.3-70B-Instruct-Turbo'],
    ['xai', 'grok-4.20-0309-non-reasoning'],
  ]),
  voice: priced('text-to-speech', [
    ['polly', 'standard', english],
    ['openai', 'tts-1'],
    ['inworld', 'inworld-tts-1.5-mini', english],
    ['elevenlabs', 'eleven_flash_v2_5'],
    ['cartesia', 'sonic-3.5', english],
  ]),
  transcriber: priced('speech-to-text', [
    ['soniox', 'stt-rt-v5'],
    ['speechmatics', 'standard'],
    ['assemblyai', 'universal-streaming-multilingual', streamingLanguages],
    ['deepgram', 'nova-3'],
    ['openai', 'gpt-4o-mini-transcribe'],
    ['gladia', 'solaria-1'],
  ]),
};
