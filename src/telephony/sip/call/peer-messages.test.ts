import { expect, test } from 'vitest';
import { acceptCall, inviteTo, localAudio, recordEvents } from '../../../../test/sip/fake-network.ts';
import {
  establish,
  heldOffer,
  offer,
  type Parts,
  peerAt,
  request,
  responseTo,
  us,
  world,
} from '../../../../test/sip/scripted-peer.ts';
import { buildOffer } from '../sdp/sdp-audio.ts';
import type { IncomingCall } from './incoming-call.ts';

test('responses go to where the request came from, and say so', () => {
  const w = world();
  establish(w);
  expect(w.got[0]).toMatch(
    /^Via: SIP\/2\.0\/UDP 10\.0\.0\.1:5070;branch=[^;]+;rport=5070;received=192\.0\.2\.66\r$/m,
  );
});

test('re-INVITE and UPDATE are answered by the call, or refused with 488', () => {
  const w = world();
  const toTag = establish(w);
  expect(w.send(request({ toTag, cseq: 2, body: heldOffer }))).toEqual(['SIP/2.0 200 OK']);
  expect(w.got.at(-1)).toContain('a=recvonly');
  w.send(request({ method: 'ACK', toTag, cseq: 2 }));
  expect(w.send(request({ method: 'UPDATE', toTag, cseq: 3, body: offer }))).toEqual(['SIP/2.0 200 OK']);
  expect(w.got.at(-1)).toContain('a=sendrecv');
  expect(w.send(request({ method: 'UPDATE', toTag, cseq: 4 }))).toEqual(['SIP/2.0 200 OK']);
  expect(w.send(request({ toTag, cseq: 5, body: 'v=0\r\n' }))).toEqual(['SIP/2.0 488 Not Acceptable Here']);
  expect(w.seen).toEqual(['invite', 'ack', 'offer', 'offer', 'offer']);
});

test('a re-INVITE without an offer gets our description, and its answer arrives in the ACK', () => {
  const w = world();
  const toTag = establish(w);
  expect(w.send(request({ toTag, cseq: 2 }))).toEqual(['SIP/2.0 200 OK']);
  expect(w.got.at(-1)).toContain('m=audio 40000 RTP/AVP');
  w.send(request({ method: 'ACK', toTag, cseq: 2, body: offer }));
  expect(w.seen).toEqual(['invite', 'ack', 'late answer']);
});

test('a re-INVITE without an offer gets what we can do by now, if we say so', () => {
  const fresh = buildOffer({ ...localAudio, port: 40_002, version: 7 });
  const seen: string[] = [];
  const delegate = {
    admits: () => true,
    onInvite(call: IncomingCall) {
      seen.push('invite');
      acceptCall(call);
      return { ...recordEvents(seen), onOfferAsked: () => fresh };
    },
  };
  const w = { ...world({ delegate }), seen };
  const toTag = establish(w);
  w.send(request({ toTag, cseq: 2, body: heldOffer }));
  w.send(request({ method: 'ACK', toTag, cseq: 2 }));
  expect(w.send(request({ toTag, cseq: 3 }))).toEqual(['SIP/2.0 200 OK']);
  expect(w.got.at(-1)).toContain('m=audio 40002 RTP/AVP');
  expect(w.got.at(-1)).toContain('a=sendrecv');
});

test('a second re-INVITE before the ACK of the first has to come back later', () => {
  const w = world();
  const toTag = establish(w);
  w.send(request({ toTag, cseq: 2, body: offer }));
  expect(w.send(request({ toTag, cseq: 3, body: offer }))).toEqual(['SIP/2.0 500 Server Internal Error']);
  expect(w.got.at(-1)).toContain('Retry-After: ');
});

test('an offer may come among other parts, and a body without one is refused', () => {
  const w = world();
  const mixed = (parts: string) =>
    request({ body: `${parts}--b--\r\n` }).replace('application/sdp\r\n', 'multipart/mixed;boundary=b\r\n');
  const place = '--b\r\nContent-Type: application/pidf+xml\r\n\r\n<presence/>\r\n';
  expect(w.send(mixed(place))).toEqual(['SIP/2.0 415 Unsupported Media Type']);
  const sent = w.send(mixed(`${place}--b\r\nContent-Type: application/sdp\r\n\r\n${offer}\r\n`));
  expect(sent).toEqual(['SIP/2.0 100 Trying', 'SIP/2.0 200 OK']);
  expect(w.got.at(-1)).toContain('m=audio 40000 RTP/AVP 0');
});

