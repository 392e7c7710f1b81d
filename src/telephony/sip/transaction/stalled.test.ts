import { setImmediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import {
  acceptCall,
  delegateOf,
  FakeNetwork,
  inviteTo,
  recordEvents,
} from '../../../../test/sip/fake-network.ts';
import {
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
import type { IncomingCall } from '../call/incoming-call.ts';
import { Locator } from '../resolution/locator.ts';
import type { Found } from '../resolution/name-server.ts';

/** Stalls the process until the pending timer is due, after the awaited message has arrived. */
function arrivesWhileStalled(w: ReturnType<typeof world>, text: string): void {
  w.peer.send(text, us);
  w.time.standStill(1_000);
  w.time.advance(200);
}

const contact = ['Contact: <sip:b@192.0.2.66:5070>'];
const last = (w: ReturnType<typeof world>, method: string) =>
  w.got.findLast((message) => message.startsWith(`${method} `))!;

test('an INVITE whose answer came before timer B was seen to is answered', () => {
  const w = world();
  const events: string[] = [];
  w.agent.invite(inviteTo(peerAt, 'out'), recordEvents(events));
  w.time.advance(31_600);
  arrivesWhileStalled(w, responseTo(w.got[0]!, 'SIP/2.0 200 OK', 'one', contact, offer));
  expect(events).toEqual(['answer']);
});

test('who answered before the time of ringing was over is not hung up on', () => {
  const w = world();
  const events: string[] = [];
  w.agent.invite({ ...inviteTo(peerAt, 'out'), noAnswerTimeoutMs: 20_000 }, recordEvents(events));
  w.time.advance(20);
  w.send(responseTo(w.got[0]!, 'SIP/2.0 180 Ringing', 'one', contact));
  w.time.advance(19_500);
  arrivesWhileStalled(w, responseTo(w.got[0]!, 'SIP/2.0 200 OK', 'one', contact, offer));
  expect(events).toEqual(['provisional 180', 'answer']);
  expect(w.got.some((message) => /^(CANCEL|BYE)/.test(message))).toBe(false);
});

test('OPTIONS that was answered before timer F was seen to, or a shorter time of its own, is answered', async () => {
  const w = world();
  for (const timeoutMs of [5_000, undefined]) {
    const asked = w.agent.request({
      method: 'OPTIONS',
      requestUri: 'sip:192.0.2.66:5070',
      fromUri: 'sip:192.0.2.1',
      toUri: 'sip:192.0.2.66:5070',
      target: { host: peerAt.address, port: peerAt.port },
      timeoutMs,
    });
    w.time.advance((timeoutMs ?? 32_000) - 400);
    arrivesWhileStalled(w, responseTo(last(w, 'OPTIONS'), 'SIP/2.0 200 OK', 'x'));
    expect(await asked).toMatchObject({ kind: 'answered', code: 200 });
  }
});

test('a change of the audio that was answered before timer F was seen to leaves the call up', async () => {
  const w = world();
  const { call, events } = placeAnswered(w);
  const changed = call.changeAudio(heldOffer);
  w.time.advance(31_600);
  arrivesWhileStalled(w, responseTo(last(w, 'INVITE'), 'SIP/2.0 200 OK', 'one', contact, offer));
  expect(await changed).toMatchObject({ ok: true });
  expect(events).toEqual(['answer']);
});

test('a change of the audio that was canceled and whose end came in time leaves the call up', async () => {
  const w = world();
  const { call, events } = placeAnswered(w);
  const changed = call.changeAudio(heldOffer);
  w.time.advance(20);
  w.send(responseTo(last(w, 'INVITE'), 'SIP/2.0 100 Trying', 'one'));
  w.time.advance(32_000);
  w.send(responseTo(last(w, 'CANCEL'), 'SIP/2.0 200 OK', 'one'));
  w.time.advance(31_600);
  arrivesWhileStalled(w, responseTo(last(w, 'INVITE'), 'SIP/2.0 487 Request Terminated', 'one'));
  expect(await changed).toMatchObject({ ok: false, status: 487 });
  expect(events).toEqual(['answer']);
});

test('a call whose ACK came before that was seen to be overdue stands', () => {
  const w = world();
  w.send(request({ body: offer }));
  const toTag = /^To: .*;tag=([0-9a-f]+)/m.exec(w.got.at(-1)!)![1]!;
  w.time.advance(31_600);
  arrivesWhileStalled(w, request({ method: 'ACK', toTag }));
  expect(w.seen).toEqual(['invite', 'ack']);
});

test('a caller whose PRACK came before that was seen to be overdue is not refused', () => {
  const calls: IncomingCall[] = [];
  const w = world({}, (call) => {
    calls.push(call);
    call.ring();
  });
  w.send(request({ headers: ['Require: 100rel'], body: offer }));
  const ringing = w.got.at(-1)!;
  const toTag = /^To: .*;tag=([0-9a-f]+)/m.exec(ringing)![1]!;
  const number = /^RSeq: (\d+)/m.exec(ringing)![1]!;
  w.time.advance(31_600);
  const headers = [`RAck: ${number} 1 INVITE`];
  arrivesWhileStalled(w, request({ method: 'PRACK', toTag, cseq: 2, headers }));
  expect(w.seen).toEqual(['invite']);
  expect(acceptCall(calls[0]!)).toBe(true);
});

test('a session that the peer refreshed before its end was seen to goes on', () => {
  const w = world();
  const headers = ['Supported: timer', 'Session-Expires: 90;refresher=uac'];
  w.send(request({ headers, body: offer }));
  const toTag = /^To: .*;tag=([0-9a-f]+)/m.exec(w.got.at(-1)!)![1]!;
  w.send(request({ method: 'ACK', toTag }));
  w.time.advance(59_500);
  arrivesWhileStalled(w, request({ method: 'UPDATE', toTag, cseq: 2, headers }));
  expect(w.seen).toEqual(['invite', 'ack']);
});

test('a transfer fails when its failure arrived before the timeout, although it is read later', () => {
  const w = world();
  const { call } = placeAnswered(w);
  const ends: string[] = [];
  call.refer({ target: 'sip:x@192.0.2.3' }, { onEnd: (end) => ends.push(end.kind) });
  w.time.advance(20);
  w.send(responseTo(last(w, 'REFER'), 'SIP/2.0 202 Accepted', 'one'));
  w.time.advance(31_500);
  const headers = [
    'Event: refer',
    'Subscription-State: terminated;reason=noresource',
    'Content-Type: message/sipfrag',
  ];
  const content = 'SIP/2.0 486 Busy Here\r\n';
  const notify = requestToCaller({ method: 'NOTIFY', headers }).replace(
    /Content-Length: 0\r\n\r\n$/,
    `Content-Length: ${content.length}\r\n\r\n${content}`,
  );
  arrivesWhileStalled(w, notify);
  expect(ends).toEqual(['failed']);
});

test('what became of the INVITE of a process that died is known where it came in time', async () => {
  const network = new FakeNetwork();
  const got: string[] = [];
  const peer = network.peer(peerAt, (bytes) => got.push(bytes.toString()));
  const idle = delegateOf([], () => undefined);
  const call = network.userAgent(us, idle).invite(inviteTo(peerAt, 'out'), recordEvents([]));
  network.scheduler.advance(20);
  peer.send(responseTo(got[0]!, 'SIP/2.0 180 Ringing', 'one', contact), us);
  network.scheduler.advance(20);
  const outcome = network.userAgent(us, idle).reclaim(JSON.parse(JSON.stringify(call.pending)), 3_500);
  network.scheduler.advance(3_000);
  peer.send(responseTo(got[0]!, 'SIP/2.0 487 Request Terminated', 'one'), us);
  network.scheduler.standStill(1_000);
  network.scheduler.advance(200);
  expect(await outcome).toMatchObject({ kind: 'refused', code: 487 });
});

/** A name server with address records only, which answers when the test permits it. */
function slowServer() {
  const { promise, resolve } = Promise.withResolvers<Found<string>>();
  const none = async () => ({ records: [], ttlSeconds: null });
  const server = { naptr: none, srv: none, addresses: () => promise };
  return { server, respond: () => resolve({ records: [peerAt.address], ttlSeconds: 60 }) };
}
const named = { host: 'trunk.test', port: peerAt.port };

test('a target is found when the name server answered before the timeout, although the answer is read later', async () => {
  const { server, respond } = slowServer();
  const { port1, port2 } = new MessageChannel();
  port1.once('message', respond);
  await setImmediate();
  const located = new Locator('0.0.0.0', { server, withinMs: 200 }).locate({ ...named, transport: 'udp' });
  port2.postMessage('');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  expect(await located).toMatchObject([{ host: peerAt.address }]);
  port1.close();
});

test('a call is placed when the name server returns its target in time', async () => {
  const { server, respond } = slowServer();
  const w = world({ locator: new Locator('0.0.0.0', { server }) });
  w.agent.invite({ ...inviteTo(peerAt, 'out'), target: named }, recordEvents(w.seen));
  w.time.advance(4_500);
  w.time.arrive(10, respond);
  w.time.standStill(1_000);
  await setImmediate();
  w.time.advance(200);
  expect(w.seen).toEqual([]);
  expect(w.got[0]).toMatch(/^INVITE /);
});
