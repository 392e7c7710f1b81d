import { Anchor, Text } from '@mantine/core';
import { formatDay, formatNumber } from '../../ui/index.ts';
import { isOwnServer, type ProviderFacts, useProvider } from './queries.ts';

type Price = ProviderFacts['prices'][number];
type Kind = Price['kind'];

/** The kinds of prices by the parts of an agent. */
export const priceKinds = {
  model: 'language-model',
  voice: 'text-to-speech',
  transcriber: 'speech-to-text',
} as const;

interface PublishedPriceProps {
  kind: Kind;
  provider: string;
  /** Null for the provider's default, whose price is then that of all its models. */
  model: string | null;
  /** The name of the key; null for the newest one. */
  keyName: string | null;
}

/** Shows the published price of a model, with its page and day. A server at an address of one's own has none. */
export function PublishedPrice({ kind, provider, model, keyName }: PublishedPriceProps) {
  const facts = useProvider(provider);
  if (!facts || facts.isEmbedded || provider === 'websocket' || isOwnServer(facts, keyName)) return null;
  const prices = pricesFor(facts.prices, kind, model);
  const [first] = prices;
  // The provider's default is a model that the form does not know.
  const depends = model === null && facts.prices.some((price) => price.kind === kind);
  if (!first) {
    return (
      <Text size="xs" c="dimmed" mt={6}>
        Published price: {depends ? 'depends on the model' : 'not known'}.
      </Text>
    );
  }
  return (
    <Text size="xs" c="dimmed" mt={6}>
      Published price: {prices.map(priceText).join(', ')}
      {first.note === null ? '' : ` (${first.note})`}.{' '}
      <Anchor href={first.source} target="_blank" rel="noreferrer" size="xs" underline="always">
        Checked on {formatDay(first.checkedOn)}
      </Anchor>
    </Text>
  );
}

/** Returns the prices of a model, or those of all models of the provider. */
export function pricesFor(prices: readonly Price[], kind: Kind, model: string | null): Price[] {
  const ofKind = prices.filter((price) => price.kind === kind);
  const own = ofKind.filter((price) => model !== null && price.model === model);
  return own.length > 0 ? own : ofKind.filter((price) => price.model === null);
}

/**
 * Returns what `amounts` of units cost by the published prices, in US dollars; null when a price is not known.
 */
export function trialCost(
  prices: readonly Price[],
  {
    kind,
    model,
    amounts,
  }: { kind: Kind; model: string | null; amounts: Partial<Record<Price['unit'], number>> },
): number | null {
  const own = pricesFor(prices, kind, model);
  let sum = 0;
  for (const [unit, count] of Object.entries(amounts)) {
    const price = own.find((one) => one.unit === unit);
    if (!price) return null;
    sum += (count * Number(price.amount)) / price.per;
  }
  return sum;
}

/** How many characters a voice speaks in a minute, about. */
const charactersPerMinute = 1000;

/** Returns the price of a model in the units of a conversation, as a list of models shows it; null when it is not known. */
export function shortPrice(prices: readonly Price[], kind: Kind, model: string | null): string | null {
  const own = pricesFor(prices, kind, model);
  const priceOf = (unit: Price['unit'], count: number) => {
    const price = own.find((one) => one.unit === unit);
    return price ? dollars.format((Number(price.amount) * count) / price.per) : null;
  };
  if (kind === 'speech-to-text') return inUnits(priceOf('minutes', 1), 'minute');
  if (kind === 'text-to-speech') {
    const minute = priceOf('characters', charactersPerMinute);
    return inUnits(minute && `about ${minute}`, 'minute of speech');
  }
  const [input, output] = [priceOf('input-tokens', 1e6), priceOf('output-tokens', 1e6)];
  return input && output ? `${input} in, ${output} out per million tokens` : null;
}

/** What a model reads and writes in a minute of a typical call, about. */
const tokensPerMinute = { input: 6_000, output: 160 };

/** Returns what a minute costs by published prices, in US dollars, to compare; null when it is not known. */
export function minutePrice(prices: readonly Price[], kind: Kind, model: string | null): number | null {
  const cost = (amounts: Partial<Record<Price['unit'], number>>) =>
    trialCost(prices, { kind, model, amounts });
  if (kind === 'speech-to-text') return cost({ minutes: 1 });
  if (kind === 'text-to-speech') return cost({ characters: charactersPerMinute });
  const { input, output } = tokensPerMinute;
  return cost({ 'input-tokens': input, 'output-tokens': output });
}

const dollars = new Intl.NumberFormat('en', {
  ...{ style: 'currency', currency: 'USD', maximumSignificantDigits: 3 },
});
const inUnits = (amount: string | null, unit: string) => amount && `${amount} per ${unit}`;

/** Returns a price such as “$0.40 per 1,000,000 input tokens”. */
export function priceText({ amount, per, unit }: Price): string {
  const units = unit.replaceAll('-', ' ');
  return per === 1
    ? `$${amount} per ${units.replace(/s$/, '')}`
    : `$${amount} per ${formatNumber(per)} ${units}`;
}
