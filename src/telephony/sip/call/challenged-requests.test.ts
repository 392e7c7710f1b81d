import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { acceptCall, delegateOf, inviteTo, recordEvents } from '../../../../test/sip/fake-network.ts';
import {
  establish,
  heldOffer,
  offer,
  peerAt,
  placeAnswered,
  responseTo,
  world,
} from '../../../../test/sip/scripted-peer.ts';
import type { Credentials } from '../message/digest.ts';
import type { EstablishedCall } from './established-call.ts';
import type { IncomingCall } from './incoming-call.ts';

let credentials: Credentials;
beforeEach(() => {
  credentials = { username: 'bob', password: 'secret' };
});
const unauthorized = 'SIP/2.0 401 Unauthorized';
const proxyAsks = 'SIP/2.0 407 Proxy Authentication Required';
const asks = (nonce: string, more = '', realm = 'r') =>
  `WWW-Authenticate: Digest realm="${realm}", nonce="${nonce}", qop="auth"${more}`;
const proxy = (nonce: string, realm: string) => asks(nonce, '', realm).replace('WWW', 'Proxy');

/** Returns a call in either direction over a trunk with a password. */
function talking(direction: 'placed' | 'taken') {
  let taken: IncomingCall | null = null;
  const w = world({}, (call) => {
    taken = call;
    call.assignTrunk({ host: peerAt.address, port: peerAt.port }, credentials);
    acceptCall(call);
  });
  if (direction === 'placed') {
    const { call } = placeAnswered(w, { credentials });
    return { w, call: call as EstablishedCall & { hangUp(): void } };
  }
  establish(w);
  return { w, call: taken! as EstablishedCall & { hangUp(): void } };
}

const requests: Record<string, (call: EstablishedCall & { hangUp(): void }) => unknown> = {
  BYE: (call) => call.hangUp(),
  INFO: (call) => call.sendDigit('1'),
  INVITE: (call) => call.changeAudio(heldOffer),
  REFER: (call) => call.refer({ target: 'sip:a@b.example' }, { onEnd: () => undefined }),
};

/** Returns the credentials of the last request. */
function proofsOf(text: string): string[] {
  const [method, uri] = text.split(' ', 2);
  return [...text.matchAll(/^((?:Proxy-)?Authorization): Digest (.*?)\r$/gm)].map(([, name, value]) => {
    const field = (key: string) => new RegExp(`[ ,]?${key}="?([^",]+)`).exec(value!)![1]!;
    const md5 = (it: string) => createHash('md5').update(it).digest('hex');
    const secret = md5(`bob:${field('realm')}:secret`);
    const parts = [field('nonce'), field('nc'), field('cnonce'), 'auth', md5(`${method}:${uri}`)];
    expect([field('response'), field('uri')]).toEqual([md5([secret, ...parts].join(':')), uri]);
    return `${name} ${field('realm')} ${field('nonce')} ${Number(field('nc'))}`;
  });
}
const cseqOf = (text: string) => Number(/^CSeq: (\d+) /m.exec(text)![1]);
const branchOf = (text: string) => /;branch=([^;\r]+)/.exec(text)![1];

