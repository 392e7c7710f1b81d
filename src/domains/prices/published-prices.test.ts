import { expect, test } from 'vitest';
import { publishedPrices } from '../../conversation/providers/published-prices.ts';
import { SetPrices } from './schemas.ts';

const prices = publishedPrices.map(({ kind, provider, model, unit, amount, per }) => ({
  ...{ kind, provider, model, unit, amount, per },
}));

test('an organization can take over all published prices', () => {
  const parsed = SetPrices.safeParse({ currency: 'USD', prices });
  expect(parsed.error?.issues ?? []).toEqual([]);
});

test('each names its page and a day in the past', () => {
  for (const { source, checkedOn } of publishedPrices) {
    expect(URL.parse(source)?.protocol).toBe('https:');
    expect(Date.parse(checkedOn)).toBeLessThan(Date.now());
  }
});
