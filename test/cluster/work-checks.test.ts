import { expect, it } from 'vitest';
import { calledAgain, Losses } from './reported-losses.ts';
import { wrongDeliveries } from './work-checks.ts';

const event = (eventId: string, chatId: string) => ({ eventId, type: 'chat.message', data: { chatId } });

it('events must arrive, and those of one resource in order', () => {
  const events = [event('a1', 'a'), event('b1', 'b'), event('a2', 'a'), event('b2', 'b')];
  expect(wrongDeliveries(events, ['b1', 'b2', 'a1', 'a2', 'lost'])).toEqual([]);
  expect(wrongDeliveries(events, ['a2', 'a1', 'b1'])).toEqual([
    'delivered out of order: chat.message a2 of a',
    'never delivered: chat.message b2',
  ]);
});

it('only a reported failover explains losses, and only of its time', () => {
  const acknowledged = new Map([
    ['kept', 5000],
    ['in', 6000],
    ['out', 60_000],
  ]);
  const isKept = (id: string) => id === 'kept';
  const losses = new Losses([{ fromMs: 5500, toMs: 8000 }]);
  expect(losses.unreported(acknowledged, isKept, 'calls')).toEqual(['out']);
  expect(losses.explained).toEqual({ calls: 1 });
  expect(new Losses([]).unreported(acknowledged, isKept, 'calls')).toEqual(['in', 'out']);
});

it('a telephone that rang more often than there are records was called again', () => {
  const rung = (number: string, callId: string) => ({ number, callId, hasRung: true }) as never;
  const record = (customer_number: string) => ({ customer_number }) as never;
  const carried = [rung('1', 'a'), rung('1', 'b'), rung('2', 'c'), rung('3', 'd')];
  expect(calledAgain(carried, [record('1'), record('2')])).toEqual(['rang 2 times with 1 records: 1']);
});
