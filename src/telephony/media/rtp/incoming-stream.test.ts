import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyTones, silence } from '../../../../test/audio/line.ts';
import { encodeG711 } from '../codec/g711.ts';
import { streamParameters } from '../thread/connect-options.ts';
import { IncomingStream } from './incoming-stream.ts';
import { writeRtpHeader } from './rtp-packet.ts';

/** Sends packets to a stream, and collects the keys that the stream returns. */
class Caller {
  readonly stream = new IncomingStream();
  keys = '';
  sequenceNumber = 100;
  timestamp = 50_000;
  /** Whether a source is accepted as the peer. */
  heard: (ssrc: number) => boolean = () => true;
  #nowMs = 0;

  constructor(options: { telephoneEvents?: number | null; offered?: number } = {}) {
    const { telephoneEvents = 101, offered } = options;
    const parameters = streamParameters({
      ...{ remoteAddress: '192.0.2.1', remotePort: 4_000, codec: 'pcmu', payloadType: 0 },
      telephoneEventPayloadType: telephoneEvents,
      ...(offered === undefined ? {} : { offeredTelephoneEventPayloadType: offered }),
    });
    this.stream.configure(parameters, 8_000);
  }

  send(payloadType: number, payload: Uint8Array, { ssrc = 1, timestamp = this.timestamp } = {}): void {
    const packet = Buffer.alloc(12 + payload.length);
    writeRtpHeader(packet, payloadType, false, this.sequenceNumber++, timestamp, ssrc);
    packet.set(payload, 12);
    this.take(packet);
  }

