import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minuteOf, partsOf } from '../../console/src/features/settings/price-minute.ts';
import {
  changesBetween,
  type Price,
  periodOf,
  priceOf,
  rowOf,
  rowsOf,
  rowsOn,
} from '../../console/src/features/settings/price-rows.ts';
import { costOf } from '../../src/domains/prices/index.ts';
import { SetPrices } from '../../src/domains/prices/schemas.ts';

const voice: Price = {
  ...{ kind: 'text-to-speech', provider: 'elevenlabs', model: null, unit: 'characters' },
  ...{ amount: '0.10', per: 1000, validFrom: null },
};
const phone: Price = {
  ...{ kind: 'telephony', trunkId: null, direction: 'outbound', unit: 'seconds' },
  ...{ amount: '0.0002', per: 1, incrementSeconds: 6, validFrom: null },
};
const input: Price = {
  ...{ kind: 'language-model', provider: 'openai', model: 'small', unit: 'input-tokens' },
  ...{ amount: '0.15', per: 1_000_000, validFrom: null },
};

test('a price is shown for the unit that people use', () => {
  expect(rowOf(voice)).toMatchObject({ amount: '100.00', per: 1_000_000 });
  expect(rowOf(phone)).toMatchObject({ amount: '0.012', per: 1, unit: 'minutes' });
  expect(rowOf(input)).toMatchObject({ amount: '0.15' });
  // A third has no exact decimal text.
  expect(rowOf({ ...voice, per: 3 })).toMatchObject({ amount: '0.10', per: 3 });
  expect(priceOf({ ...rowOf(input), amount: ' $.20' })).toMatchObject({ amount: '0.20' });
});

test('a table that is saved unchanged charges the same', () => {
  const amount = fc.tuple(fc.nat(9_999), fc.nat(999_999_999)).map(([whole, part]) => `${whole}.${part}`);
  const per = fc.constantFrom(1, 3, 60, 1000, 1_000_000, 7);
  fc.assert(
    fc.property(
      fc.constantFrom(voice, phone, input),
      amount,
      per,
      fc.nat(500_000),
      (price, amount, per, count) => {
        const [stored, saved] = [
          [{ ...price, amount, per }],
          rowsOf([{ ...price, amount, per }]).map(priceOf),
        ].map((prices) => SetPrices.parse({ currency: 'USD', prices }));
        const ms = { direction: 'outbound', connectedMs: count } as const;
        const used = [
          { kind: 'text-to-speech', provider: 'elevenlabs', model: null, characters: count },
          { kind: 'language-model', provider: 'openai', model: 'small', inputTokens: count, outputTokens: 0 },
          { kind: 'telephony', provider: 'trunk_a', model: null, ...ms },
        ] as Parameters<typeof costOf>[1];
        const [before, after] = [stored!, saved!].map(
          (list) =>
            costOf({ ...list, version: 1, createdAt: null }, used, {
              ...{ usageIsComplete: true, atMs: Date.parse('2026-06-01') },
            })!.total,
        );
        expect(after).toBe(before);
      },
    ),
  );
});

test('a typical minute uses the price of the model before that of the vendor', () => {
  const rows = rowsOf([voice, { ...voice, model: 'fast', amount: '0.05' }, phone, input]);
  const [all, fast] = partsOf(rows, 'text-to-speech').map((part) => minuteOf(rows, part));
  expect([all, fast]).toEqual([0.05, 0.025]);
  expect(partsOf(rows, 'telephony').map((part) => minuteOf(rows, part))).toEqual([0.012]);
  // The tokens of its answers have no price.
  expect(partsOf(rows, 'language-model').map((part) => minuteOf(rows, part))).toEqual([null]);
});

test('a version reports new, changed and removed prices', () => {
  const changes = changesBetween([voice, input], [{ ...voice, amount: '0.09' }, phone]);
  expect(changes.map(({ before, after }) => [before, after])).toEqual([
    ['100.00 per million characters', '90.00 per million characters'],
    [null, '0.012 per minute, in steps of 6 s'],
    ['0.15 per million input tokens', null],
  ]);
});

test('a table holds prices of several days for the same', () => {
  const rows = rowsOf([
    { ...input, amount: '0.30', validFrom: '2027-02-01' },
    { ...input, amount: '0.20', validFrom: '2027-01-01' },
    input,
    voice,
  ]);
  const amounts = (day: string) => rowsOn(rows, day).map(({ amount }) => amount);
  expect(amounts('2026-12-31')).toEqual(['0.15', '100.00']);
  expect(amounts('2027-01-01')).toEqual(['0.20', '100.00']);
  expect(amounts('2027-12-01')).toEqual(['0.30', '100.00']);
  expect(rows.map((row) => periodOf(rows, row))).toEqual([
    { from: null, before: '2027-01-01' },
    { from: '2027-01-01', before: '2027-02-01' },
    { from: '2027-02-01', before: null },
    { from: null, before: null },
  ]);
  expect(rows.map(priceOf).map(({ validFrom }) => validFrom)).toEqual([
    null,
    '2027-01-01',
    '2027-02-01',
    null,
  ]);
});