test('an INVITE without an offer is a late offer', () => {
  const w = world();
  expect(w.send(request({}))).toEqual(['SIP/2.0 100 Trying', 'SIP/2.0 200 OK']);
  expect(w.got.at(-1)).toContain('m=audio 40000 RTP/AVP 0 8 101');
  const toTag = /^To: .*;tag=([0-9a-f]+)/m.exec(w.got.at(-1)!)![1]!;
  w.send(request({ method: 'ACK', toTag, body: offer }));
  expect(w.seen).toEqual(['invite', 'late answer', 'ack']);
});

test('within a dialog: INFO, OPTIONS, unknown methods, extensions, old CSeq, wrong tags', () => {
  const w = world();
  const toTag = establish(w);
  const info = request({ method: 'INFO', toTag, cseq: 10, body: 'Signal=5' });
  expect(w.send(info)).toEqual(['SIP/2.0 200 OK']);
  expect(w.seen.at(-1)).toBe('info application/sdp Signal=5');
  expect(w.send(request({ method: 'OPTIONS', toTag, cseq: 11 }))).toEqual(['SIP/2.0 200 OK']);
  expect(w.send(request({ method: 'MESSAGE', toTag, cseq: 12 }))).toEqual(['SIP/2.0 405 Method Not Allowed']);
  const update = request({ method: 'UPDATE', toTag, cseq: 13, headers: ['Require: timer, foo'] });
  expect(w.send(update)).toEqual(['SIP/2.0 420 Bad Extension']);
  expect(w.send(request({ method: 'BYE', toTag, cseq: 3 }))).toEqual(['SIP/2.0 500 Server Internal Error']);
  expect(w.send(request({ method: 'BYE', toTag: 'guessed', cseq: 20 }))).toEqual([
    'SIP/2.0 481 Call/Transaction Does Not Exist',
  ]);
  expect(w.agent.liveCalls()).toBe(1);
  const bye = request({ method: 'BYE', toTag, cseq: 21 });
  expect(w.send(bye)).toEqual(['SIP/2.0 200 OK']);
  expect(w.send(bye)).toEqual(['SIP/2.0 200 OK']);
  expect(w.seen.filter((event) => event === 'end remote')).toHaveLength(1);
});

test('a re-INVITE moves the target and the route set comes from Record-Route', () => {
  const calls: IncomingCall[] = [];
  const w = world({}, (call) => {
    calls.push(call);
    acceptCall(call);
  });
  const route = 'Record-Route: <sip:192.0.2.66:5070;lr>, <sip:192.0.2.67;lr>';
  w.send(request({ body: offer, headers: [route] }));
  const toTag = /^To: .*;tag=([0-9a-f]+)/m.exec(w.got.at(-1)!)![1]!;
  expect(w.got.at(-1)).toContain(route);
  w.send(request({ method: 'ACK', toTag }));
  const moved = request({ toTag, cseq: 2, body: offer }).replace(
    'peer@192.0.2.66:5070',
    'moved@198.51.100.1',
  );
  w.send(moved);
  w.send(request({ method: 'ACK', toTag, cseq: 2 }));
  calls[0]!.hangUp();
  w.time.advance(20);
  expect(w.got.at(-1)).toMatch(/^BYE sip:moved@198\.51\.100\.1 SIP\/2\.0\r\n/);
  expect(w.got.at(-1)).toContain('\r\nRoute: <sip:192.0.2.66:5070;lr>\r\nRoute: <sip:192.0.2.67;lr>\r\n');
});