  take(packet: Buffer): void {
    this.stream.receive(packet, this.#nowMs, ({ ssrc }) => this.heard(ssrc));
  }

  /** Ends a tick; its packet comes before. */
  tick(): void {
    this.keys += this.stream.take(new Int16Array(160));
    this.timestamp += 160;
    this.#nowMs += 20;
  }

  audio(pcm: Int16Array): void {
    for (let at = 0; at + 160 <= pcm.length; at += 160) {
      this.send(0, encodeG711('pcmu', pcm.subarray(at, at + 160)));
      this.tick();
    }
  }

  /** Presses a key for 60 ms. */
  press(digit: number, payloadType = 101, options: { ssrc?: number; besideAudio?: boolean } = {}): void {
    const timestamp = this.timestamp;
    for (let part = 1; part <= 5; part++) {
      const payload = Uint8Array.of(digit, part >= 3 ? 0x8a : 10, 0, part * 30);
      this.send(payloadType, payload, { timestamp, ...options });
      if (options.besideAudio) this.send(0, new Uint8Array(160).fill(0xff));
      this.tick();
    }
  }
}

test('keys are heard with the offered payload type and with that of the answer', () => {
  const caller = new Caller({ telephoneEvents: 96, offered: 101 });
  caller.press(1, 101);
  caller.press(2, 96);
  caller.press(3, 97);
  expect(caller.keys).toBe('12');
});

test('events with a source of their own are one key each, and the audio beside them continues', () => {
  const caller = new Caller();
  caller.audio(silence(200));
  caller.press(4, 101, { ssrc: 9, besideAudio: true });
  caller.press(5, 101, { ssrc: 9, besideAudio: true });
  expect(caller.keys).toBe('45');
  expect(caller.stream.reception).toMatchObject({ ssrc: 1, packetsReceived: 30 });
});

test('keys pressed before their source is accepted count, and those of other sources do not', () => {
  const caller = new Caller();
  let isKnown = false;
  caller.heard = (ssrc) => isKnown && ssrc === 1;
  caller.press(4, 101, { ssrc: 9 });
  caller.press(7);
  expect(caller.keys).toBe('');
  isKnown = true;
  caller.audio(silence(200));
  caller.press(8);
  expect(caller.keys).toBe('78');
});

test('keys are heard after the timestamps went back', () => {
  const caller = new Caller();
  caller.press(1);
  caller.timestamp = 1_000;
  caller.press(2);
  caller.press(3);
  expect(caller.keys).toBe('123');
});

test('tones are heard although events were negotiated, until the first event', () => {
  const caller = new Caller();
  caller.audio(keyTones('59', 100, 100));
  caller.audio(silence(200));
  expect(caller.keys).toBe('59');
  caller.press(7);
  caller.audio(keyTones('1', 100, 100));
  caller.audio(silence(200));
  expect(caller.keys).toBe('597');
});

test('a key whose tones came before its event is one key', () => {
  const caller = new Caller();
  caller.audio(keyTones('5', 140, 20));
  expect(caller.keys).toBe('5');
  caller.press(5);
  expect(caller.keys).toBe('5');
  caller.press(5);
  expect(caller.keys).toBe('55');
});

interface Fate {
  isLost: boolean;
  delayMs: number;
  copyDelayMs: number | null;
}

/** The fate of a packet on a bad line: lost, or up to 90 ms late and overtaken, and perhaps copied. */
const fate: fc.Arbitrary<Fate> = fc.record({
  isLost: fc.boolean(),
  delayMs: fc.nat(90),
  copyDelayMs: fc.option(fc.nat(90), { nil: null }),
});

const press = fc.record({
  event: fc.nat(15),
  updates: fc.nat(3),
  /** Packets of audio between this key and the next, 20 ms each. */
  pauseTicks: fc.integer({ min: 1, max: 6 }),
  fates: fc.array(fate, { minLength: 6, maxLength: 6 }),
});

test('each key of which any packet arrives is reported once and in order', () => {
  const line = fc.record({
    presses: fc.array(press, { minLength: 1, maxLength: 20 }),
    audioFates: fc.array(fate, { minLength: 1, maxLength: 20 }),
    sequenceNumber: fc.nat(65_535),
    timestamp: fc.nat(2 ** 32 - 1),
    unitsPerTick: fc.constantFrom(160, 320, 960),
    ownSource: fc.boolean(),
    beginsWithAudio: fc.boolean(),
  });
  fc.assert(
    fc.property(line, (given) => {
      const { presses, audioFates, sequenceNumber, timestamp, unitsPerTick, ownSource, beginsWithAudio } =
        given;
      const arrivals: { atMs: number; packet: Buffer }[] = [];
      const numbers = [sequenceNumber, 65_530];
      let nowMs = 0;
      const send = (
        payloadType: number,
        at: number,
        payload: Uint8Array,
        { isLost, delayMs, copyDelayMs }: Fate,
      ) => {
        const source = ownSource && payloadType === 101 ? 1 : 0;
        const packet = Buffer.alloc(12 + payload.length);
        const number = numbers[source]!++ % 65_536;
        writeRtpHeader(packet, payloadType, false, number, (timestamp + at) % 2 ** 32, 7 + source);
        packet.set(payload, 12);
        if (isLost) return false;
        arrivals.push({ atMs: nowMs + delayMs, packet });
        if (copyDelayMs !== null) arrivals.push({ atMs: nowMs + copyDelayMs, packet });
        return true;
      };
      const at = () => (nowMs / 20) * unitsPerTick;
      const sendAudio = (ticks: number) => {
        for (let n = 0; n < ticks; n++) {
          send(0, at(), new Uint8Array(160).fill(0xff), audioFates[(nowMs / 20) % audioFates.length]!);
          nowMs += 20;
        }
      };
      if (beginsWithAudio) sendAudio(10);
      let expected = '';
      for (const { event, updates, pauseTicks, fates } of presses) {
        const began = at();
        let hasArrived = false;
        for (let n = 0; n < updates + 3; n++) {
          const isEnd = n >= updates;
          const duration = (Math.min(n, updates) + 1) * unitsPerTick;
          const payload = Uint8Array.of(event, isEnd ? 0x8a : 10, duration >> 8, duration & 255);
          hasArrived = send(101, began, payload, fates[n]!) || hasArrived;
          if (!isEnd) nowMs += 20;
        }
        if (hasArrived) expected += '0123456789*#ABCD'[event];
        nowMs += 20;
        sendAudio(pauseTicks);
      }
      const caller = new Caller();
      arrivals.sort((a, b) => a.atMs - b.atMs);
      for (let tick = 0; tick * 20 < nowMs + 400; tick++) {
        while (arrivals[0] && arrivals[0].atMs <= tick * 20) caller.take(arrivals.shift()!.packet);
        caller.tick();
      }
      expect(caller.keys).toBe(expected);
    }),
    { numRuns: 500 },
  );
});
