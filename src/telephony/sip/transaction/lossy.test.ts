import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  acceptCall,
  delegateOf,
  FakeNetwork,
  inviteTo,
  recordEvents,
} from '../../../../test/sip/fake-network.ts';

const us = { address: '192.0.2.1', port: 5060 };
const them = { address: '192.0.2.2', port: 5060 };

/** Places 40 calls through a network that loses 30 % each way. Each is answered, and either side hangs up. */
function run(random: () => number): { ends: Map<string, string[]>; left: number[] } {
  const network = new FakeNetwork();
  network.lose = () => random() < 0.3;
  const calleeSaw: string[] = [];
  const callee = network.userAgent(
    them,
    delegateOf(calleeSaw, (call) => {
      call.ring();
      network.scheduler.after(300, () => acceptCall(call));
      if (call.callId.endsWith('1')) network.scheduler.after(60_000, () => call.hangUp());
    }),
  );
  const caller = network.userAgent(
    us,
    delegateOf([], () => {}),
  );
  const ends = new Map<string, string[]>();
  for (let i = 0; i < 40; i++) {
    const seen: string[] = [];
    const callId = `call-${i}`;
    ends.set(callId, seen);
    const call = caller.invite(
      inviteTo(them, callId),
      recordEvents(seen, (event) => {
        if (event === 'answer' && !callId.endsWith('1')) network.scheduler.after(1_000, () => call.hangUp());
      }),
    );
  }
  network.scheduler.advance(400_000);
  expect(calleeSaw.filter((event) => event === 'invite')).toHaveLength(40);
  return { ends, left: [caller.stateSize(), callee.stateSize(), network.scheduler.pending] };
}

test('40 calls all complete over a network that loses 30 % in both directions', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { ends, left } = run(mulberry(seed));
      for (const [callId, seen] of ends) {
        const story = seen.filter((event) => event !== 'provisional 180');
        expect(story).toEqual(callId.endsWith('1') ? ['answer', 'end remote'] : ['answer']);
      }
      expect(left).toEqual([0, 0, 0]);
    }),
    { numRuns: 5, seed: 7 },
  );
});

/** Returns a generator of numbers from 0 to 1 for a seed. */
function mulberry(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
