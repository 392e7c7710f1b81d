import { isKeyless } from '../../conversation/providers/catalog.ts';
import { amountOf, billionthsOf, divideRounded } from './amounts.ts';
import type { CallCost, CostItem, Unpriced } from './cost-schemas.ts';
import type { Price, PriceList } from './schemas.ts';

/** One usage record of a call. */
export interface UsedUnits {
  kind: Price['kind'];
  /** The trunk's id for telephony. */
  provider: string;
  model?: string | null | undefined;
  direction?: 'inbound' | 'outbound' | undefined;
  characters?: number | undefined;
  audioMs?: number | undefined;
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  inputAudioTokens?: number | undefined;
  outputAudioTokens?: number | undefined;
  cachedInputTokens?: number | undefined;
  cachedInputAudioTokens?: number | undefined;
  cacheWriteInputTokens?: number | undefined;
  connectedMs?: number | undefined;
  agentId?: string | undefined;
  agentVersion?: number | null | undefined;
}

type Unit = Price['unit'];
/** A quantity of one unit; milliseconds for time. */
interface Amount {
  unit: Exclude<Unit, 'minutes'>;
  count: number;
}

const msOf = { seconds: 1_000, minutes: 60_000 } as const;

/** What a list is asked about: usage that was over at `atMs`, with prices that held then. */
export interface Asked {
  usageIsComplete: boolean;
  atMs: number;
}

/**
 * Returns the cost of usage by a price list, or null when the list is empty. Each item is rounded to a billionth of the
 * currency unit, and the total is their exact sum.
 */
export function costOf(
  { version, currency, prices: listed }: PriceList,
  used: readonly UsedUnits[],
  { usageIsComplete, atMs }: Asked,
): CallCost | null {
  if (currency === null || listed.length === 0) return null;
  const prices = pricesAt(listed, atMs);
  const items: CostItem[] = [];
  const unpriced: Unpriced[] = [];
  let total = 0n;
  for (const usage of used) {
    for (const { unit, count } of amountsIn(usage)) {
      const price = priceOf(prices, usage, unit);
      if (price) {
        const { cost, ...charged } = charge(price, count);
        total += cost;
        const shown = unit === 'seconds' ? charged.unit : unit;
        items.push({ ...whatOf(usage), ...charged, unit: shown, cost: amountOf(cost) });
      } else if (!isKeyless(usage.provider)) {
        const quantity = unit === 'seconds' ? count / msOf.seconds : count;
        unpriced.push({ ...whatOf(usage), unit, quantity });
      }
    }
  }
  return { currency, total: amountOf(total), priceVersion: version, usageIsComplete, items, unpriced };
}

function whatOf({ kind, provider, model, direction, agentId, agentVersion }: UsedUnits) {
  const by = agentId === undefined ? {} : { agentId, agentVersion: agentVersion ?? null };
  return { kind, provider, model: model ?? null, direction: direction ?? null, ...by };
}

function amountsIn(usage: UsedUnits): Amount[] {
  const amounts: Amount[] = [
    { unit: 'characters', count: usage.characters ?? 0 },
    { unit: 'input-tokens', count: usage.inputTokens ?? 0 },
    { unit: 'output-tokens', count: usage.outputTokens ?? 0 },
    { unit: 'input-audio-tokens', count: usage.inputAudioTokens ?? 0 },
    { unit: 'output-audio-tokens', count: usage.outputAudioTokens ?? 0 },
    { unit: 'cached-input-tokens', count: usage.cachedInputTokens ?? 0 },
    { unit: 'cached-input-audio-tokens', count: usage.cachedInputAudioTokens ?? 0 },
    { unit: 'cache-write-input-tokens', count: usage.cacheWriteInputTokens ?? 0 },
    { unit: 'seconds', count: Math.round(usage.audioMs ?? usage.connectedMs ?? 0) },
  ];
  return amounts.filter(({ count }) => count > 0);
}

type InsteadOf = Partial<Record<Amount['unit'], Amount['unit']>>;
/**
 * The unit whose price applies when a unit has none of its own. Cached input of a speech-to-speech model is never
 * charged as other input, which costs many times as much.
 */
const insteadOf: Partial<Record<Price['kind'], InsteadOf>> = {
  'language-model': { 'cached-input-tokens': 'input-tokens', 'cache-write-input-tokens': 'input-tokens' },
  'speech-to-speech': { 'cached-input-audio-tokens': 'cached-input-tokens' },
};

/** Returns the price of the unit, or of the unit it is charged as. */
function priceOf(prices: readonly Price[], usage: UsedUnits, unit: Amount['unit']): Price | null {
  const own = priceFor(prices, usage, unit);
  const other = insteadOf[usage.kind]?.[unit];
  return own ?? (other ? priceFor(prices, usage, other) : null);
}

/** Returns the prices that hold at a time, those of the latest days first. */
function pricesAt(prices: readonly Price[], atMs: number): Price[] {
  const day = new Date(atMs).toISOString().slice(0, 10);
  const since = ({ validFrom }: Price) => validFrom ?? '';
  return prices
    .filter((price) => since(price) <= day)
    .sort((one, other) => (since(one) > since(other) ? -1 : since(one) < since(other) ? 1 : 0));
}

/** Returns the most specific matching price, the first of several. */
function priceFor(prices: readonly Price[], usage: UsedUnits, unit: Amount['unit']): Price | null {
  const rank = (price: Price): number => {
    if (price.kind !== usage.kind || (price.unit === 'minutes' ? 'seconds' : price.unit) !== unit) return -1;
    if (price.kind !== 'telephony') {
      if (price.provider !== usage.provider) return -1;
      if (price.model === null) return 0;
      return price.model === usage.model ? 1 : -1;
    }
    if (price.trunkId !== null && price.trunkId !== usage.provider) return -1;
    if (price.direction !== null && price.direction !== usage.direction) return -1;
    return (price.trunkId === null ? 0 : 2) + (price.direction === null ? 0 : 1);
  };
  let best: Price | null = null;
  for (const price of prices) if (rank(price) > (best === null ? -1 : rank(best))) best = price;
  return best;
}

/** Returns the cost of `count` units in billionths; `count` is milliseconds for time. */
function charge(price: Price, count: number) {
  const { unit, amount, per } = price;
  const isTime = unit === 'seconds' || unit === 'minutes';
  const charged = price.kind === 'telephony' ? inIncrements(count, price.incrementSeconds) : count;
  const scale = isTime ? msOf[unit] : 1;
  const cost = divideRounded(billionthsOf(amount) * BigInt(charged), BigInt(per) * BigInt(scale));
  return { unit, quantity: Math.round((charged / scale) * 1e6) / 1e6, amount, per, cost };
}

function inIncrements(ms: number, incrementSeconds: number): number {
  return Math.ceil(ms / (incrementSeconds * msOf.seconds)) * incrementSeconds * msOf.seconds;
}
