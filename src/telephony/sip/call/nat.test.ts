import { expect, test } from 'vitest';
import { acceptCall, inviteTo, recordEvents } from '../../../../test/sip/fake-network.ts';
import { offer, peerAt, request, responseTo, us, world } from '../../../../test/sip/scripted-peer.ts';
import { isBehindNat } from '../base/private-address.ts';
import type { IncomingCall } from './incoming-call.ts';

const privateContact = 'Contact: <sip:peer@10.0.0.5:5062>';

test('requests ask for rport, and a response to one goes to where it came from', () => {
  const w = world();
  w.send(request({ method: 'OPTIONS' }));
  expect(w.network.sent.at(-1)).toMatchObject({ to: peerAt });
  expect(w.got.at(-1)).toMatch(/^Via: .*;rport=5070;received=192\.0\.2\.66\r$/m);
  w.agent.invite(inviteTo(peerAt, 'out'), recordEvents([]));
  w.time.advance(20);
  expect(w.got.at(-1)).toMatch(/^Via: SIP\/2\.0\/UDP 192\.0\.2\.1:5060;branch=[^;]+;rport\r$/m);
});

test('a caller with a private Contact is reached where its INVITE came from, under the URI of its Contact', () => {
  const calls: IncomingCall[] = [];
  const w = world({}, (call) => {
    calls.push(call);
    acceptCall(call);
  });
  const hidden = (text: string): string => text.replace(/^Contact: .*$/m, privateContact);
  w.send(hidden(request({ body: offer })));
  const toTag = /^To: .*;tag=([0-9a-f]+)/m.exec(w.got.at(-1)!)![1]!;
  w.send(hidden(request({ method: 'ACK', toTag })));
  calls[0]!.hangUp();
  w.time.advance(20);
  expect(w.network.sent.at(-1)).toMatchObject({ from: us, to: peerAt });
  expect(w.got.at(-1)).toMatch(/^BYE sip:peer@10\.0\.0\.5:5062 SIP\/2\.0\r\n/);
});

test('a called side with a private Contact is reached where the INVITE was sent', () => {
  const w = world();
  const events: string[] = [];
  const call = w.agent.invite(inviteTo(peerAt, 'out'), recordEvents(events));
  w.time.advance(20);
  const sent = w.send(responseTo(w.got[0]!, 'SIP/2.0 200 OK', 'one', [privateContact], offer));
  expect(sent).toEqual(['ACK sip:peer@10.0.0.5:5062 SIP/2.0']);
  call.hangUp();
  w.time.advance(20);
  expect(w.got.at(-1)).toMatch(/^BYE sip:peer@10\.0\.0\.5:5062 /);
});

test.each([
  ['10.1.2.3', '198.51.100.1', true],
  ['192.168.1.9', '198.51.100.1', true],
  ['100.64.0.1', '198.51.100.1', true],
  ['127.0.0.1', '198.51.100.1', true],
  ['[fd00::1]', '2001:db8::1', true],
  ['[fe80::1]', '2001:db8::1', true],
  // On one private network, the Contact is as good as the source.
  ['10.1.2.3', '10.9.9.9', false],
  ['127.0.0.1', '127.0.0.1', false],
  ['198.51.100.2', '198.51.100.1', false],
  ['172.32.0.1', '198.51.100.1', false],
  ['phone.example.com', '198.51.100.1', false],
  ['', '198.51.100.1', false],
])('a peer that names %s and is heard from %s is behind a NAT: %s', (named, seen, expected) => {
  expect(isBehindNat(named, seen)).toBe(expected);
});
