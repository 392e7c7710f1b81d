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
  offer,
  placeAnswered,
  request,
  requestToCaller,
  responseTo,
  us,
  world,
} from '../../../../test/sip/scripted-peer.ts';
import type { Endpoint } from '../base/transport.ts';
import { renderReplaces } from '../message/replaces.ts';
import { buildOffer } from '../sdp/sdp-audio.ts';
import type { IncomingCall } from './incoming-call.ts';
import type { IncomingReferral } from './incoming-referral.ts';
import type { OutgoingCallEvents } from './outgoing-invite.ts';
import type { OutgoingRefer, ReferEvents } from './outgoing-referral.ts';

const [second, third]: Endpoint[] = [
  { address: '192.0.2.2', port: 5060 },
  { address: '192.0.2.3', port: 5060 },
];
const to = (target: Endpoint | undefined): OutgoingRefer => ({ target: `sip:x@${target?.address}:5060` });

function recordRefer(seen: string[]): ReferEvents {
  return {
    onAccepted: () => seen.push('accepted'),
    onProgress: (status) => seen.push(`progress ${status}`),
    onEnd: (result) => seen.push(`${result.kind} ${'status' in result ? result.status : result.reason}`),
  };
}

/** Returns three agents: the first is in a call with the second, and the second calls the third on request. */
function trio(take: (call: IncomingCall) => void, mayReplace = true) {
  const network = new FakeNetwork();
  const seen = { first: [] as string[], second: [] as string[], third: [] as string[] };
  const idle = delegateOf([], () => {});
  const first = network.userAgent(us, idle);
  const thirdAgent = network.userAgent(third!, {
    ...idle,
    onInvite: (call) => {
      seen.third.push('invite');
      take(call);
      return { ...recordEvents(seen.third), mayReplace: () => mayReplace };
    },
  });
  const place = (referral: IncomingReferral): void => {
    referral.accept();
    const { replaces } = referral;
    const extraHeaders = replaces ? [['Replaces', renderReplaces(replaces)] as const] : [];
    const host = referral.target.host;
    const events: OutgoingCallEvents = {
      ...recordEvents(seen.second),
      onProvisional: (code) => referral.progress(code),
      onAnswer: () => referral.progress(200),
      onFail: ({ code }) => referral.progress(code ?? 500),
    };
    secondAgent.invite({ ...inviteTo({ address: host, port: 5060 }, 'transfer'), extraHeaders }, events);
  };
  const secondAgent = network.userAgent(second!, {
    ...idle,
    onInvite: (call) => {
      seen.second.push('invite');
      acceptCall(call);
      return { ...recordEvents(seen.second), onRefer: place };
    },
  });
  const call = first.invite(inviteTo(second!, 'call'), recordEvents(seen.first));
  network.scheduler.advance(1_000);
  const clean = (): number[] => {
    network.scheduler.advance(400_000);
    return [first.stateSize(), secondAgent.stateSize(), thirdAgent.stateSize(), network.scheduler.pending];
  };
  return { network, time: network.scheduler, seen, first, call, clean, thirdAgent, secondAgent };
}

test('a blind transfer is accepted, and reports its progress and its end', () => {
  const w = trio((call) => {
    call.ring();
    w.time.after(5_000, () => acceptCall(call));
  });
  const seen: string[] = [];
  w.call.refer({ ...to(third), referredBy: 'sip:agent@192.0.2.1' }, recordRefer(seen));
  w.time.advance(1_000);
  expect(seen).toEqual(['accepted', 'progress 180']);
  w.time.advance(6_000);
  expect(seen).toEqual(['accepted', 'progress 180', 'succeeded 200']);
  expect(w.seen.third).toEqual(['invite', 'ack']);
  expect(w.network.sent.some(({ text }) => text.includes('Referred-By: <sip:agent@192.0.2.1>'))).toBe(true);
  w.call.hangUp();
  w.time.advance(1_000);
  expect(w.secondAgent.liveCalls()).toBe(1);
});

test('a transfer to someone who is busy fails with that status', () => {
  const w = trio((call) => call.reject(486));
  const seen: string[] = [];
  w.call.refer(to(third), recordRefer(seen));
  w.time.advance(1_000);
  expect(seen).toEqual(['accepted', 'failed 486']);
  w.call.hangUp();
  expect(w.clean()).toEqual([0, 0, 0, 0]);
});

