import { once } from 'node:events';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { setImmediate as settled } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  acceptCall,
  delegateOf,
  FakeNetwork,
  inviteTo,
  recordEvents,
} from '../../../../test/sip/fake-network.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import type { IncomingCall } from '../call/incoming-call.ts';
import type { OutgoingInvite } from '../call/outgoing-invite.ts';
import { createSipUserAgent, type SipUserAgent } from '../ua/create-user-agent.ts';
import type { InvitePermit } from './invite-permit.ts';

const us = { address: '192.0.2.1', port: 5060 };
const them = { address: '192.0.2.2', port: 5060 };

/** Returns a permit with this validity, and these results of renewals. */
function permitOf(renewals: boolean[], isValid = false) {
  const state = { isValid, asked: 0 };
  const permit: InvitePermit = {
    isValid: () => state.isValid,
    renew: () => {
      state.isValid = renewals[state.asked++] ?? false;
      return Promise.resolve(state.isValid);
    },
  };
  return { state, permit };
}

function world(take: (call: IncomingCall) => void = acceptCall) {
  const network = new FakeNetwork();
  const seen: string[] = [];
  const caller = network.userAgent(
    us,
    delegateOf([], (call) => call.reject(480)),
  );
  network.userAgent(them, delegateOf([], take));
  const call = (invite: Partial<OutgoingInvite>) =>
    caller.invite({ ...inviteTo(them, 'call-1'), ...invite }, recordEvents(seen));
  const invites = () => network.startLines(us).filter((line) => line.startsWith('INVITE')).length;
  return { network, time: network.scheduler, caller, seen, call, invites };
}

test('an INVITE whose permit has lapsed leaves when that was renewed', async () => {
  const w = world();
  const { permit, state } = permitOf([true]);
  w.call({ permit });
  expect(w.invites()).toBe(0);
  await settled();
  expect([w.invites(), state.asked, w.caller.counters().sent]).toEqual([1, 1, 1]);
  w.time.advance(100);
  expect(w.seen).toEqual(['answer']);
});

test('one whose permit is gone never leaves, and says that nothing was sent', async () => {
  const w = world();
  const failures: unknown[] = [];
  const events = { ...recordEvents([]), onFail: (failure: unknown) => failures.push(failure) };
  w.caller.invite({ ...inviteTo(them, 'call-1'), permit: permitOf([false]).permit }, events);
  await settled();
  expect(failures).toMatchObject([{ kind: 'withheld', code: null, sent: false }]);
  w.time.advance(100_000);
  expect([w.invites(), w.caller.counters().sent, w.caller.stateSize(), w.time.pending]).toEqual([0, 0, 0, 0]);
});

test('a repetition is asked for too: it waits for the renewal, and for the next one where that is refused', async () => {
  const w = world();
  w.network.lose = () => true;
  const { permit, state } = permitOf([true, false, true], true);
  w.call({ permit });
  expect(w.invites()).toBe(1);
  const validAfter = async (ms: number, isValid: boolean) => {
    state.isValid = isValid;
    w.time.advance(ms);
    await settled();
    return w.invites();
  };
  expect(await validAfter(500, true)).toBe(2);
  expect(await validAfter(1000, false)).toBe(3);
  expect(await validAfter(2000, false)).toBe(3);
  expect(await validAfter(4000, false)).toBe(4);
  expect([state.asked, w.caller.counters().retransmissions, w.seen]).toEqual([3, 3, []]);
});

test('the INVITE with credentials is asked for again; refused, the call may be placed anew', async () => {
  const challenge = (call: IncomingCall) =>
    call.reject(407, undefined, [['Proxy-Authenticate', 'Digest realm="a", nonce="b", qop="auth"']]);
  const credentials = { username: 'u', password: 'p' };
  for (const [renewed, invites] of [
    [true, 2],
    [false, 1],
  ] as const) {
    const w = world(challenge);
    const { permit, state } = permitOf([renewed], true);
    w.call({ permit, credentials });
    state.isValid = false;
    w.time.advance(100);
    await settled();
    expect([renewed, w.invites()]).toEqual([renewed, invites]);
    w.time.advance(100);
    expect(w.seen).toEqual([renewed ? 'fail rejected 407' : 'fail withheld null']);
  }
});