test('outside a dialog: OPTIONS, unknown methods, extensions, schemes, bodies, unknown dialogs', () => {
  const w = world();
  const first = (parts: Parts): string | undefined => w.send(request(parts))[0];
  expect(first({ method: 'OPTIONS' })).toBe('SIP/2.0 200 OK');
  expect(w.got.at(-1)).toContain('Allow: INVITE, ACK, CANCEL, BYE, OPTIONS, UPDATE, INFO');
  expect(first({ method: 'PUBLISH' })).toBe('SIP/2.0 405 Method Not Allowed');
  expect(first({ headers: ['Require: bar, foo'] })).toBe('SIP/2.0 420 Bad Extension');
  expect(w.got.at(-1)).toContain('Unsupported: bar, foo');
  expect(first({ uri: 'http://example.com/' })).toBe('SIP/2.0 416 Unsupported URI Scheme');
  expect(first({ headers: ['Content-Encoding: gzip'], body: offer })).toBe(
    'SIP/2.0 415 Unsupported Media Type',
  );
  expect(first({ method: 'BYE', toTag: 'x' })).toBe('SIP/2.0 481 Call/Transaction Does Not Exist');
  expect(first({ method: 'CANCEL' })).toBe('SIP/2.0 481 Call/Transaction Does Not Exist');
  expect(first({ toTag: 'x', body: offer })).toBe('SIP/2.0 481 Call/Transaction Does Not Exist');
  expect(w.send(request({ method: 'ACK', toTag: 'x' }))).toEqual([]);
  expect(w.agent.stateSize()).toBe(0);
  expect(w.seen).toEqual([]);
});

test('CANCEL gets 200 and ends the INVITE with 487, under one tag', () => {
  const w = world({}, (call) => call.ring());
  w.send(request({ branch: 'z9hG4bK-c' }));
  const answers = w.send(request({ method: 'CANCEL', branch: 'z9hG4bK-c' }));
  expect(answers).toEqual(['SIP/2.0 200 OK', 'SIP/2.0 487 Request Terminated']);
  const tags = w.got.slice(1).map((message) => /^To: .*;tag=([0-9a-f]+)/m.exec(message)?.[1]);
  expect(new Set(tags).size).toBe(1);
  expect(w.seen).toEqual(['invite', 'cancel']);
});

test('a BYE before the answer ends the INVITE with 487', () => {
  const w = world({}, (call) => call.ring());
  w.send(request({}));
  const toTag = /^To: .*;tag=([0-9a-f]+)/m.exec(w.got.at(-1)!)![1]!;
  expect(w.send(request({ method: 'BYE', toTag, cseq: 2 }))).toEqual([
    'SIP/2.0 200 OK',
    'SIP/2.0 487 Request Terminated',
  ]);
  expect(w.seen).toEqual(['invite', 'cancel']);
});

test('a stranger gets 403 to INVITE, silence to the rest, and leaves no state', () => {
  const refuseAll = { admits: () => false, onInvite: () => recordEvents([]) };
  const w = world({ delegate: refuseAll });
  expect(w.send(request({ body: offer }))).toEqual(['SIP/2.0 403 Forbidden']);
  expect(w.send(request({ method: 'OPTIONS' }))).toEqual([]);
  expect(w.send(request({ method: 'BYE', toTag: 'x' }))).toEqual([]);
  expect(w.send(request({}).replace('CSeq: 1', 'CSeq: -1'))).toEqual([]);
  expect(w.agent.counters()).toMatchObject({ refused: 3, malformed: 1 });
  expect([w.agent.stateSize(), w.time.pending]).toEqual([0, 0]);
});

test('a malformed request gets 400, a malformed response or ACK nothing', () => {
  const w = world();
  expect(w.send(request({}).replace('CSeq: 1', 'CSeq: -1'))).toEqual([
    'SIP/2.0 400 Bad Request: CSeq cannot be read',
  ]);
  expect(w.send(request({}).replace('INVITE sip:4711@192.0.2.1 SIP/2.0', 'INVITE sip:a@b SIP/7.0'))).toEqual([
    'SIP/2.0 505 Version Not Supported',
  ]);
  expect(w.send(request({ method: 'ACK' }).replace('CSeq: 1', 'CSeq: -1'))).toEqual([]);
  expect(w.send('hello')).toEqual([]);
  expect(w.send('\r\n\r\n')).toEqual([]);
  expect(w.agent.counters().malformed).toBe(4);
});