describe.each(['placed', 'taken'] as const)('in a call that was %s', (direction) => {
  it.each(Object.keys(requests))(
    'a challenged %s is sent again with the credentials of the trunk',
    (method) => {
      const { w, call } = talking(direction);
      requests[method]!(call);
      w.time.advance(20);
      const first = w.got.at(-1)!;
      expect(first.split(' ')[0]).toBe(method);
      w.send(responseTo(first, unauthorized, 'one', [asks('n1')]));
      const second = w.got.at(-1)!;
      expect(second.split(' ')[0]).toBe(method);
      expect(proofsOf(second)).toEqual(['Authorization r n1 1']);
      expect(cseqOf(second)).toBe(cseqOf(first) + 1);
      expect(branchOf(second)).not.toBe(branchOf(first));
      // The credentials are wrong. Only the ACK of an INVITE is sent after the second attempt.
      const sent = w.send(responseTo(second, unauthorized, 'one', [asks('n2')]));
      expect(sent.filter((line) => !line.startsWith('ACK'))).toEqual([]);
    },
  );

  it('every proxy on the way is answered, and a stale nonce again', () => {
    const { w, call } = talking(direction);
    requests.INFO!(call);
    w.time.advance(20);
    const refuse = (status: string, ...headers: string[]) => {
      const sent = w.send(responseTo(w.got.at(-1)!, status, 'one', headers));
      return sent.length === 0 ? 'nothing' : proofsOf(w.got.at(-1)!);
    };
    expect(refuse(proxyAsks, proxy('a1', 'a'))).toEqual(['Proxy-Authorization a a1 1']);
    const both = ['Proxy-Authorization a a1 2', 'Proxy-Authorization b b1 1'];
    expect(refuse(proxyAsks, proxy('b1', 'b'))).toEqual(both);
    const stale = asks('a2', ', stale=true', 'a').replace('WWW', 'Proxy');
    expect(refuse(proxyAsks, stale)).toEqual(['Proxy-Authorization b b1 2', 'Proxy-Authorization a a2 1']);
    expect(refuse(proxyAsks, proxy('b2', 'b'))).toBe('nothing');
  });

  it('challenges of several realms in one response are answered together', () => {
    const { w, call } = talking(direction);
    requests.BYE!(call);
    w.time.advance(20);
    const md5 = asks('c1', ', algorithm=MD5', 'c');
    w.send(responseTo(w.got.at(-1)!, proxyAsks, 'one', [proxy('a1', 'a'), proxy('b1', 'b'), md5]));
    expect(proofsOf(w.got.at(-1)!)).toEqual(['Proxy-Authorization a a1 1', 'Proxy-Authorization b b1 1']);
  });

  it('a nonce that comes again has its count go on', () => {
    const { w, call } = talking(direction);
    for (const count of [1, 2, 3]) {
      requests.INFO!(call);
      w.time.advance(20);
      w.send(responseTo(w.got.at(-1)!, unauthorized, 'one', [asks('same')]));
      expect(proofsOf(w.got.at(-1)!)).toEqual([`Authorization r same ${count}`]);
      w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 200 OK', 'one'));
    }
  });
});

it('a nonce of the INVITE has its count go on within the call', () => {
  const w = world();
  const events: string[] = [];
  const call = w.agent.invite({ ...inviteTo(peerAt, 'out'), credentials }, recordEvents(events));
  w.time.advance(20);
  w.send(responseTo(w.got.at(-1)!, unauthorized, 'one', [asks('n')]));
  const contact = ['Contact: <sip:b@192.0.2.66:5070>'];
  w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 200 OK', 'one', contact, offer));
  call.hangUp();
  w.time.advance(20);
  w.send(responseTo(w.got.at(-1)!, unauthorized, 'one', [asks('n')]));
  expect(proofsOf(w.got.at(-1)!)).toEqual(['Authorization r n 2']);
});

it('the BYE of a process that takes the place of a dead one is sent again as well', () => {
  const { w, call } = talking('taken');
  const stored: unknown = JSON.parse(JSON.stringify(call.dialog));
  expect(w.agent.hangUp(stored, credentials)).toBe(true);
  w.time.advance(20);
  const first = w.got.at(-1)!;
  w.send(responseTo(first, unauthorized, 'one', [asks('n')]));
  expect(proofsOf(w.got.at(-1)!)).toEqual(['Authorization r n 1']);
  expect(cseqOf(w.got.at(-1)!)).toBe(cseqOf(first) + 1);
});

it('the BYE to an answer that comes to a process in the place of a dead one is sent again as well', async () => {
  const w = world();
  const call = w.agent.invite(inviteTo(peerAt, 'out'), recordEvents([]));
  w.time.advance(20);
  const invite = w.got.at(-1)!;
  w.send(responseTo(invite, 'SIP/2.0 180 Ringing', 'one'));
  const stored: unknown = JSON.parse(JSON.stringify(call.pending));
  const heir = w.network.userAgent(
    { address: '192.0.2.3', port: 5080 },
    delegateOf([], () => undefined),
  );
  void heir.reclaim(stored, 3_500, credentials);
  w.time.advance(20);
  const contact = ['Contact: <sip:b@192.0.2.66:5070>'];
  w.peer.send(responseTo(invite, 'SIP/2.0 200 OK', 'one', contact, offer), {
    address: '192.0.2.3',
    port: 5080,
  });
  w.time.advance(30);
  const bye = w.got.at(-1)!;
  expect(bye.split(' ')[0]).toBe('BYE');
  w.peer.send(responseTo(bye, unauthorized, 'one', [asks('n')]), { address: '192.0.2.3', port: 5080 });
  w.time.advance(30);
  expect(proofsOf(w.got.at(-1)!)).toEqual(['Authorization r n 1']);
});
