import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  acceptCall,
  delegateOf,
  FakeNetwork,
  inviteTo,
  localAudio,
  recordEvents,
} from '../../../../test/sip/fake-network.ts';
import {
  establish,
  heldOffer,
  offer,
  peerAt,
  placeAnswered,
  request,
  requestToCaller,
  responseTo,
  us,
  world,
} from '../../../../test/sip/scripted-peer.ts';
import { buildOffer } from '../sdp/sdp-audio.ts';
import type { IncomingCall } from './incoming-call.ts';
import { type AudioChange, glareWaitMs } from './session-changes.ts';

const changed = buildOffer({ ...localAudio, port: 41_000, version: 2 });
const sdpHeaders = ['Contact: <sip:b@192.0.2.66:5070>'];

/** Collects the result of a change; empty until then. */
function settled(change: Promise<AudioChange>): { result?: AudioChange } {
  const box: { result?: AudioChange } = {};
  void change.then((result) => {
    box.result = result;
  });
  return box;
}

/** Returns two agents in a call. */
function pair() {
  const network = new FakeNetwork();
  const them = { address: '192.0.2.2', port: 5060 };
  const [callerSaw, calleeSaw]: [string[], string[]] = [[], []];
  const taken: IncomingCall[] = [];
  const caller = network.userAgent(
    us,
    delegateOf([], () => {}),
  );
  const callee = network.userAgent(
    them,
    delegateOf(calleeSaw, (call) => {
      taken.push(call);
      acceptCall(call);
    }),
  );
  const call = caller.invite(inviteTo(them, 'call'), recordEvents(callerSaw));
  network.scheduler.advance(1_000);
  const left = (): number[] => [caller.stateSize(), callee.stateSize(), network.scheduler.pending];
  return { network, time: network.scheduler, callerSaw, calleeSaw, call, taken: taken[0]!, left };
}

test('either side changes the audio of a call, one change after the other', async () => {
  const w = pair();
  const changes = [w.call.changeAudio(changed), w.call.changeAudio(changed.replace('sendrecv', 'inactive'))];
  w.time.advance(100);
  const [first, second] = await Promise.all(changes);
  expect(first).toMatchObject({ ok: true, sdp: expect.stringContaining('a=sendrecv') });
  expect(second).toMatchObject({ ok: true, sdp: expect.stringContaining('a=inactive') });
  const back = w.taken.changeAudio(changed);
  w.time.advance(100);
  expect((await back).ok).toBe(true);
  expect([w.callerSaw, w.calleeSaw]).toEqual([
    ['answer', 'offer'],
    ['invite', 'ack', 'offer', 'offer'],
  ]);
  w.call.hangUp();
  w.time.advance(200_000);
  expect(w.left()).toEqual([0, 0, 0]);
});

test('changes of both sides that cross are both refused with 491, and both succeed later', async () => {
  const w = pair();
  const both = [w.call.changeAudio(changed), w.taken.changeAudio(changed)];
  w.time.advance(10_000);
  expect((await Promise.all(both)).map(({ ok }) => ok)).toEqual([true, true]);
  const pending = w.network.sent.filter(({ text }) => text.startsWith('SIP/2.0 491'));
  expect(pending).toHaveLength(2);
  w.taken.hangUp();
  w.time.advance(200_000);
  expect(w.left()).toEqual([0, 0, 0]);
});

test('the owner of the Call-ID waits 2.1 to 4 s, the other side up to 2 s, in steps of 10 ms', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
      const [owner, other] = [glareWaitMs(true, random), glareWaitMs(false, random)];
      expect(owner).toBeGreaterThanOrEqual(2_100);
      expect(owner).toBeLessThanOrEqual(4_000);
      expect(other).toBeGreaterThanOrEqual(0);
      expect(other).toBeLessThanOrEqual(2_000);
      expect([owner % 10, other % 10]).toEqual([0, 0]);
    }),
  );
});

