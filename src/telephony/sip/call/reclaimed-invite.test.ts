import { expect, it } from 'vitest';
import {
  acceptCall,
  delegateOf,
  FakeNetwork,
  inviteTo,
  recordEvents,
} from '../../../../test/sip/fake-network.ts';
import type { IncomingCall } from './incoming-call.ts';
import type { OutgoingCall } from './outgoing-invite.ts';

const us = { address: '192.0.2.1', port: 5060 };
const elsewhere = { address: '192.0.2.3', port: 5080 };
const them = { address: '192.0.2.2', port: 5060 };
const withinMs = 3500;

/** Returns a call that rings at `them`, and what its process stored before it died. */
function ringing() {
  const network = new FakeNetwork();
  const theySaw: string[] = [];
  let incoming: IncomingCall | null = null;
  const callee = network.userAgent(
    them,
    delegateOf(theySaw, (call) => {
      incoming = call;
      call.ring();
    }),
  );
  const dead = network.userAgent(
    us,
    delegateOf([], () => undefined),
  );
  const weSaw: string[] = [];
  const call: OutgoingCall = dead.invite(inviteTo(them, 'call-1'), recordEvents(weSaw));
  expect(call.pending?.early).toBeNull();
  network.scheduler.advance(1000);
  const stored: unknown = JSON.parse(JSON.stringify(call.pending));
  const successor = (at: typeof us) =>
    network.userAgent(
      at,
      delegateOf([], () => undefined),
    );
  return {
    network,
    time: network.scheduler,
    stored,
    call,
    callee,
    incoming: incoming!,
    theySaw,
    weSaw,
    successor,
  };
}

it('the successor at the same address cancels a ringing call and learns that it was not answered', async () => {
  const { time, stored, successor, theySaw, callee, network } = ringing();
  const next = successor(us);
  const outcome = next.reclaim(stored, withinMs);
  time.advance(1000);
  expect(await outcome).toEqual({ kind: 'refused', code: 487, reason: 'Request Terminated' });
  expect(theySaw).toEqual(['invite', 'cancel']);
  const sent = network.startLines(us).slice(1);
  expect(sent).toEqual(['CANCEL sip:+15550100@192.0.2.2 SIP/2.0', 'ACK sip:+15550100@192.0.2.2 SIP/2.0']);
  time.advance(200_000);
  expect([next.stateSize(), callee.stateSize()]).toEqual([0, 0]);
});

it('at another address it stops the ringing, and does not learn what came of it', async () => {
  const { time, stored, successor, theySaw } = ringing();
  const outcome = successor(elsewhere).reclaim(stored, withinMs);
  time.advance(withinMs + 10);
  expect(await outcome).toBeNull();
  expect(theySaw).toEqual(['invite', 'cancel']);
});

it('an answer that comes to the successor is acknowledged and hung up on', async () => {
  const { time, stored, successor, incoming, theySaw, callee } = ringing();
  const next = successor(us);
  acceptCall(incoming);
  time.advance(600);
  const outcome = next.reclaim(stored, withinMs);
  time.advance(withinMs + 10);
  expect(await outcome).toEqual({ kind: 'answered' });
  expect(theySaw).toEqual(['invite', 'ack', 'end remote']);
  time.advance(200_000);
  expect([next.stateSize(), callee.stateSize()]).toEqual([0, 0]);
});

it('an answer that comes after that time is hung up on all the same', async () => {
  const { time, stored, successor, incoming, theySaw, network } = ringing();
  network.lose = ({ text }) => text.startsWith('CANCEL');
  const outcome = successor(us).reclaim({ ...(stored as object), early: null }, withinMs);
  time.advance(withinMs + 10);
  expect(await outcome).toBeNull();
  expect(theySaw).toEqual(['invite']);
  acceptCall(incoming);
  time.advance(1000);
  expect(theySaw).toEqual(['invite', 'ack', 'end remote']);
});

it('a peer that receives no CANCEL receives a BYE in the early dialog', async () => {
  const { time, stored, successor, incoming, network } = ringing();
  network.lose = ({ text }) => text.startsWith('CANCEL');
  const outcome = successor(us).reclaim(stored, withinMs);
  time.advance(withinMs + 100);
  expect(await outcome).toBeNull();
  expect(network.startLines(us).at(-1)).toBe('ACK sip:+15550100@192.0.2.2 SIP/2.0');
  expect(acceptCall(incoming)).toBe(false);
});

it('what was answered and acknowledged before the death is ended by its early dialog', async () => {
  const { network, time, stored, call, incoming, successor, theySaw } = ringing();
  network.lose = () => false;
  acceptCall(incoming);
  time.advance(1000);
  expect(theySaw).toEqual(['invite', 'ack']);
  expect(call.pending).toBeNull();
  const outcome = successor(us).reclaim(stored, withinMs);
  time.advance(withinMs + 2000);
  expect(await outcome).toBeNull();
  expect(theySaw).toEqual(['invite', 'ack', 'end remote']);
});

it('who only wants it over need not wait', () => {
  const { time, stored, successor, theySaw } = ringing();
  const next = successor(us);
  expect(next.hangUp(stored)).toBe(true);
  time.advance(1000);
  expect(theySaw).toEqual(['invite', 'cancel']);
  expect(next.hangUp({ invite: {} })).toBe(false);
});

it('what is no INVITE is none', async () => {
  const { stored, successor } = ringing();
  const next = successor(us);
  const good = stored as { invite: object };
  for (const bad of [
    null,
    {},
    'x',
    { ...good, peer: null },
    { ...good, invite: {} },
    { ...good, fromTag: 5 },
  ]) {
    expect(await next.reclaim(bad, withinMs)).toBeNull();
  }
  expect(next.stateSize()).toBe(0);
});
