import { expect } from 'vitest';
import type { IncomingCall } from '../../src/telephony/sip/call/incoming-call.ts';
import type { OutgoingInvite } from '../../src/telephony/sip/call/outgoing-invite.ts';
import { buildOffer } from '../../src/telephony/sip/sdp/sdp-audio.ts';
import type { UserAgentOptions } from '../../src/telephony/sip/ua/user-agent-options.ts';
import { acceptCall, delegateOf, FakeNetwork, inviteTo, localAudio, recordEvents } from './fake-network.ts';

/** The address of our user agent. */
export const us = { address: '192.0.2.1', port: 5060 };
/** The address of the scripted peer. */
export const peerAt = { address: '192.0.2.66', port: 5070 };
let branches = 0;

/** Returns our user agent and a peer whose every message the test writes. */
export function world(
  options: Partial<UserAgentOptions> = {},
  take: (call: IncomingCall) => void = acceptCall,
) {
  const network = new FakeNetwork();
  const seen: string[] = [];
  const got: string[] = [];
  const agent = network.userAgent(us, { ...delegateOf(seen, take), ...options.delegate }, { ...options });
  const peer = network.peer(peerAt, (bytes) => got.push(bytes.toString()));
  const send = (text: string): string[] => {
    const before = got.length;
    peer.send(text, us);
    network.scheduler.advance(30);
    return got.slice(before).map((message) => message.split('\r\n', 1)[0]!);
  };
  return { network, seen, got, agent, peer, send, time: network.scheduler };
}

/** The differences of a request from an INVITE without a body. */
export interface Parts {
  method?: string;
  uri?: string;
  toTag?: string;
  cseq?: number;
  headers?: string[];
  body?: string;
  branch?: string;
}

/** Returns a request of the peer. */
export function request(parts: Parts): string {
  const { method = 'INVITE', uri = 'sip:4711@192.0.2.1', cseq = 1, headers = [], body = '' } = parts;
  return [
    `${method} ${uri} SIP/2.0`,
    `Via: SIP/2.0/UDP 10.0.0.1:5070;branch=${parts.branch ?? `z9hG4bK-${++branches}`};rport`,
    'Max-Forwards: 70',
    'From: "Peer" <sip:peer@192.0.2.66>;tag=peertag',
    `To: <sip:4711@192.0.2.1>${parts.toTag === undefined ? '' : `;tag=${parts.toTag}`}`,
    'Call-ID: peer-call',
    `CSeq: ${cseq} ${method}`,
    'Contact: <sip:peer@192.0.2.66:5070>',
    ...headers,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** The peer's offer, and the same on hold. */
export const offer = buildOffer({ ...localAudio, address: '192.0.2.66' });
export const heldOffer = offer.replace('sendrecv', 'sendonly');

/** Sends an INVITE that is accepted, and its ACK. Returns our tag. */
export function establish(w: ReturnType<typeof world>): string {
  expect(w.send(request({ body: offer }))).toEqual(['SIP/2.0 100 Trying', 'SIP/2.0 200 OK']);
  const toTag = /^To: .*;tag=([0-9a-f]+)/m.exec(w.got.at(-1)!)![1]!;
  expect(w.send(request({ method: 'ACK', toTag }))).toEqual([]);
  expect(w.seen).toEqual(['invite', 'ack']);
  return toTag;
}

/** Returns the peer's response to our request. */
export function responseTo(
  invite: string,
  startLine: string,
  toTag: string,
  headers: string[] = [],
  body = '',
): string {
  const copied = invite.split('\r\n').filter((line) => /^(Via|From|Call-ID|CSeq): /.test(line));
  const to = `To: <sip:x@y>;tag=${toTag}`;
  const type = body === '' ? [] : ['Content-Type: application/sdp'];
  return [startLine, ...copied, to, ...headers, ...type, `Content-Length: ${body.length}`, '', body].join(
    '\r\n',
  );
}

/** Places a call that the peer answers. Returns the call and the events so far. */
export function placeAnswered(w: ReturnType<typeof world>, invite: Partial<OutgoingInvite> = {}) {
  const events: string[] = [];
  const call = w.agent.invite({ ...inviteTo(peerAt, 'out'), ...invite }, recordEvents(events));
  w.time.advance(20);
  const contact = ['Contact: <sip:b@192.0.2.66:5070>', 'Allow: INVITE, ACK, CANCEL, BYE, UPDATE'];
  expect(w.send(responseTo(w.got[0]!, 'SIP/2.0 200 OK', 'one', contact, offer))).toEqual([
    'ACK sip:b@192.0.2.66:5070 SIP/2.0',
  ]);
  expect(events).toEqual(['answer']);
  return { call, events };
}

/** Returns a request of the peer within a call that we placed. */
export function requestToCaller(parts: Parts): string {
  return request(parts)
    .replace(/^From: .*$/m, 'From: <sip:x@y>;tag=one')
    .replace(/^To: .*$/m, 'To: <sip:us@192.0.2.1>;tag=from-out')
    .replace('Call-ID: peer-call', 'Call-ID: out');
}
