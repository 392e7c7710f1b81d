import { expect, test } from 'vitest';
import { acceptCall } from '../../../../test/sip/fake-network.ts';
import {
  establish,
  offer,
  peerAt,
  request,
  responseTo,
  us,
  world,
} from '../../../../test/sip/scripted-peer.ts';
import { sourceOf } from '../base/addresses.ts';
import type { IncomingCall } from '../call/incoming-call.ts';

const startLine = (text: string): string => text.split('\r\n', 1)[0]!;

/** Returns an INVITE of a new call. */
const inviteOf = (name: string): string =>
  request({ body: offer }).replaceAll('peertag', `t-${name}`).replace('peer-call', `c-${name}`);

/** Returns a sender at another address. It returns the first lines of the responses. */
function sender(w: ReturnType<typeof world>, address: string) {
  const got: string[] = [];
  const at = { address, port: 5070 };
  const peer = w.network.peer(at, (bytes) => got.push(startLine(bytes.toString())));
  return (text: string): string[] => {
    got.length = 0;
    peer.send(text, us);
    w.network.scheduler.advance(30);
    return [...got];
  };
}

test('refused INVITEs use no capacity while their refusals are not acknowledged', () => {
  const w = world({ maxPendingInvites: 2 }, (call) => {
    if (call.fromTag.startsWith('t-bad')) call.reject(404);
    else acceptCall(call);
  });
  for (let i = 0; i < 40; i++) expect(w.send(inviteOf(`bad${i}`)).at(-1)).toBe('SIP/2.0 404 Not Found');
  expect(w.send(inviteOf('good')).at(-1)).toBe('SIP/2.0 200 OK');
  // The state for repeating refusals until their ACK is bounded too.
  expect(w.agent.stateSize()).toBeLessThan(20);
  expect(w.agent.counters().overloaded).toBe(0);
});

test('answers to calls that were hung up use no capacity while they are not acknowledged', () => {
  const calls: IncomingCall[] = [];
  const w = world({ maxPendingInvites: 2 }, (call) => {
    acceptCall(call);
    calls.push(call);
  });
  for (let i = 0; i < 40; i++) {
    expect(w.send(inviteOf(`a${i}`)).filter((line) => line !== 'SIP/2.0 200 OK')).toContain(
      'SIP/2.0 100 Trying',
    );
    calls.at(-1)!.hangUp();
  }
  expect([calls.length, w.agent.counters().overloaded]).toEqual([40, 0]);
  // The two newest calls wait for their ACK. Of the others only their BYEs are left.
  expect(w.agent.liveCalls()).toBe(40);
  w.time.advance(64_000);
  expect([w.agent.liveCalls(), w.agent.stateSize()]).toEqual([0, 0]);
});

test('one address that holds every place leaves room to the others', () => {
  const w = world({ maxPendingInvites: 4 });
  const [other, third] = [sender(w, '198.51.100.7'), sender(w, '198.51.100.8')];
  for (let i = 0; i < 4; i++) expect(w.send(inviteOf(`a${i}`)).at(-1)).toBe('SIP/2.0 200 OK');
  expect(w.send(inviteOf('a4')).at(-1)).toBe('SIP/2.0 503 Service Unavailable');
  expect(other(inviteOf('b0')).at(-1)).toBe('SIP/2.0 200 OK');
  expect(other(inviteOf('b1')).at(-1)).toBe('SIP/2.0 200 OK');
  expect(other(inviteOf('b2')).at(-1)).toBe('SIP/2.0 503 Service Unavailable');
  expect(third(inviteOf('c0')).at(-1)).toBe('SIP/2.0 200 OK');
});

test('however many addresses are forged, what is held has an end', () => {
  const w = world({ maxPendingInvites: 4 });
  let taken = 0;
  for (let i = 0; i < 40; i++) {
    const answer = sender(w, `198.51.100.${i}`)(inviteOf(`f${i}`)).at(-1);
    if (answer === 'SIP/2.0 200 OK') taken++;
  }
  expect(taken).toBe(16);
});

