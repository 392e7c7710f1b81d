import { expect, test } from 'vitest';
import {
  acceptCall,
  delegateOf,
  FakeNetwork,
  inviteTo,
  recordEvents,
} from '../../../../test/sip/fake-network.ts';
import type { IncomingCall } from '../call/incoming-call.ts';
import type { OutgoingInvite } from '../call/outgoing-invite.ts';

const us = { address: '192.0.2.1', port: 5060 };
const them = { address: '192.0.2.2', port: 5060 };

/** Returns a caller and a callee. `take` handles the callee's calls. */
function world(take: (call: IncomingCall) => void) {
  const network = new FakeNetwork();
  const callerSaw: string[] = [];
  const calleeSaw: string[] = [];
  const incoming: IncomingCall[] = [];
  const caller = network.userAgent(
    us,
    delegateOf(callerSaw, (call) => call.reject(480)),
  );
  const callee = network.userAgent(
    them,
    delegateOf(calleeSaw, (call) => {
      incoming.push(call);
      take(call);
    }),
  );
  const call = (invite: Partial<OutgoingInvite> = {}, also?: (event: string) => void) =>
    caller.invite({ ...inviteTo(them, 'call-1'), ...invite }, recordEvents(callerSaw, also));
  return { network, time: network.scheduler, caller, callee, callerSaw, calleeSaw, incoming, call };
}

/** Expects that no transaction, dialog or timer is left. */
function expectClean(w: ReturnType<typeof world>): void {
  w.time.advance(200_000);
  expect([w.caller.stateSize(), w.callee.stateSize(), w.time.pending]).toEqual([0, 0, 0]);
}

test('a call is answered, acknowledged and hung up by the caller', () => {
  const w = world((call) => {
    call.ring();
    acceptCall(call);
  });
  const call = w.call();
  w.time.advance(1_000);
  expect(w.callerSaw).toEqual(['provisional 180', 'answer']);
  expect(w.calleeSaw).toEqual(['invite', 'ack']);
  call.hangUp();
  w.time.advance(1_000);
  expect(w.calleeSaw).toEqual(['invite', 'ack', 'end remote']);
  expect(w.callerSaw).toEqual(['provisional 180', 'answer']);
  expect(w.network.startLines(us)).toEqual([
    'INVITE sip:+15550100@192.0.2.2 SIP/2.0',
    'ACK sip:192.0.2.2:5060 SIP/2.0',
    'BYE sip:192.0.2.2:5060 SIP/2.0',
  ]);
  expectClean(w);
});

test('the callee hangs up', () => {
  const w = world(acceptCall);
  w.call();
  w.time.advance(1_000);
  w.incoming[0]!.hangUp();
  w.time.advance(1_000);
  expect(w.callerSaw).toEqual(['answer', 'end remote']);
  expect(w.calleeSaw).toEqual(['invite', 'ack']);
  expectClean(w);
});

test('both hang up at once', () => {
  const w = world(acceptCall);
  const call = w.call();
  w.time.advance(1_000);
  call.hangUp();
  w.incoming[0]!.hangUp();
  expectClean(w);
  expect(w.callerSaw).toEqual(['answer']);
});

test('busy is a rejection that keeps code and reason', () => {
  const w = world((call) => call.reject(486));
  const failures: unknown[] = [];
  w.caller.invite(inviteTo(them, 'call-1'), {
    ...recordEvents([]),
    onFail: (failure) => failures.push(failure),
  });
  w.time.advance(1_000);
  expect(failures).toEqual([
    { kind: 'rejected', code: 486, reason: 'Busy Here', reasonHeader: null, sent: true },
  ]);
  expectClean(w);
});

