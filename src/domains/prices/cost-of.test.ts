import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, amountPattern, billionthsOf } from './amounts.ts';
import { costOf, type UsedUnits } from './cost-of.ts';
import { type PriceList, SetPrices } from './schemas.ts';

const priced = (prices: object[]): PriceList => {
  const set = SetPrices.parse({ currency: 'USD', prices });
  return { ...set, version: 3, createdAt: '2026-01-01T00:00:00.000Z' };
};
const model = { kind: 'language-model', provider: 'openai' } as const;
/** Usage that was over at some time. */
const over = (usageIsComplete: boolean, at = '2026-06-01T12:00:00Z') => ({
  ...{ usageIsComplete, atMs: Date.parse(at) },
});
const trunk = { kind: 'telephony', provider: 'trunk_a', direction: 'inbound' } as const;

describe('costOf', () => {
  it('distinguishes audio, text and cached tokens', () => {
    const spoken = { kind: 'speech-to-speech', provider: 'openai' } as const;
    const prices = priced([
      { ...spoken, unit: 'input-tokens', amount: '4' },
      { ...spoken, unit: 'output-tokens', amount: '16' },
      { ...spoken, unit: 'input-audio-tokens', amount: '32' },
      { ...spoken, unit: 'output-audio-tokens', amount: '64' },
      { ...spoken, unit: 'cached-input-tokens', amount: '0.40' },
    ]);
    const audio = { inputAudioTokens: 1000, outputAudioTokens: 500, cachedInputTokens: 10_000 };
    const used = [{ ...spoken, model: 'gpt-realtime', inputTokens: 100, outputTokens: 50, ...audio }];
    expect(costOf(prices, used, over(true))?.items.map(({ cost }) => cost)).toEqual([
      ...['0.0004', '0.0008', '0.032', '0.032', '0.004'],
    ]);
  });

  const spoken = { kind: 'speech-to-speech', provider: 'openai' } as const;
  const chargesOf = (prices: object[], used: UsedUnits[]) => {
    const { items, unpriced } = costOf(priced(prices), used, over(true))!;
    return {
      items: items.map(({ unit, quantity, amount, cost }) => [unit, quantity, amount, cost]),
      unpriced: unpriced.map(({ unit, quantity }) => [unit, quantity]),
    };
  };

  it('prices cached and cache-write tokens separately, or as input without a price of their own', () => {
    const used = [
      { ...model, model: 'small', inputTokens: 100, cachedInputTokens: 1000, cacheWriteInputTokens: 10 },
    ];
    const input = { ...model, unit: 'input-tokens', amount: '10' };
    const cached = { ...model, unit: 'cached-input-tokens', amount: '1' };
    const written = { ...model, unit: 'cache-write-input-tokens', amount: '12.50' };
    expect(chargesOf([input, cached, written], used).items).toEqual([
      ['input-tokens', 100, '10', '0.001'],
      ['cached-input-tokens', 1000, '1', '0.001'],
      ['cache-write-input-tokens', 10, '12.50', '0.000125'],
    ]);
    const particular = { ...input, model: 'small', amount: '5' };
    expect(chargesOf([input, particular, cached], used).items).toEqual([
      ['input-tokens', 100, '5', '0.0005'],
      ['cached-input-tokens', 1000, '1', '0.001'],
      ['cache-write-input-tokens', 10, '5', '0.00005'],
    ]);
    expect(costOf(priced([input]), used, over(true))?.total).toBe('0.0111');
    expect(chargesOf([{ ...input, provider: 'anthropic' }], used).unpriced).toEqual([
      ['input-tokens', 100],
      ['cached-input-tokens', 1000],
      ['cache-write-input-tokens', 10],
    ]);
  });

  it('uses the price of cached audio for all cached tokens when it is the only one', () => {
    const used = [{ ...spoken, model: 'gpt-realtime', cachedInputTokens: 100, cachedInputAudioTokens: 1000 }];
    const cached = { ...spoken, unit: 'cached-input-tokens', amount: '0.40' };
    const cachedAudio = { ...spoken, unit: 'cached-input-audio-tokens', amount: '0.80' };
    const amounts = (prices: object[]) => chargesOf(prices, used).items.map(([, , amount]) => amount);
    expect(amounts([cached, cachedAudio])).toEqual(['0.40', '0.80']);
    expect(amounts([cached])).toEqual(['0.40', '0.40']);
    expect(chargesOf([cachedAudio], used).unpriced).toEqual([['cached-input-tokens', 100]]);
  });

  it.each([
    ['told together', { cachedInputTokens: 1100 }, [['cached-input-tokens', 1100]]],
    [
      'told apart',
      { cachedInputTokens: 100, cachedInputAudioTokens: 1000 },
      [
        ['cached-input-tokens', 100],
        ['cached-input-audio-tokens', 1000],
      ],
    ],
  ])('never charges cached input of a speech-to-speech model as other input: %s', (_, cached, unpriced) => {
    const used = [{ ...spoken, model: 'gpt-realtime', inputTokens: 10, inputAudioTokens: 10, ...cached }];
    const text = { ...spoken, unit: 'input-tokens', amount: '4' };
    const audio = { ...spoken, unit: 'input-audio-tokens', amount: '32' };
    expect(chargesOf([text, audio], used)).toEqual({
      items: [
        ['input-tokens', 10, '4', '0.00004'],
        ['input-audio-tokens', 10, '32', '0.00032'],
      ],
      unpriced,
    });
  });

  it('adds its items, each at the most specific price', () => {
    const prices = priced([
      { ...model, unit: 'input-tokens', amount: '9' },
      { ...model, model: 'small', unit: 'input-tokens', amount: '0.15' },
      { ...model, unit: 'output-tokens', amount: '0.60' },
      { kind: 'text-to-speech', provider: 'elevenlabs', unit: 'characters', amount: '0.10', per: 1000 },
      { kind: 'speech-to-text', provider: 'deepgram', unit: 'minutes', amount: '0.0077' },
      { kind: 'telephony', unit: 'minutes', amount: '1' },
      { kind: 'telephony', trunkId: 'trunk_a', unit: 'minutes', amount: '0.02' },
      { kind: 'telephony', trunkId: 'trunk_a', direction: 'inbound', unit: 'minutes', amount: '0.01' },
    ]);
    const used: UsedUnits[] = [
      { ...model, model: 'small', inputTokens: 1000, outputTokens: 100 },
      { ...model, model: 'large', inputTokens: 1 },
      { kind: 'text-to-speech', provider: 'elevenlabs', model: 'flash', characters: 250 },
      { kind: 'speech-to-text', provider: 'deepgram', model: 'nova-3', audioMs: 30_000 },
      { ...trunk, connectedMs: 90_000 },
      { ...trunk, direction: 'outbound', connectedMs: 30_000 },
      { ...trunk, provider: 'trunk_b', connectedMs: 60_000 },
    ];
    const { items, total, unpriced, ...rest } = costOf(prices, used, over(true))!;
    expect(items.map(({ cost }) => cost)).toEqual(
      // Input and output tokens of the small model, one token of the large, characters, half a minute, the lines.
      ['0.00015', '0.00006', '0.000009', '0.025', '0.00385', '0.015', '0.01', '1.00'],
    );
    expect(total).toBe('1.054069');
    expect([unpriced, rest]).toEqual([[], { currency: 'USD', priceVersion: 3, usageIsComplete: true }]);
    expect(items[5]).toEqual({
      ...{ kind: 'telephony', provider: 'trunk_a', model: null, direction: 'inbound' },
      ...{ unit: 'minutes', quantity: 1.5, amount: '0.01', per: 1, cost: '0.015' },
    });
  });

  it('lists usage without a price, except of embedded providers', () => {
    const used: UsedUnits[] = [
      { ...model, model: 'small', inputTokens: 10, outputTokens: 0 },
      { kind: 'text-to-speech', provider: 'flite', characters: 100 },
      { kind: 'speech-to-text', provider: 'pocketsphinx', audioMs: 1000 },
      { ...trunk, connectedMs: 1500 },
    ];
    const { total, items, unpriced } = costOf(
      priced([{ kind: 'telephony', direction: 'outbound', unit: 'seconds', amount: '1' }]),
      used,
      over(false),
    )!;
    expect([total, items]).toEqual(['0.00', []]);
    expect(unpriced).toEqual([
      { ...model, model: 'small', direction: null, unit: 'input-tokens', quantity: 10 },
      { ...trunk, model: null, unit: 'seconds', quantity: 1.5 },
    ]);
  });

  it.each([
    [1, 1_001, '0.02'],
    [60, 1, '0.60'],
    [60, 60_000, '0.60'],
    [60, 60_001, '1.20'],
    [6, 6_001, '0.12'],
  ])('rounds each connection up to %d seconds: %d ms cost %s', (incrementSeconds, connectedMs, cost) => {
    const prices = priced([{ kind: 'telephony', unit: 'seconds', amount: '0.01', incrementSeconds }]);
    expect(costOf(prices, [{ ...trunk, connectedMs }], over(true))?.total).toBe(cost);
  });

  it.each([
    ['2026-12-31T23:59:59.999Z', '3.00'],
    ['2027-01-01T00:00:00Z', '2.00'],
    ['2027-02-01T00:00:00Z', '1.00'],
    ['2025-12-31T12:00:00Z', '4.00'],
  ])('uses the price that holds at the end of the call: %s', (at, total) => {
    const price = { kind: 'telephony', unit: 'minutes' };
    const prices = priced([
      { ...price, amount: '4' },
      { ...price, amount: '2', validFrom: '2027-01-01' },
      { ...price, amount: '3', validFrom: '2026-01-01' },
      // The price of a trunk goes before that of all, from its day on.
      { ...price, amount: '1', validFrom: '2027-02-01', trunkId: 'trunk_a' },
    ]);
    expect(costOf(prices, [{ ...trunk, connectedMs: 60_000 }], over(true, at))?.total).toBe(total);
  });

  it('has no cost of what is not priced yet', () => {
    const prices = priced([{ kind: 'telephony', unit: 'minutes', amount: '1', validFrom: '2027-01-01' }]);
    const { total, unpriced } = costOf(prices, [{ ...trunk, connectedMs: 60_000 }], over(true))!;
    expect([total, unpriced.length]).toEqual(['0.00', 1]);
  });

  it('loses nothing to fractions, however many items there are', () => {
    const prices = priced([
      { kind: 'text-to-speech', provider: 'openai', unit: 'characters', amount: '0.1', per: 1 },
    ]);
    const used = Array.from(
      { length: 30 },
      () => ({ kind: 'text-to-speech', provider: 'openai', characters: 1 }) as const,
    );
    expect(costOf(prices, used, over(true))?.total).toBe('3.00');
  });
});

it('amounts keep their value as text', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), (billionths) => {
      const text = amountOf(billionths);
      expect(text).toMatch(amountPattern);
      expect(billionthsOf(text)).toBe(billionths);
    }),
  );
});

it.each(['-1', '1e3', '.5', '1.', '01', '1,5', '', '1.0000000001', '1000000000', 'NaN'])(
  '%j is not an amount',
  (text) => {
    expect(text).not.toMatch(amountPattern);
  },
);