test('the INVITE is reported as sent once, when it is sent, and cannot be reclaimed before', async () => {
  const challenge = (call: IncomingCall) =>
    call.reject(407, undefined, [['Proxy-Authenticate', 'Digest realm="a", nonce="b", qop="auth"']]);
  const w = world(challenge);
  const { permit, state } = permitOf([true]);
  let sent = 0;
  const events = { ...recordEvents(w.seen), onSent: () => sent++ };
  const invite = { ...inviteTo(them, 'call-1'), permit, credentials: { username: 'u', password: 'p' } };
  const call = w.caller.invite(invite, events);
  expect([sent, call.pending, state.asked]).toEqual([0, null, 0]);
  await settled();
  expect([sent, w.invites()]).toEqual([1, 1]);
  expect(call.pending).not.toBeNull();
  w.time.advance(100);
  expect([sent, w.invites(), w.seen]).toEqual([1, 2, ['fail rejected 407']]);
});

test('a renewal that hangs until the INVITE has timed out is no INVITE that was sent', async () => {
  const w = world();
  const failures: unknown[] = [];
  const permit = { isValid: () => false, renew: () => new Promise<never>(() => undefined) };
  const events = { ...recordEvents([]), onFail: (failure: unknown) => failures.push(failure) };
  w.caller.invite({ ...inviteTo(them, 'call-1'), permit }, events);
  await settled();
  w.time.advance(32_000);
  expect(failures).toMatchObject([{ kind: 'withheld', sent: false }]);
  expect([w.invites(), w.caller.stateSize(), w.time.pending]).toEqual([0, 0, 0]);
});

test('a call that is given up before its INVITE left is over at once, and none leaves', async () => {
  const w = world();
  const { permit } = permitOf([true]);
  const call = w.call({ permit });
  call.cancel();
  await settled();
  w.time.advance(100_000);
  expect([w.seen, w.invites(), w.time.pending]).toEqual([['fail canceled null'], 0, 0]);
});

function open(hear: (call: IncomingCall) => void = () => {}): Promise<SipUserAgent> {
  const delegate = delegateOf([], (call) => {
    hear(call);
    call.reject(480);
  });
  return createSipUserAgent({
    host: '127.0.0.1',
    port: 0,
    publicAddress: '127.0.0.1',
    log: silentLog,
    delegate,
  });
}

test('over UDP the permit is asked for at the socket, and what it refuses is not sent', async () => {
  const heard: string[] = [];
  const [agent, callee] = [await open(), await open((call) => heard.push(call.callId))];
  const target = { address: '127.0.0.1', port: callee.address.port };
  const outcomeOf = (callId: string, permit: InvitePermit): Promise<string> =>
    new Promise((resolve) => {
      agent.invite({ ...inviteTo(target, callId), permit }, recordEvents([], resolve));
    });
  expect(await outcomeOf('refused', permitOf([]).permit)).toBe('fail withheld null');
  expect(await outcomeOf('sent', permitOf([], true).permit)).toBe('fail rejected 480');
  expect(heard).toEqual(['sent']);
  await Promise.all([agent, callee].map((each) => each.close({ graceMs: 0 })));
});

test('over TCP it is asked for when the connection is made, not before', async () => {
  const sockets: Socket[] = [];
  const heard: string[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on('data', (chunk: Buffer) => heard.push(chunk.toString()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const agent = await open();
  const target = { host: '127.0.0.1', port, transport: 'tcp' as const };
  const { permit, state } = permitOf([false], true);
  const refused = Promise.withResolvers<string>();
  const invite = { ...inviteTo({ address: '127.0.0.1', port }, 'late'), target, permit };
  agent.invite(invite, recordEvents([], refused.resolve));
  // The connection is on its way.
  state.isValid = false;
  expect(await refused.promise).toBe('fail withheld null');
  expect([state.asked, heard]).toEqual([1, []]);
  for (const socket of sockets) socket.destroy();
  server.close();
  await agent.close({ graceMs: 0 });
});
