import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TelephoneEventReceiver } from './telephone-event.ts';

const digits = '0123456789*#ABCD';

interface EventPacket {
  timestamp: number;
  sequenceNumber?: number;
  ssrc?: number;
  payload: Uint8Array;
}

/** Returns the six packets of a key press: three updates, and the end three times. */
function keyPress(digit: string, timestamp: number, sequenceNumber = timestamp): EventPacket[] {
  return [160, 320, 480, 640, 640, 640].map((duration, i) => ({
    timestamp,
    sequenceNumber: (sequenceNumber + i) % 65_536,
    payload: Uint8Array.of(digits.indexOf(digit), i < 3 ? 0x0a : 0x8a, duration >> 8, duration & 255),
  }));
}

function receiveAll(packets: EventPacket[]): string {
  const receiver = new TelephoneEventReceiver();
  const keys = packets.map(({ timestamp, payload, sequenceNumber = timestamp % 65_536, ssrc = 1 }, tick) => {
    receiver.receive({ ssrc, sequenceNumber, timestamp }, payload, 0, payload.length, tick);
    return receiver.take(tick);
  });
  return keys.join('') + receiver.take(packets.length + 5);
}

test('each digit is reported once when any of its packets arrives, also with duplicates', () => {
  const oneEvent = fc.record({
    digit: fc.constantFrom(...digits),
    kept: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1 }),
    isDoubled: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(oneEvent), fc.integer({ min: 0, max: 2 ** 32 - 1 }), (events, firstTimestamp) => {
      const packets = events.flatMap(({ digit, kept, isDoubled }, i) => {
        const press = keyPress(digit, (firstTimestamp + i * 1_200) % 2 ** 32, firstTimestamp + i * 6);
        const arrived = kept.sort((a, b) => a - b).map((k) => press[k]!);
        return isDoubled ? [...arrived, ...arrived] : arrived;
      });
      expect(receiveAll(packets)).toBe(events.map((event) => event.digit).join(''));
    }),
  );
});

test('an end packet that the next digit overtakes adds no digit', () => {
  const first = keyPress('7', 1_000);
  const second = keyPress('7', 3_000, 1_006);
  expect(receiveAll([...first.slice(0, 5), second[0]!, first[5]!, ...second.slice(1)])).toBe('77');
});

test('a key press in several segments is one digit', () => {
  let sequenceNumber = 0;
  const held = (timestamp: number, flags: number) => ({
    timestamp,
    sequenceNumber: sequenceNumber++,
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

test('events of several sources are separated when their packets mix', () => {
  const [one, other] = [keyPress('4', 5_000, 10), keyPress('5', 9_000, 700)];
  const mixed = one.flatMap((packet, i) => [
    { ...packet, ssrc: 1 },
    { ...other[i]!, ssrc: 2 },
  ]);
  expect(receiveAll(mixed)).toBe('45');
});

test('keys are heard after the timestamps began anew, and late packets add no key', () => {
  const before = keyPress('1', 900_000, 100);
  const after = keyPress('2', 4_000, 106);
  expect(receiveAll([...before, ...after, before[5]!, ...keyPress('3', 8_000, 112)])).toBe('123');
  const restarted = keyPress('2', 4_000, 40_000);
  expect(receiveAll([...before, ...restarted, ...keyPress('3', 8_000, 40_006)])).toBe('123');
});
