import { expect, test } from 'vitest';
import {
  acceptCall,
  delegateOf,
  FakeNetwork,
  inviteTo,
  localAudio,
  recordEvents,
} from '../../../../test/sip/fake-network.ts';
import { buildOffer } from '../sdp/sdp-audio.ts';
import type { UserAgent } from '../ua/user-agent.ts';
import type { IncomingCall } from './incoming-call.ts';

const us = { address: '192.0.2.1', port: 5060 };
const them = { address: '192.0.2.2', port: 5060 };
const next = { address: '192.0.2.3', port: 5060 };

/** Returns a call from `us` to `them`, and the user agent of another process. */
function answered() {
  const network = new FakeNetwork();
  const seen = { us: [] as string[], them: [] as string[], next: [] as string[] };
  const ofUs = delegateOf(seen.us, () => {});
  const old = network.userAgent(us, ofUs);
  let theirs: IncomingCall | null = null;
  const theirAgent = network.userAgent(
    them,
    delegateOf(seen.them, (call) => {
      theirs = call;
      acceptCall(call);
    }),
  );
  const other = network.userAgent(
    next,
    delegateOf(seen.next, () => {}),
  );
  const call = old.invite(inviteTo(them, 'call'), recordEvents(seen.us));
  network.scheduler.advance(1_000);
  return { network, seen, old, other, call, theirs: theirs as unknown as IncomingCall, theirAgent };
}

const offer = buildOffer({ ...localAudio, address: next.address, version: 5 });
const linesTo = ({ network }: ReturnType<typeof answered>, to: { address: string }) =>
  network.sent.filter((one) => one.to.address === to.address).map(({ text }) => text.split('\r\n', 1)[0]);

/** Lets the other process take the dialog over. */
async function taken(w: ReturnType<typeof answered>, agent: UserAgent = w.other) {
  const moved = JSON.parse(JSON.stringify(w.call.move()));
  const adopted = agent.adopt(moved, recordEvents(w.seen.next), undefined)!;
  const result = adopted.takeOver(offer, 2_500);
  w.network.scheduler.advance(3_000);
  return { adopted, result: await result };
}

test('another process continues the dialog, and the peer speaks with it alone', async () => {
  const w = answered();
  const { result } = await taken(w);
  expect(result.kind).toBe('taken');
  expect(w.seen.them).toEqual(['invite', 'ack', 'offer']);
  w.call.release();
  const invite = w.network.sent.find(
    ({ from, text }) => from.address === next.address && /^INVITE/.test(text),
  )!;
  expect(invite.text).toMatch(/^CSeq: 2 INVITE\r$/m);
  expect(invite.text).toContain('Call-ID: call');
  const before = linesTo(w, us).length;
  w.theirs.hangUp();
  w.network.scheduler.advance(1_000);
  expect(w.seen.next).toEqual(['end remote']);
  expect(linesTo(w, us)).toHaveLength(before);
  w.network.scheduler.advance(200_000);
  expect([w.old, w.other, w.theirAgent].map((agent) => agent.stateSize())).toEqual([0, 0, 0]);
  expect(w.seen.us).toEqual(['answer']);
});

test('a call whose peer does not answer stays with its process, which asks with a higher number', async () => {
  const w = answered();
  w.network.lose = ({ from, to }) => from.address === next.address || to.address === next.address;
  const { adopted, result } = await taken(w);
  expect(result.kind).toBe('silent');
  adopted.release();
  w.network.lose = () => false;
  w.call.keep(adopted.cseq);
  const change = w.call.changeAudio(buildOffer({ ...localAudio, version: 6 }));
  w.network.scheduler.advance(1_000);
  expect((await change).ok).toBe(true);
  w.call.hangUp();
  w.network.scheduler.advance(200_000);
  expect(w.seen.them).toEqual(['invite', 'ack', 'offer', 'end remote']);
  expect([w.old, w.other, w.theirAgent].map((agent) => agent.stateSize())).toEqual([0, 0, 0]);
});

test('a call that no process has asked about goes on with its next number', async () => {
  const w = answered();
  w.call.move();
  w.call.keep(0);
  const change = w.call.changeAudio(buildOffer({ ...localAudio, version: 6 }));
  w.network.scheduler.advance(1_000);
  expect((await change).ok).toBe(true);
  const invites = w.network.sent.filter(({ text }) => /^INVITE/.test(text));
  expect(invites.map(({ text }) => /^CSeq: (\d+)/m.exec(text)![1])).toEqual(['1', '2']);
});

test('while a call moves, the old process answers an offer with 491 and a BYE with 200', async () => {
  const w = answered();
  expect(w.call.move()).not.toBeNull();
  const change = w.theirs.changeAudio(buildOffer({ ...localAudio, version: 7 }));
  w.network.scheduler.advance(100);
  expect(linesTo(w, them).at(-1)).toBe('SIP/2.0 491 Request Pending');
  w.theirs.hangUp();
  w.network.scheduler.advance(1_000);
  await change;
  expect(w.seen.us).toEqual(['answer', 'end remote']);
  expect(linesTo(w, them).at(-1)).toBe('SIP/2.0 200 OK');
});

test('a dialog over a connection is not moved', () => {
  const w = answered();
  const invite = {
    ...inviteTo(them, 'tcp'),
    target: { host: them.address, port: them.port, transport: 'tcp' as const },
  };
  const call = w.old.invite(invite, recordEvents([]));
  w.network.scheduler.advance(1_000);
  expect(call.dialog).not.toBeNull();
  expect(call.move()).toBeNull();
});