test('CANCEL waits for a provisional response', () => {
  const w = world((call) => call.ring());
  const call = w.call();
  call.cancel();
  expect(w.network.startLines(us)).toHaveLength(1);
  w.time.advance(1_000);
  expect(w.network.startLines(us).map((line) => line.split(' ')[0])).toEqual(['INVITE', 'CANCEL', 'ACK']);
  expect(w.callerSaw).toEqual(['fail canceled 487']);
  expect(w.calleeSaw).toEqual(['invite', 'cancel']);
  expectClean(w);
});

test('an answer that crosses the CANCEL is acknowledged and hung up', () => {
  const w = world((call) => call.ring());
  const call = w.call();
  w.time.advance(1_000);
  acceptCall(w.incoming[0]!);
  call.cancel();
  w.time.advance(1_000);
  expect(w.callerSaw).toEqual(['provisional 180', 'fail canceled null']);
  expect(w.network.startLines(us).map((line) => line.split(' ')[0])).toEqual([
    'INVITE',
    'CANCEL',
    'ACK',
    'BYE',
  ]);
  expect(w.calleeSaw).toEqual(['invite', 'ack', 'end remote']);
  expectClean(w);
});

test('a CANCEL that is never answered with a final response still ends the call', () => {
  const w = world((call) => call.ring());
  const call = w.call();
  w.time.advance(1_000);
  w.network.lose = (datagram) => datagram.from === them;
  call.cancel();
  w.time.advance(31_000);
  expect(w.callerSaw).toEqual(['provisional 180']);
  w.time.advance(1_000);
  expect(w.callerSaw).toEqual(['provisional 180', 'fail canceled null']);
  expectClean(w);
});

test('a call that is not answered in time is canceled and fails with no-answer', () => {
  const w = world((call) => call.ring());
  w.call({ noAnswerTimeoutMs: 20_000 });
  w.time.advance(19_000);
  expect(w.callerSaw).toEqual(['provisional 180']);
  w.time.advance(2_000);
  expect(w.callerSaw).toEqual(['provisional 180', 'fail no-answer 487']);
  expectClean(w);
});

test('a peer that is not there is a timeout after seven INVITEs with doubled pauses', () => {
  const w = world(() => {});
  w.network.lose = () => true;
  w.call();
  w.time.advance(40_000);
  expect(w.callerSaw).toEqual(['fail timeout null']);
  expect(w.network.sent.map((datagram) => datagram.atMs)).toEqual([0, 500, 1500, 3500, 7500, 15500, 31500]);
  expectClean(w);
});

test('a repeated INVITE gets the last response again, not a second call', () => {
  const w = world((call) => call.ring());
  w.call();
  w.time.advance(100);
  const invite = w.network.sent[0]!.text;
  w.network.peer(us).send(invite, them);
  w.time.advance(100);
  expect(w.calleeSaw).toEqual(['invite']);
  expect(w.network.startLines(them).slice(-2)).toEqual(['SIP/2.0 180 Ringing', 'SIP/2.0 180 Ringing']);
  expect(w.callee.counters().receivedAgain).toBe(1);
});

test('the same INVITE by another path is merged: 482', () => {
  const w = world((call) => call.ring());
  w.call();
  w.time.advance(100);
  w.network.peer(us).send(w.network.sent[0]!.text.replace('z9hG4bKcall-1', 'z9hG4bKother'), them);
  w.time.advance(100);
  expect(w.network.startLines(them).at(-1)).toBe('SIP/2.0 482 Loop Detected');
  expect(w.calleeSaw).toEqual(['invite']);
});

test('a lost ACK is made up for by repetitions of the 2xx', () => {
  const w = world(acceptCall);
  let lost = 0;
  w.network.lose = (datagram) => datagram.text.startsWith('ACK') && lost++ < 3;
  w.call();
  w.time.advance(10_000);
  expect(w.calleeSaw).toEqual(['invite', 'ack']);
  expect(w.network.startLines(them).filter((line) => line === 'SIP/2.0 200 OK')).toHaveLength(4);
  expect(w.callerSaw).toEqual(['answer']);
});