test('while our offer is open, an INVITE and an UPDATE with an offer get 491, an UPDATE without one 200', async () => {
  const w = world();
  const { call } = placeAnswered(w);
  const change = settled(call.changeAudio(changed));
  w.time.advance(20);
  const invite = w.got.at(-1)!;
  expect(invite).toMatch(/^INVITE sip:b@192\.0\.2\.66:5070 SIP/);
  expect(w.send(requestToCaller({ cseq: 1, body: heldOffer }))).toEqual(['SIP/2.0 491 Request Pending']);
  const update = { method: 'UPDATE', body: heldOffer };
  expect(w.send(requestToCaller({ ...update, cseq: 2 }))).toEqual(['SIP/2.0 491 Request Pending']);
  expect(w.send(requestToCaller({ method: 'UPDATE', cseq: 3 }))).toEqual(['SIP/2.0 200 OK']);
  const moved = ['Contact: <sip:moved@192.0.2.66:5070>'];
  expect(w.send(responseTo(invite, 'SIP/2.0 200 OK', 'one', moved, heldOffer))).toEqual([
    'ACK sip:moved@192.0.2.66:5070 SIP/2.0',
  ]);
  expect(w.send(responseTo(invite, 'SIP/2.0 200 OK', 'one', moved, heldOffer))).toEqual([
    'ACK sip:moved@192.0.2.66:5070 SIP/2.0',
  ]);
  expect(w.send(requestToCaller({ ...update, body: offer, cseq: 4 }))).toEqual(['SIP/2.0 200 OK']);
  await Promise.resolve();
  expect(change.result).toEqual({ ok: true, sdp: heldOffer });
});

test.each([
  ['488 Not Acceptable Here', { ok: false, status: 488, reason: 'Not Acceptable Here' }, []],
  ['481 Gone', { ok: false, status: 481, reason: 'Gone' }, ['end system']],
  ['408 Request Timeout', { ok: false, status: 408, reason: 'Request Timeout' }, ['end system']],
])('a peer that answers %s', async (answer, result, end) => {
  const w = world();
  const { call, events } = placeAnswered(w);
  const change = settled(call.changeAudio(changed));
  w.time.advance(20);
  const sent = w.send(responseTo(w.got.at(-1)!, `SIP/2.0 ${answer}`, 'one'));
  await Promise.resolve();
  expect(change.result).toEqual(result);
  expect(events).toEqual(['answer', ...end]);
  expect(sent.map((line) => line.split(' ')[0])).toEqual(end.length > 0 ? ['ACK', 'BYE'] : ['ACK']);
});

test('a peer that is busy with itself is asked again when it said, five times at most', async () => {
  const w = world();
  const { call, events } = placeAnswered(w);
  const change = settled(call.changeAudio(changed));
  w.time.advance(20);
  for (let attempt = 1; attempt <= 5; attempt++) {
    const sent = w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 500 Later', 'one', ['Retry-After: 3']));
    expect(sent).toEqual([expect.stringMatching(/^ACK/)]);
    await Promise.resolve();
    expect(change.result === undefined).toBe(attempt < 5);
    w.time.advance(3_100);
  }
  expect(change.result).toEqual({ ok: false, status: 500, reason: 'Later' });
  expect(events).toEqual(['answer']);
  const cseqs = w.network.sent.flatMap(({ text }) => /^CSeq: (\d+) INVITE/m.exec(text)?.[1] ?? []);
  expect(new Set(cseqs).size).toBe(6);
});

test('a peer that has vanished: the change is refused, the call ends, nothing is left', async () => {
  const w = world();
  const { call, events } = placeAnswered(w);
  const change = settled(call.changeAudio(changed));
  const next = settled(call.changeAudio(changed));
  w.time.advance(32_100);
  await Promise.resolve();
  expect(change.result).toEqual({ ok: false, status: null, reason: 'no response' });
  expect(next.result).toEqual({ ok: false, status: null, reason: 'the call is over' });
  expect(events).toEqual(['answer', 'end system']);
  w.time.advance(100_000);
  expect([w.agent.stateSize(), w.time.pending]).toEqual([0, 0]);
});