test('calls without an ACK are capped, and room comes back when they expire', () => {
  const w = world({ maxPendingInvites: 2, acknowledgedByMs: 8_000 });
  const invite = (n: number): string =>
    request({ body: offer }).replaceAll('peertag', `t${n}`).replace('peer-call', `c${n}`);
  expect(w.send(invite(1)).at(-1)).toBe('SIP/2.0 200 OK');
  expect(w.send(invite(2)).at(-1)).toBe('SIP/2.0 200 OK');
  expect(w.send(invite(3)).at(-1)).toBe('SIP/2.0 503 Service Unavailable');
  expect(w.got.at(-1)).toContain('Retry-After: 5');
  w.time.advance(40_000);
  expect(w.send(invite(4)).at(-1)).toBe('SIP/2.0 200 OK');
  expect(w.agent.counters()).toMatchObject({ overloaded: 1, unacknowledged: 2 });
});

test('one address cannot send more than its share', () => {
  const w = world({ rateLimit: { perSecond: 10, burst: 20 } });
  const options = (): string[] => w.send(request({ method: 'OPTIONS' }));
  for (let i = 0; i < 30; i++) w.peer.send('garbage', us);
  w.time.advance(20);
  expect(w.agent.counters()).toMatchObject({ malformed: 20, rateLimited: 10 });
  expect(options()).toEqual([]);
  w.time.advance(1_000);
  expect(options()).toEqual(['SIP/2.0 200 OK']);
});

test('a forked answer: the first is the call, the second gets ACK and BYE, repetitions get ACK', () => {
  const w = world();
  const events: string[] = [];
  w.agent.invite(inviteTo(peerAt, 'out'), recordEvents(events));
  w.time.advance(20);
  const invite = w.got[0]!;
  const contact = ['Contact: <sip:b@192.0.2.66:5070>'];
  expect(w.send(responseTo(invite, 'SIP/2.0 200 OK', 'one', contact, offer))).toEqual([
    'ACK sip:b@192.0.2.66:5070 SIP/2.0',
  ]);
  expect(w.send(responseTo(invite, 'SIP/2.0 200 OK', 'two', contact, offer))).toEqual([
    'ACK sip:b@192.0.2.66:5070 SIP/2.0',
    'BYE sip:b@192.0.2.66:5070 SIP/2.0',
  ]);
  expect(w.got.at(-1)).toContain('tag=two');
  expect(w.send(responseTo(invite, 'SIP/2.0 200 OK', 'one', contact, offer))).toEqual([
    'ACK sip:b@192.0.2.66:5070 SIP/2.0',
  ]);
  expect(events).toEqual(['answer']);
  expect(w.agent.liveCalls()).toBe(1);
});

test('an answer without a description is acknowledged, hung up, and a failure', () => {
  const w = world();
  const events: string[] = [];
  w.agent.invite(inviteTo(peerAt, 'out'), recordEvents(events));
  w.time.advance(20);
  const contact = ['Contact: <sip:b@192.0.2.66:5070>'];
  const sent = w.send(responseTo(w.got[0]!, 'SIP/2.0 200 OK', 'one', contact));
  expect(sent.map((line) => line.split(' ')[0])).toEqual(['ACK', 'BYE']);
  expect(events).toEqual(['fail unusable 200']);
});

test('a redirect is not followed, wherever it leads', () => {
  const w = world();
  const events: string[] = [];
  w.agent.invite(inviteTo(peerAt, 'out'), recordEvents(events));
  w.time.advance(20);
  const contact = ['Contact: <sip:+19005550100@192.0.2.66:5070>'];
  const sent = w.send(responseTo(w.got[0]!, 'SIP/2.0 302 Moved Temporarily', 'a', contact));
  expect(sent.map((line) => line.split(' ')[0])).toEqual(['ACK']);
  w.time.advance(60_000);
  expect(w.got).toHaveLength(2);
  expect(events).toEqual(['fail rejected 302']);
});

test('a challenge is answered once, with a new branch and the next CSeq', () => {
  const w = world();
  const events: string[] = [];
  const credentials = { username: 'bob', password: 'secret' };
  w.agent.invite({ ...inviteTo(peerAt, 'out'), credentials }, recordEvents(events));
  w.time.advance(20);
  const first = w.got[0]!;
  const challenge = ['WWW-Authenticate: Digest realm="r", nonce="n1", qop="auth", algorithm=SHA-256'];
  const sent = w.send(responseTo(first, 'SIP/2.0 401 Unauthorized', 'a', challenge));
  expect(sent.map((line) => line.split(' ')[0])).toEqual(['ACK', 'INVITE']);
  const second = w.got.at(-1)!;
  expect(second).toMatch(
    /^Authorization: Digest username="bob", realm="r", nonce="n1", .*qop=auth, nc=00000001/m,
  );
  expect(second).toMatch(/^CSeq: 2 INVITE\r$/m);
  expect(second).not.toContain('z9hG4bKout;');
  const line = (text: string, name: string) => text.split('\r\n').find((header) => header.startsWith(name));
  expect(line(second, 'From')).toBe(line(first, 'From'));
  expect(line(second, 'Call-ID')).toBe(line(first, 'Call-ID'));
  expect(w.send(responseTo(second, 'SIP/2.0 401 Unauthorized', 'b', challenge))).toHaveLength(1);
  expect(events).toEqual(['fail rejected 401']);
});

