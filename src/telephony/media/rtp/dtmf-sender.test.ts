import { expect, test } from 'vitest';
import { DtmfSender, sendsEvent, writeEvent } from './dtmf-sender.ts';

test('an event grows by a tick a packet and ends three times, and a pause follows', () => {
  const sender = new DtmfSender();
  sender.push({ id: 7, digits: '1#', durationTicks: 3, gapTicks: 4 });
  const packet = Buffer.alloc(4);
  const sent: string[] = [];
  while (sender.nextId === 7) {
    const step = sender.step();
    if (sendsEvent(step)) writeEvent(step, packet, 0, 160);
    sent.push(sendsEvent(step) ? packet.toString('hex') : `pause${step.finishedId ?? ''}`);
  }
  const event = (key: string) => [
    `${key}0a00a0`,
    `${key}0a0140`,
    ...new Array<string>(3).fill(`${key}8a01e0`),
    'pause',
  ];
  expect(sent).toEqual([...event('01'), 'pause', ...event('0b'), 'pause7']);
  expect(sender.nextId).toBeNull();
});

test('keys that were not pressed are dropped', () => {
  const sender = new DtmfSender();
  sender.push({ id: 1, digits: '12', durationTicks: 2, gapTicks: 2 });
  sender.push({ id: 2, digits: '3', durationTicks: 2, gapTicks: 2 });
  sender.step();
  expect(sender.clear()).toEqual([1, 2]);
  expect(sender.nextId).toBeNull();
  sender.push({ id: 3, digits: '9', durationTicks: 2, gapTicks: 2 });
  expect(sender.step()).toMatchObject({ digit: '9', at: 0 });
});
