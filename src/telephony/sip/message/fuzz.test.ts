import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  acceptCall,
  delegateOf,
  FakeNetwork,
  inviteTo,
  recordEvents,
} from '../../../../test/sip/fake-network.ts';
import { type Log, silentLog } from '../../../platform/kernel/index.ts';

const us = { address: '192.0.2.1', port: 5060 };
const them = { address: '192.0.2.2', port: 5060 };
const attacker = { address: '192.0.2.66', port: 5060 };
const pieces = [
  '\r\n',
  '\r\n ',
  ';',
  ',',
  '"',
  '<',
  '>',
  '=',
  ':',
  '@',
  '\\',
  '\0',
  ' ',
  '%00',
  ';tag=',
  'é',
  '-1',
];

/** A mutation: the message, and the positions to cut, double, insert or flip. */
const attack = fc.record({
  which: fc.nat(),
  changes: fc.array(fc.record({ at: fc.nat(900), length: fc.nat(40), kind: fc.nat(3), piece: fc.nat() }), {
    maxLength: 4,
  }),
});

function mutate(
  text: string,
  changes: { at: number; length: number; kind: number; piece: number }[],
): string {
  let out = text;
  for (const { at, length, kind, piece } of changes) {
    const cut = out.slice(at, at + length);
    const inserted = [pieces[piece % pieces.length]!, cut + cut, '', cut.toUpperCase()][kind]!;
    out = out.slice(0, at) + inserted + out.slice(kind === 0 ? at : at + length);
  }
  return out;
}

/** A log that keeps errors. Every exception within the user agent is logged as one. */
function errorLog(errors: unknown[]): Log {
  return Object.assign(Object.create(silentLog) as Log, { error: (fields: unknown) => errors.push(fields) });
}

test('mutated messages throw nothing, end no call that they cannot name, and leave nothing behind', () => {
  let unacknowledged = 0;
  fc.assert(
    fc.property(fc.array(attack, { minLength: 200, maxLength: 200 }), (attacks) => {
      const network = new FakeNetwork();
      const errors: unknown[] = [];
      const seen: string[] = [];
      const options = { log: errorLog(errors), acknowledgedByMs: 8_000 };
      const callee = network.userAgent(them, delegateOf([], acceptCall), options);
      const caller = network.userAgent(us, delegateOf([], acceptCall), { log: errorLog(errors) });
      const call = caller.invite(inviteTo(them, 'running'), recordEvents(seen));
      network.scheduler.advance(100);
      // The attacker has made a call of its own, and knows nothing of the running one.
      const foreign = caller.invite(inviteTo(them, 'foreign'), recordEvents([]));
      network.scheduler.advance(100);
      foreign.hangUp();
      network.scheduler.advance(40_000);
      const heard = network.sent.map((datagram) => datagram.text).filter((text) => text.includes('foreign'));
      const evil = network.peer(attacker);
      for (const { which, changes } of attacks) {
        evil.send(mutate(heard[which % heard.length]!, changes), which % 2 === 0 ? us : them);
        network.scheduler.advance(100);
      }
      expect(errors).toEqual([]);
      expect(seen).toEqual(['answer']);
      call.hangUp();
      network.scheduler.advance(300_000);
      expect([caller.stateSize(), callee.stateSize(), network.scheduler.pending]).toEqual([0, 0, 0]);
      unacknowledged += callee.counters().unacknowledged + caller.counters().unacknowledged;
    }),
    { numRuns: 15, seed: 11 },
  );
  // Some messages must have become calls, or the test shows nothing.
  expect(unacknowledged).toBeGreaterThan(0);
});
