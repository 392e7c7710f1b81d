import { expect, it } from 'vitest';
import { dialedWhileClosed, type StoredCall, tooFast } from './checks.ts';
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

it('sees INVITEs that leave more than a second after a pause was answered, and none after it was over', () => {
  const carried = [900, 1100, 2900, 3100].map((invitedAtMs) => ({
    ...{ callId: `sip-${invitedAtMs}`, invitedAtMs },
  })) as CarriedCall[];
  const calls = carried.map(
    ({ callId }) =>
      ({ call_id: `call-${callId}`, sip_call_id: callId, campaign_id: 'campaign_a' }) as StoredCall,
  );
  const closure = { tenant: 'one', campaignId: 'campaign_a', what: 'paused', fromMs: 0, toMs: 3000 } as const;
  const evidence = (lateMs: number) =>
    dialedWhileClosed({ carried, calls, lateMs, load: { closures: [closure] } as never, organizations: {} });
  expect(evidence(0)).toEqual([
    'dialed while paused, after 1100 ms: call-sip-1100',
    'dialed while paused, after 2900 ms: call-sip-2900',
  ]);
  expect(evidence(500)).toEqual(['dialed while paused, after 2900 ms: call-sip-2900']);
});