test('a call that is never acknowledged gets BYE after 64*T1 and is counted', () => {
  const w = world(acceptCall);
  w.network.lose = (datagram) => datagram.text.startsWith('ACK');
  w.call();
  w.time.advance(33_000);
  expect(w.calleeSaw).toEqual(['invite', 'end system']);
  expect(w.callerSaw).toEqual(['answer', 'end remote']);
  expect(w.callee.counters().unacknowledged).toBe(1);
  expectClean(w);
});

test('the callee who hangs up before the ACK sends BYE only after it', () => {
  const w = world((call) => {
    acceptCall(call);
    call.hangUp();
  });
  w.call();
  w.time.advance(1_000);
  expect(w.callerSaw).toEqual(['answer', 'end remote']);
  expect(w.calleeSaw).toEqual(['invite']);
  expect(w.network.startLines(them).at(-1)).toBe('BYE sip:192.0.2.1:5060 SIP/2.0');
  expectClean(w);
});

test('a BYE without an answer still ends the call', () => {
  const w = world(acceptCall);
  const call = w.call();
  w.time.advance(1_000);
  w.network.lose = () => true;
  call.hangUp();
  expect(w.caller.liveCalls()).toBe(1);
  w.time.advance(32_000);
  expect(w.caller.liveCalls()).toBe(0);
});

test('a call that is never decided on ends with 480 after three minutes', () => {
  const w = world(() => {});
  w.call({ noAnswerTimeoutMs: 1_000_000 });
  w.time.advance(179_000);
  expect(w.callerSaw).toEqual([]);
  w.time.advance(2_000);
  expect(w.callerSaw).toEqual(['fail rejected 480']);
  expect(w.calleeSaw).toEqual(['invite', 'cancel']);
  expectClean(w);
});

test('a handler that throws costs its own call a 500 and nothing else', () => {
  const w = world((call) => {
    if (call.callId === 'call-1') throw new Error('handler');
    acceptCall(call);
  });
  w.call();
  w.time.advance(1_000);
  w.call({ callId: 'call-2', branch: 'z9hG4bKcall-2' });
  w.time.advance(1_000);
  expect(w.callerSaw).toEqual(['fail rejected 500', 'answer']);
});

test('closing refuses new calls, ends the others and leaves nothing', async () => {
  const w = world(acceptCall);
  w.call();
  w.time.advance(1_000);
  const closed = w.callee.close({ graceMs: 5_000 });
  w.call({ callId: 'call-2', branch: 'z9hG4bKcall-2' });
  w.time.advance(1_000);
  expect(w.callerSaw).toEqual(['answer', 'fail rejected 503']);
  expect(w.network.sent.find((datagram) => datagram.text.startsWith('SIP/2.0 503'))?.text).toContain(
    'Retry-After: 5',
  );
  w.time.advance(4_000);
  await Promise.resolve();
  await Promise.resolve();
  w.time.advance(3_000);
  await closed;
  expect(w.callerSaw).toEqual(['answer', 'fail rejected 503', 'end remote']);
  expect(w.calleeSaw).toEqual(['invite', 'ack', 'end system']);
  expect(w.callee.stateSize()).toBe(0);
});

test('what cannot stand in a header is refused before anything is sent', () => {
  const w = world(() => {});
  for (const invite of [
    { requestUri: 'sip:a@b\r\nX: y' },
    { callId: 'a\r\nb' },
    { branch: 'no-cookie' },
    { fromTag: 'a;b' },
    { extraHeaders: [['X-A', 'b\r\nVia: evil']] as const },
    { extraHeaders: [['X A', 'b']] as const },
  ]) {
    expect(() => w.call(invite)).toThrow(TypeError);
  }
  expect(w.network.sent).toEqual([]);
  expect(w.caller.liveCalls()).toBe(0);
  w.call({ displayName: 'Eve"\r\nX: y' });
  expect(w.network.sent[0]!.text).toContain('From: "Eve\\"  X: y" <sip:');
});
