import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import {
  acceptCall,
  delegateOf,
  FakeNetwork,
  inviteTo,
  recordEvents,
} from '../../../../test/sip/fake-network.ts';
import type { IncomingCall } from './incoming-call.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const us = { address: '192.0.2.1', port: 5060 };
const them = { address: '192.0.2.2', port: 5060 };

/** Returns a call of which only the transactions are left, with the events of both sides. */
function endedCall(
  take: (call: IncomingCall) => void,
  end: (w: { hangUp(): void; taken: IncomingCall }) => void,
) {
  const network = new FakeNetwork();
  let taken: { call: IncomingCall; events: WeakRef<object> } | null = null;
  const caller = network.userAgent(
    us,
    delegateOf([], (call) => call.reject(480)),
  );
  const callee = network.userAgent(them, {
    ...delegateOf([], () => {}),
    onInvite(call) {
      const events = recordEvents([]);
      taken = { call, events: new WeakRef(events) };
      take(call);
      return events;
    },
  });
  const events = recordEvents([]);
  const placed = caller.invite(inviteTo(them, 'call-1'), events);
  network.scheduler.advance(1_000);
  const { call, events: ofCallee } = taken!;
  end({ hangUp: () => placed.hangUp(), taken: call });
  network.scheduler.advance(1_000);
  return { network, agents: [caller, callee], owners: [new WeakRef<object>(events), ofCallee] };
}

describe('while the transactions of a call that is over are remembered, nothing is kept of who it belonged to:', () => {
  test.each<[string, ...Parameters<typeof endedCall>]>([
    ['the caller hung up', acceptCall, ({ hangUp }) => hangUp()],
    ['the callee hung up', acceptCall, ({ taken }) => taken.hangUp()],
    ['it was refused', (call) => call.reject(486), () => {}],
    ['it was cancelled', (call) => call.ring(), ({ hangUp }) => hangUp()],
  ])('%s', async (_, take, end) => {
    const { network, agents, owners } = endedCall(take, end);
    await turn();
    collect();
    expect(agents.map((agent) => agent.liveCalls())).toEqual([0, 0]);
    expect(agents.every((agent) => agent.stateSize() > 0)).toBe(true);
    expect(owners.map((owner) => owner.deref())).toEqual([undefined, undefined]);
    network.scheduler.advance(200_000);
    expect(agents.map((agent) => agent.stateSize())).toEqual([0, 0]);
  });
});