test('an attended transfer from where the call may not be replaced from fails, and the call stays', () => {
  const w = trio(acceptCall, false);
  const consulted: string[] = [];
  const consultation = w.first.invite(inviteTo(third!, 'consultation'), recordEvents(consulted));
  w.time.advance(1_000);
  const seen: string[] = [];
  w.call.refer({ ...to(third), replaces: consultation.replaces! }, recordRefer(seen));
  w.time.advance(1_000);
  expect([seen, consulted]).toEqual([['accepted', 'failed 403'], ['answer']]);
  expect(w.seen.third).toEqual(['invite', 'ack']);
});

test('an attended transfer: the call to the third goes on with the second in our place', async () => {
  const w = trio(acceptCall);
  const consulted: string[] = [];
  const consultation = w.first.invite(
    { ...inviteTo(third!, 'consultation'), sdpOffer: buildOffer({ ...localAudio, sessionId: 9 }) },
    recordEvents(consulted),
  );
  w.time.advance(1_000);
  expect(w.seen.third).toEqual(['invite', 'ack']);
  const seen: string[] = [];
  w.call.refer({ ...to(third), replaces: consultation.replaces! }, recordRefer(seen));
  w.time.advance(1_000);
  expect(seen).toEqual(['accepted', 'succeeded 200']);
  // The third keeps its call, and gets only an offer with the new audio.
  expect(w.seen.third).toEqual(['invite', 'ack', 'offer']);
  expect([w.thirdAgent.liveCalls(), consulted]).toEqual([1, ['answer', 'end remote']]);
  w.call.hangUp();
  w.time.advance(1_000);
  expect([w.first.liveCalls(), w.secondAgent.liveCalls(), w.thirdAgent.liveCalls()]).toEqual([0, 1, 1]);
  const closed = w.secondAgent.close({ graceMs: 0 });
  for (let i = 0; i < 4; i++) {
    w.time.advance(1_000);
    await Promise.resolve();
  }
  await closed;
  expect(w.seen.third).toEqual(['invite', 'ack', 'offer', 'end remote']);
  expect(w.clean()).toEqual([0, 0, 0, 0]);
});

const notifyHeaders = (state: string) => ['Event: refer', `Subscription-State: ${state}`];
const fragment = (line: string) => `${line}\r\n`;
const asFragment = (text: string): string => text.replace('application/sdp', 'message/sipfrag;version=2.0');

test('a transfer has an unknown outcome when the peer never reports it, or stops reporting', () => {
  for (const state of [null, 'active;expires=100', 'terminated;reason=timeout']) {
    const w = world();
    const { call } = placeAnswered(w);
    const seen: string[] = [];
    call.refer(to(third), recordRefer(seen));
    w.time.advance(20);
    w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 202 Accepted', 'one'));
    if (state !== null) {
      const parts = { method: 'NOTIFY', cseq: 1, headers: notifyHeaders(state) };
      const text = requestToCaller({ ...parts, body: fragment('SIP/2.0 180 Ringing') });
      expect(w.send(asFragment(text))).toEqual(['SIP/2.0 200 OK']);
    }
    w.time.advance(state === null ? 31_000 : 99_000);
    const progress = state === null ? [] : ['progress 180'];
    const stopped = state?.startsWith('terminated')
      ? ['unknown the peer ended the subscription without a result']
      : [];
    expect(seen).toEqual(['accepted', ...progress, ...stopped]);
    w.time.advance(2_000);
    const end = 'unknown the peer never reported how the transfer ended';
    expect(seen.at(-1)).toBe(stopped[0] ?? end);
    expect(w.send(requestToCaller({ method: 'NOTIFY', cseq: 2, headers: notifyHeaders('active') }))).toEqual([
      'SIP/2.0 481 Call/Transaction Does Not Exist',
    ]);
    call.hangUp();
    w.time.advance(100_000);
    expect([w.agent.stateSize(), w.time.pending]).toEqual([0, 0]);
  }
});