test('a peer that says no more than 100 to a change is cancelled, and the call ended', async () => {
  const w = world();
  const { call, events } = placeAnswered(w);
  const change = settled(call.changeAudio(changed));
  w.time.advance(20);
  w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 100 Trying', 'one'));
  w.time.advance(32_100);
  expect(w.network.startLines(us).some((line) => line.startsWith('CANCEL'))).toBe(true);
  w.time.advance(32_100);
  await Promise.resolve();
  expect(change.result).toMatchObject({ ok: false, status: null });
  expect(events).toEqual(['answer', 'end system']);
  w.time.advance(100_000);
  expect([w.agent.stateSize(), w.time.pending]).toEqual([0, 0]);
});

test('a challenged change is sent again with credentials', async () => {
  const w = world();
  const { call } = placeAnswered(w, { credentials: { username: 'bob', password: 'secret' } });
  const change = settled(call.changeAudio(changed));
  w.time.advance(20);
  const challenge = ['WWW-Authenticate: Digest realm="r", nonce="n1", qop="auth"'];
  const sent = w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 401 Unauthorized', 'one', challenge));
  expect(sent.map((line) => line.split(' ')[0])).toEqual(['ACK', 'INVITE']);
  expect(w.got.at(-1)).toMatch(/^CSeq: 3 INVITE\r$/m);
  w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 200 OK', 'one', sdpHeaders, heldOffer));
  expect(w.got.at(-1)).toMatch(/^ACK [\s\S]*\r\nAuthorization: Digest /);
  await Promise.resolve();
  expect(change.result).toEqual({ ok: true, sdp: heldOffer });
});

test('a change that the peer hangs up on is refused', async () => {
  const w = world();
  const { call, events } = placeAnswered(w);
  const change = settled(call.changeAudio(changed));
  w.time.advance(20);
  const invite = w.got.at(-1)!;
  w.send(requestToCaller({ method: 'BYE', cseq: 1 }));
  await Promise.resolve();
  expect(change.result).toEqual({ ok: false, status: null, reason: 'the call is over' });
  expect(w.send(responseTo(invite, 'SIP/2.0 487 Request Terminated', 'one'))).toHaveLength(1);
  expect(events).toEqual(['answer', 'end remote']);
  expect(await call.changeAudio(changed)).toEqual(change.result);
});

test("our change waits for the ACK to the peer's", async () => {
  const calls: IncomingCall[] = [];
  const w = world({}, (call) => {
    calls.push(call);
    acceptCall(call);
  });
  const toTag = establish(w);
  w.send(request({ toTag, cseq: 2, body: heldOffer }));
  const change = settled(calls[0]!.changeAudio(changed));
  w.time.advance(20);
  expect(w.network.startLines(us).some((line) => line.startsWith('INVITE'))).toBe(false);
  expect(w.send(request({ method: 'ACK', toTag, cseq: 2 }))).toEqual([
    'INVITE sip:peer@192.0.2.66:5070 SIP/2.0',
  ]);
  w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 200 OK', 'peertag', sdpHeaders, offer));
  await Promise.resolve();
  expect(change.result).toEqual({ ok: true, sdp: offer });
});

test('the same description again is answered as before, without asking the owner', () => {
  const w = world();
  const toTag = establish(w);
  expect(w.send(request({ toTag, cseq: 2, body: offer }))).toEqual(['SIP/2.0 200 OK']);
  expect(w.got.at(-1)).toContain('o=- 1 1 IN');
  expect(w.seen).toEqual(['invite', 'ack']);
});

