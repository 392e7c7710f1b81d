import { expect, it } from 'vitest';
import { tooFast } from './checks.ts';
import type { CarriedCall } from './counting-carrier.ts';

const carriedAt = (...times: number[]) =>
  times.map((invitedAtMs) => ({ trunk: 'slow', invitedAtMs }) as CarriedCall);

it('counts INVITEs of every second and of longer stretches, and forgives what a late machine cannot tell', () => {
  const even = carriedAt(...Array.from({ length: 60 }, (_, i) => i * 250));
  expect(tooFast(even, 0)).toEqual([]);
  const burst = carriedAt(0, 0, 0, 0, 900);
  expect(tooFast(burst, 0)).toEqual(['1 calls too many within 1000 ms over the slow trunk']);
  expect(tooFast(burst, 60)).toEqual([]);
  const creeping = carriedAt(...Array.from({ length: 60 }, (_, i) => i * 240));
  expect(tooFast(creeping, 50)).toEqual([expect.stringMatching(/within 9900 ms/)]);
});