test('a refusal, a vanished peer, a second transfer at once, and the end of the call', () => {
  const w = world();
  const { call, events } = placeAnswered(w);
  const seen: string[] = [];
  call.refer(to(third), recordRefer(seen));
  call.refer(to(third), recordRefer(seen));
  expect(seen).toEqual(['refused null']);
  w.time.advance(20);
  w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 405 Method Not Allowed', 'one'));
  expect(seen.at(-1)).toBe('refused 405');
  call.refer(to(third), recordRefer(seen));
  w.send(requestToCaller({ method: 'NOTIFY', cseq: 1, headers: ['Event: presence'] }));
  expect(w.got.at(-1)).toContain('489 Bad Event');
  w.time.advance(32_100);
  expect(seen.at(-1)).toBe('refused null');
  expect(events).toEqual(['answer', 'end system']);
  const w2 = world();
  const other = placeAnswered(w2);
  other.call.refer(to(third), recordRefer(seen));
  w2.time.advance(20);
  w2.send(responseTo(w2.got.at(-1)!, 'SIP/2.0 202 Accepted', 'one'));
  other.call.hangUp();
  expect(seen.at(-1)).toBe('unknown the call ended before the transfer');
});

test('what cannot stand in a message is refused before anything is sent', () => {
  const w = world();
  const { call } = placeAnswered(w);
  const sent = w.network.sent.length;
  const replaces = { callId: 'a', toTag: 'b;x', fromTag: 'c', earlyOnly: false };
  for (const refer of [
    { target: 'nobody' },
    { target: 'sip:a@b>\r\nX: y' },
    { ...to(third), referredBy: 'x y' },
    { ...to(third), replaces },
  ]) {
    expect(() => call.refer(refer, recordRefer([]))).toThrow(TypeError);
  }
  expect(w.network.sent).toHaveLength(sent);
});

test.each([
  ['Refer-To: <sip:x@192.0.2.3>', 'SIP/2.0 603 Decline'],
  ['Refer-To: <mailto:x@192.0.2.3>', 'SIP/2.0 400 Bad Request'],
  ['Refer-To: <sip:x@192.0.2.3?Replaces=%zz>', 'SIP/2.0 400 Bad Request'],
  ['Refer-To: <sip:x@192.0.2.3?Replaces=broken>', 'SIP/2.0 400 Bad Request'],
  ['X: y', 'SIP/2.0 400 Bad Request'],
])("a peer's REFER with %s, which nobody here decides on, gets %s", (header, answer) => {
  const w = world();
  const toTag = establish(w);
  expect(w.send(request({ method: 'REFER', toTag, cseq: 2, headers: [header] }))).toEqual([answer]);
});

test('a REFER that the application does not answer is refused, and one that it does not end is ended', () => {
  const referrals: IncomingReferral[] = [];
  const seen: string[] = [];
  const w = world({
    delegate: {
      admits: () => true,
      onInvite: (call) => {
        acceptCall(call);
        seen.push('invite');
        return { ...recordEvents(seen), onRefer: (referral) => referrals.push(referral) };
      },
    },
  });
  w.send(request({ body: offer }));
  const toTag = /^To: .*;tag=([0-9a-f]+)/m.exec(w.got.at(-1)!)![1]!;
  w.send(request({ method: 'ACK', toTag }));
  const headers = ['Refer-To: "Bob" <sip:bob@192.0.2.3?Replaces=a%3Bto-tag%3Db%3Bfrom-tag%3Dc>'];
  expect(w.send(request({ method: 'REFER', toTag, cseq: 2, headers }))).toEqual([]);
  expect(referrals[0]).toMatchObject({
    target: { user: 'bob', text: 'sip:bob@192.0.2.3' },
    replaces: { callId: 'a', toTag: 'b', fromTag: 'c' },
  });
  expect(w.send(request({ method: 'REFER', toTag, cseq: 3, headers }))).toEqual([
    'SIP/2.0 491 Request Pending',
  ]);
  w.time.advance(10_000);
  expect(w.got.at(-1)).toMatch(/^SIP\/2\.0 603 Decline/);
  w.send(request({ method: 'REFER', toTag, cseq: 4, headers }));
  referrals[1]!.accept();
  w.time.advance(20);
  expect(w.got.at(-1)).toMatch(
    /^NOTIFY [\s\S]*Event: refer;id=4\r\n[\s\S]*\r\n\r\nSIP\/2\.0 100 Trying\r\n$/,
  );
  w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 200 OK', 'peertag'));
  w.time.advance(180_000);
  const last = w.network.sent.map(({ text }) => text).filter((text) => text.startsWith('NOTIFY'));
  expect(last.some((text) => /Subscription-State: terminated[\s\S]*SIP\/2\.0 408/.test(text))).toBe(true);
});
