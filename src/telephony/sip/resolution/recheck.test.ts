import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { recordEvents } from '../../../../test/sip/fake-network.ts';
import { offer, request, world } from '../../../../test/sip/scripted-peer.ts';
import type { IncomingCall } from '../call/incoming-call.ts';

/** Returns a peer that is unknown until the lookup of its address succeeds. The test ends that lookup. */
function looked(isFound: boolean) {
  const look = Promise.withResolvers<void>();
  const seen: string[] = [];
  let isKnown = false;
  const delegate = {
    admits: () => isKnown,
    recheck: () => (isKnown ? null : look.promise),
    onInvite: (call: IncomingCall) => {
      seen.push('invite');
      call.ring();
      return recordEvents(seen);
    },
  };
  const w = world({ delegate });
  const lookEnds = async (): Promise<string[]> => {
    isKnown = isFound;
    look.resolve();
    await setImmediate();
    w.time.advance(30);
    return w.got.map((message) => message.split('\r\n', 1)[0]!);
  };
  return { ...w, seen, lookEnds };
}

test('a CANCEL that comes while the address of its INVITE is looked up ends it', async () => {
  const w = looked(true);
  expect(w.send(request({ branch: 'z9hG4bK-l', body: offer }))).toEqual([]);
  expect(w.send(request({ method: 'CANCEL', branch: 'z9hG4bK-l' }))).toEqual([]);
  expect(await w.lookEnds()).toEqual([
    'SIP/2.0 100 Trying',
    'SIP/2.0 180 Ringing',
    'SIP/2.0 200 OK',
    'SIP/2.0 487 Request Terminated',
  ]);
  expect(w.seen).toEqual(['invite', 'cancel']);
});

test('where the address stays unknown nothing but the refusal is said', async () => {
  const w = looked(false);
  w.send(request({ branch: 'z9hG4bK-l', body: offer }));
  w.send(request({ method: 'CANCEL', branch: 'z9hG4bK-l' }));
  expect(await w.lookEnds()).toEqual(['SIP/2.0 403 Forbidden']);
  expect(w.seen).toEqual([]);
});