test('before the answer: an UPDATE without an offer is taken, one with an offer may come again, BYE is 481', async () => {
  const w = world();
  const events: string[] = [];
  const call = w.agent.invite(inviteTo(peerAt, 'out'), recordEvents(events));
  w.time.advance(20);
  const invite = w.got[0]!;
  expect(w.send(responseTo(invite, 'SIP/2.0 183 Session Progress', 'one', sdpHeaders, offer))).toEqual([]);
  expect(w.send(requestToCaller({ method: 'UPDATE', cseq: 1 }))).toEqual(['SIP/2.0 200 OK']);
  const early = requestToCaller({ method: 'UPDATE', cseq: 2, body: heldOffer });
  expect(w.send(early)).toEqual(['SIP/2.0 491 Request Pending']);
  expect(w.send(requestToCaller({ method: 'BYE', cseq: 3 }))).toEqual([
    'SIP/2.0 481 Call/Transaction Does Not Exist',
  ]);
  expect((await call.changeAudio(changed)).ok).toBe(false);
  expect(w.send(responseTo(invite, 'SIP/2.0 200 OK', 'one', sdpHeaders))).toHaveLength(1);
  expect(events).toEqual(['provisional 183', 'answer']);
  call.hangUp();
  w.time.advance(200_000);
  expect([w.agent.stateSize(), w.time.pending]).toEqual([0, 0]);
});

const moved = buildOffer({ ...localAudio, address: '192.0.2.66', port: 42_000, version: 2 });

/** Returns a call whose peer answered our offer in an acknowledged provisional response. */
function answeredEarly() {
  const w = world();
  const [events, answers]: [string[], string[]] = [[], []];
  const handlers = { ...recordEvents(events), onAnswer: (sdp: string) => void answers.push(sdp) };
  const call = w.agent.invite(inviteTo(peerAt, 'out'), handlers);
  w.time.advance(20);
  const invite = w.got[0]!;
  const reliably = [...sdpHeaders, 'Require: 100rel', 'RSeq: 1'];
  const progress = responseTo(invite, 'SIP/2.0 183 Session Progress', 'one', reliably, offer);
  expect(w.send(progress)).toEqual([expect.stringMatching(/^PRACK /)]);
  w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 200 OK', 'one'));
  const answer = (body = '') => w.send(responseTo(invite, 'SIP/2.0 200 OK', 'one', sdpHeaders, body));
  return { w, call, events, answers, answer };
}

test.each([
  ['says nothing of it', ''],
  ['repeats the answer of before', offer],
  ['repeats what holds', moved],
])('after an early answer the peer changes the audio, and its 2xx %s', (_, body) => {
  const { w, events, answers, answer } = answeredEarly();
  expect(w.send(requestToCaller({ method: 'UPDATE', cseq: 1, body: moved }))).toEqual(['SIP/2.0 200 OK']);
  expect(w.got.at(-1)).toContain('m=audio 40000 ');
  expect(answer(body)).toEqual([expect.stringMatching(/^ACK /)]);
  expect([events, answers]).toEqual([['provisional 183', 'offer'], [moved]]);
  // A repeated description changes nothing, so no event is emitted.
  expect(w.send(requestToCaller({ method: 'UPDATE', cseq: 2, body: moved }))).toEqual(['SIP/2.0 200 OK']);
  expect(events).toEqual(['provisional 183', 'offer']);
});

test('a 2xx that says something else than the early answer is believed where nothing was changed', () => {
  const { answers, answer } = answeredEarly();
  answer(moved);
  expect(answers).toEqual([moved]);
});

test('after an early answer we change the audio by UPDATE, which an offer of the peer does not cross', async () => {
  const { w, call, answers, answer } = answeredEarly();
  const change = settled(call.changeAudio(changed));
  w.time.advance(20);
  const update = w.got.at(-1)!;
  expect(update).toMatch(/^UPDATE /);
  expect(w.send(requestToCaller({ method: 'UPDATE', cseq: 1, body: moved }))).toEqual([
    'SIP/2.0 491 Request Pending',
  ]);
  w.send(responseTo(update, 'SIP/2.0 200 OK', 'one', sdpHeaders, heldOffer));
  await Promise.resolve();
  expect(change.result).toEqual({ ok: true, sdp: heldOffer });
  answer();
  expect(answers).toEqual([heldOffer]);
});
