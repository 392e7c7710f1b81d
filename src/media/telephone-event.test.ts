import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TelephoneEventReceiver } from './telephone-event.ts';

const digits = '0123456789*#ABCD';

interface EventPacket {
  timestamp: number;
  payload: Uint8Array;
}

/** The six packets of a key press: three updates, and the end three times. */
function keyPress(digit: string, timestamp: number): EventPacket[] {
  return [160, 320, 480, 640, 640, 640].map((duration, i) => ({
    timestamp,
    payload: Uint8Array.of(digits.indexOf(digit), i < 3 ? 0x0a : 0x8a, duration >> 8, duration & 255),
  }));
}

function receiveAll(packets: EventPacket[]): string {
  const receiver = new TelephoneEventReceiver();
  return packets
    .map(({ timestamp, payload }) => receiver.receive(timestamp, payload, 0, payload.length) ?? '')
    .join('');
}

test('each digit is told once, whichever of its packets are lost or doubled', () => {
  const oneEvent = fc.record({
    digit: fc.constantFrom(...digits),
    kept: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1 }),
    isDoubled: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(oneEvent), fc.integer({ min: 0, max: 2 ** 32 - 1 }), (events, firstTimestamp) => {
      const packets = events.flatMap(({ digit, kept, isDoubled }, i) => {
        const press = keyPress(digit, (firstTimestamp + i * 1_200) % 2 ** 32);
        const arrived = kept.sort((a, b) => a - b).map((k) => press[k]!);
        return isDoubled ? [...arrived, ...arrived] : arrived;
      });
      expect(receiveAll(packets)).toBe(events.map((event) => event.digit).join(''));
    }),
  );
});

test('an end packet that is overtaken by the next digit says nothing', () => {
  const first = keyPress('7', 1_000);
  const second = keyPress('7', 3_000);
  expect(receiveAll([...first.slice(0, 5), second[0]!, first[5]!, ...second.slice(1)])).toBe('77');
});

test('a key held down so long that its event is cut into segments is one digit', () => {
  const held = (timestamp: number, flags: number) => ({
    timestamp,
    payload: Uint8Array.of(5, flags, 0xff, 0xff),
  });
  expect(receiveAll([held(0, 10), held(65_535, 10), held(131_070, 0x8a)])).toBe('5');
  expect(receiveAll([held(0, 10), held(0, 0x8a), held(65_535, 10)])).toBe('55');
});

test('other events and short payloads are no digits', () => {
  const flash = { timestamp: 1, payload: Uint8Array.of(16, 10, 0, 160) };
  const short = { timestamp: 2, payload: Uint8Array.of(1, 10, 0) };
  expect(receiveAll([flash, short])).toBe('');
});

test('another source begins anew', () => {
  const receiver = new TelephoneEventReceiver();
  const payload = Uint8Array.of(3, 10, 0, 160);
  expect(receiver.receive(9_000, payload, 0, 4)).toBe('3');
  expect(receiver.receive(1_000, payload, 0, 4)).toBeNull();
  receiver.reset();
  expect(receiver.receive(1_000, payload, 0, 4)).toBe('3');
});