test('a flood in the name of a peer does not silence the calls that it has', () => {
  const w = world({ rateLimit: { perSecond: 10, burst: 20 } });
  const toTag = establish(w);
  const flood = w.network.peer(peerAt);
  const junk = (): void => {
    for (let i = 0; i < 100; i++) flood.send('garbage', us);
  };
  const got: string[] = [];
  w.network.peer(peerAt, (bytes) => got.push(startLine(bytes.toString())));
  for (let cseq = 2; cseq < 8; cseq++) {
    junk();
    w.peer.send(request({ method: 'INFO', toTag, cseq, body: 'Signal=1' }), us);
    w.time.advance(30);
  }
  expect(got).toEqual(Array(6).fill('SIP/2.0 200 OK'));
  junk();
  w.peer.send(request({ method: 'BYE', toTag, cseq: 9 }), us);
  w.time.advance(30);
  expect(w.seen.at(-1)).toBe('end remote');
  expect(w.agent.counters().rateLimited).toBeGreaterThan(600);
});

test('a flood in the name of a peer keeps no transaction from its end', () => {
  const w = world({ rateLimit: { perSecond: 0.001, burst: 10 } }, (call) => call.reject(486));
  const answers = (): number => w.got.filter((text) => text.startsWith('SIP/2.0 486')).length;
  w.send(request({ body: offer, branch: 'z9hG4bK-refused' }));
  const toTag = /^To: .*;tag=([0-9a-f]+)/m.exec(w.got.at(-1)!)![1]!;
  const flood = (): void => {
    for (let i = 0; i < 100; i++) w.peer.send('garbage', us);
  };
  flood();
  w.peer.send(request({ method: 'ACK', toTag, branch: 'z9hG4bK-refused' }), us);
  w.time.advance(40_000);
  expect([answers(), w.agent.stateSize()]).toEqual([1, 0]);
});

test('calls that are begun for it do not lift the bound of a source, and silence none that it has', async () => {
  const w = world({ rateLimit: { perSecond: 0.001, burst: 100 } }, (call) => {
    if (call.fromTag.startsWith('t-bad')) call.reject(404);
    else acceptCall(call);
  });
  const toTag = establish(w);
  const forged = Array.from({ length: 40 }, (_, i) => inviteOf(i % 2 === 0 ? `bad${i}` : `good${i}`));
  const before = w.agent.counters();
  for (let round = 0; round < 20; round++) for (const invite of forged) w.peer.send(invite, us);
  w.time.advance(30);
  const { received, rateLimited } = w.agent.counters();
  expect(received - before.received).toBe(800);
  // Of all messages, including those of the call, two bursts of the source were read.
  expect(received - rateLimited).toBe(200);
  expect(w.send(request({ method: 'INFO', toTag, cseq: 2, body: 'Signal=1' }))).toEqual(['SIP/2.0 200 OK']);
  // A response to our own request passes the limit, so a working trunk is not considered down.
  const asked = w.agent.options({ target: { host: peerAt.address, port: peerAt.port } });
  w.time.advance(30);
  w.peer.send(
    responseTo(w.got.findLast((text) => text.startsWith('OPTIONS'))!, 'SIP/2.0 200 OK', 'there'),
    us,
  );
  w.time.advance(6_000);
  expect(await asked).toMatchObject({ reachable: true, code: 200 });
  expect(w.send(request({ method: 'BYE', toTag, cseq: 3 })).at(-1)).toBe('SIP/2.0 200 OK');
  expect(w.seen.at(-1)).toBe('end remote');
});

