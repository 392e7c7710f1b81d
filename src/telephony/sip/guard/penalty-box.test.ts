import { expect, test } from 'vitest';
import {
  acceptCall,
  delegateOf,
  FakeNetwork,
  FakeScheduler,
  inviteTo,
  recordEvents,
} from '../../../../test/sip/fake-network.ts';
import { PenaltyBox } from './penalty-box.ts';

const penalty = { refusals: 3, withinMs: 1_000, silenceMs: 10_000 };

test('so many refusals in so short a time, and the silence begins; it ends by itself', () => {
  const time = new FakeScheduler();
  const box = new PenaltyBox(penalty, time);
  expect([box.refused('a'), box.refused('a'), box.isSilenced('a')]).toEqual([false, false, false]);
  expect([box.refused('a'), box.isSilenced('a'), box.isSilenced('b')]).toEqual([true, true, false]);
  time.advance(9_999);
  expect(box.isSilenced('a')).toBe(true);
  time.advance(1);
  expect(box.isSilenced('a')).toBe(false);
});

test('refusals that are far apart bring no silence', () => {
  const time = new FakeScheduler();
  const box = new PenaltyBox(penalty, time);
  for (let i = 0; i < 20; i++) {
    expect(box.refused('a')).toBe(false);
    time.advance(600);
  }
});

test('of very many addresses the first is forgotten', () => {
  const box = new PenaltyBox({ ...penalty, refusals: 1 }, new FakeScheduler());
  for (let i = 0; i <= 10_000; i++) box.refused(`host ${i}`);
  expect([box.isSilenced('host 0'), box.isSilenced('host 1'), box.isSilenced('host 10000')]).toEqual([
    false,
    true,
    true,
  ]);
});

const us = { address: '192.0.2.1', port: 5060 };
const them = { address: '192.0.2.2', port: 5060 };
const scanner = { address: '192.0.2.66', port: 5060 };

test('a scanner gets a few 403 and then nothing, while others are served', () => {
  const network = new FakeNetwork();
  const delegate = {
    ...delegateOf([], acceptCall),
    admits: (source: { address: string }) => source.address === us.address,
  };
  const callee = network.userAgent(them, delegate, { penalty });
  const caller = network.userAgent(us, delegateOf([], acceptCall));
  const seen: string[] = [];
  const call = caller.invite(inviteTo(them, 'running'), recordEvents(seen));
  network.scheduler.advance(100);
  const invite = network.sent[0]!.text;
  const evil = network.peer(scanner);
  const scan = (count: number): number => {
    const before = network.sent.filter(({ to }) => to.address === scanner.address).length;
    for (let i = 0; i < count; i++) {
      evil.send(invite.replace('z9hG4bKrunning', `z9hG4bK${i}`).replaceAll('running', `scan-${i}`), them);
      network.scheduler.advance(20);
    }
    return network.sent.filter(({ to }) => to.address === scanner.address).length - before;
  };
  expect(scan(10)).toBe(3);
  expect(callee.counters()).toMatchObject({ refused: 10, silenced: 7, sourcesSilenced: 1 });
  // Messages of a dialog do not count against any address.
  const second = caller.invite(inviteTo(them, 'second'), recordEvents(seen));
  network.scheduler.advance(100);
  expect(seen).toEqual(['answer', 'answer']);
  network.scheduler.advance(10_000);
  expect(scan(1)).toBe(1);
  call.hangUp();
  second.hangUp();
  network.scheduler.advance(100_000);
  expect([caller.stateSize(), callee.stateSize()]).toEqual([0, 0]);
});