test('whatever an INVITE is sent again for, no nonce is used twice with one count', () => {
  const w = world();
  const credentials = { username: 'bob', password: 'secret' };
  w.agent.invite({ ...inviteTo(peerAt, 'out'), credentials }, recordEvents([]));
  w.time.advance(20);
  const refuse = (status: string, ...headers: string[]): string => {
    w.send(responseTo(w.got.at(-1)!, `SIP/2.0 ${status}`, 'a', headers));
    const counts = [...w.got.at(-1)!.matchAll(/^(\w+-)?Authorization: .* nonce="(\w+)".* nc=0000000(\d)/gm)];
    return counts
      .map(([, , nonce, count]) => `${nonce} ${count}`)
      .sort()
      .join();
  };
  const challenge = (nonce: string) => `Digest realm="r", qop="auth", nonce="${nonce}"`;
  expect(refuse('401 Unauthorized', `WWW-Authenticate: ${challenge('n1')}`)).toBe('n1 1');
  expect(refuse('422 Session Interval Too Small', 'Min-SE: 3600')).toBe('n1 2');
  const proxy = `Proxy-Authenticate: ${challenge('p1')}`;
  expect(refuse('407 Proxy Authentication Required', proxy)).toBe('n1 3,p1 1');
  expect(refuse('422 Session Interval Too Small', 'Min-SE: 4000')).toBe('n1 4,p1 2');
  expect(new Set(w.got.map((text) => /response="(\w+)"/.exec(text)?.[1]).filter(Boolean)).size).toBe(4);
});

test('a stale nonce is answered with the new one, and 407 likewise', () => {
  const w = world();
  const credentials = { username: 'bob', password: 'secret' };
  const events: string[] = [];
  w.agent.invite({ ...inviteTo(peerAt, 'out'), credentials }, recordEvents(events));
  w.time.advance(20);
  const challenge = (nonce: string, stale: string) => [
    `Proxy-Authenticate: Digest realm="r", nonce="${nonce}", stale=${stale}`,
  ];
  w.send(
    responseTo(w.got.at(-1)!, 'SIP/2.0 407 Proxy Authentication Required', 'a', challenge('n1', 'false')),
  );
  w.send(
    responseTo(w.got.at(-1)!, 'SIP/2.0 407 Proxy Authentication Required', 'b', challenge('n2', 'true')),
  );
  const third = w.got.at(-1)!;
  expect(third.match(/^Proxy-Authorization: .*/gm)).toHaveLength(1);
  expect(third).toContain('nonce="n2"');
  const contact = ['Contact: <sip:b@192.0.2.66:5070>'];
  w.send(responseTo(third, 'SIP/2.0 200 OK', 'c', contact, offer));
  // §13.2.2.4: the ACK carries the credentials of its INVITE.
  expect(w.got.at(-1)).toMatch(/^ACK [\s\S]*\r\nProxy-Authorization: Digest /);
  expect(events).toEqual(['answer']);
});

test('garbage in a running call changes nothing', () => {
  const w = world();
  const toTag = establish(w);
  const bye = request({ method: 'BYE', toTag, cseq: 2 });
  for (let cut = 0; cut < bye.length - 3; cut += 7) w.peer.send(bye.slice(0, cut), us);
  w.peer.send(bye.replace('CSeq: 2', 'CSeq: 2\r\n evil: x'), us);
  w.peer.send(bye.replace('peertag', 'other'), us);
  w.time.advance(1_000);
  expect(w.agent.liveCalls()).toBe(1);
  expect(w.seen).toEqual(['invite', 'ack']);
});