test('the first ACK of a call is read however much is sent again of calls that were begun in the name of its source', () => {
  const w = world({ rateLimit: { perSecond: 0.001, burst: 10 } });
  const forged = inviteOf('forged');
  w.send(forged);
  w.send(request({ body: offer }));
  const toTag = /^To: .*;tag=([0-9a-f]+)/m.exec(w.got.at(-1)!)![1]!;
  for (let i = 0; i < 60; i++) w.peer.send(forged, us);
  w.send(request({ method: 'ACK', toTag }));
  expect(w.seen.at(-1)).toBe('ack');
  // A sender that forges the address does not know our tag.
  for (let i = 0; i < 60; i++) w.peer.send(forged, us);
  const { received, rateLimited } = w.agent.counters();
  expect(received - rateLimited).toBe(21);
});

test('proven calls have a bound of their source together', () => {
  const w = world({ rateLimit: { perSecond: 0.001, burst: 20 } });
  const calls = ['a', 'b'].map((name) => {
    w.send(inviteOf(name));
    const toTag = /^To: .*;tag=([0-9a-f]+)/m.exec(w.got.at(-1)!)![1]!;
    const within = (method: string, cseq: number): string =>
      request({ method, toTag, cseq }).replaceAll('peertag', `t-${name}`).replace('peer-call', `c-${name}`);
    w.send(within('ACK', 1));
    return within;
  });
  for (let cseq = 2; cseq < 52; cseq++) for (const within of calls) w.peer.send(within('INFO', cseq), us);
  w.time.advance(30);
  const { received, rateLimited } = w.agent.counters();
  expect([received, received - rateLimited]).toEqual([104, 40]);
});

test('a BYE whose answer was lost is answered again, whatever else comes from there', () => {
  const w = world({ rateLimit: { perSecond: 0.001, burst: 10 } });
  const toTag = establish(w);
  const bye = request({ method: 'BYE', toTag, cseq: 2 });
  expect(w.send(bye)).toEqual(['SIP/2.0 200 OK']);
  for (let i = 0; i < 100; i++) w.peer.send('garbage', us);
  expect(w.send(bye)).toEqual(['SIP/2.0 200 OK']);
});

test('one call has a bound of its own: who knows its Call-ID cannot send what he likes', () => {
  const w = world({ rateLimit: { perSecond: 10, burst: 20 } });
  const toTag = establish(w);
  for (let cseq = 2; cseq < 402; cseq++) w.peer.send(request({ method: 'INFO', toTag, cseq, body: 'x' }), us);
  w.time.advance(30);
  expect(w.seen.filter((event) => event.startsWith('info')).length).toBeLessThan(150);
});

test('an IPv6 network of one peer is one source, an IPv4 address is itself', () => {
  const sources = ['2001:db8::1', '2001:0DB8:0:0:ffff::2', '2001:db8:0:1::1', '::1', '192.0.2.1'].map(
    sourceOf,
  );
  expect(sources).toEqual([
    '2001:db8:0:0::/64',
    '2001:db8:0:0::/64',
    '2001:db8:0:1::/64',
    '0:0:0:0::/64',
    '192.0.2.1',
  ]);
});

test('a dialog that sends requests without an end is answered a bounded number of them, and its BYE', () => {
  const w = world();
  const toTag = establish(w);
  const before = w.got.length;
  for (let cseq = 2; cseq < 302; cseq++) w.peer.send(request({ method: 'INFO', toTag, cseq }), us);
  w.time.advance(30);
  expect(w.got.slice(before).filter((text) => text.startsWith('SIP/2.0 200'))).toHaveLength(120);
  expect(w.agent.counters().rateLimited).toBe(180);
  // A second later, ordinary messages pass again.
  w.time.advance(1_000);
  expect(w.send(request({ method: 'INFO', toTag, cseq: 400 }))).toEqual(['SIP/2.0 200 OK']);
  for (let cseq = 401; cseq < 501; cseq++) w.peer.send(request({ method: 'INFO', toTag, cseq }), us);
  expect(w.send(request({ method: 'BYE', toTag, cseq: 600 })).at(-1)).toBe('SIP/2.0 200 OK');
  expect(w.seen.at(-1)).toBe('end remote');
});
