import { expect, test } from 'vitest';
import { keyTones, silence } from '../../test/audio/line.ts';
import { streamParameters } from './connect-options.ts';
import { encodeG711 } from './g711.ts';
import { IncomingStream } from './incoming-stream.ts';
import { writeRtpHeader } from './rtp-packet.ts';

/** A sender of packets by hand, 20 ms each, and what a stream makes of them. */
class Caller {
  readonly stream = new IncomingStream();
  keys = '';
  sequenceNumber = 100;
  timestamp = 50_000;
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
    const taken = this.stream.receive(packet, this.#nowMs, () => true);
    if (typeof taken === 'object') this.keys += taken.digit;
  }

  /** A tick: the packet of it came before, if one does. */
  tick(): void {
    this.keys += this.stream.take(new Int16Array(160)) ?? '';
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

test('keys are heard by the payload type that we have offered, and by that of the answer', () => {
  const caller = new Caller({ telephoneEvents: 96, offered: 101 });
  caller.press(1, 101);
  caller.press(2, 96);
  caller.press(3, 97);
  expect(caller.keys).toBe('12');
});

test('events that have a source of their own are one key each, and the audio beside them goes on', () => {
  const caller = new Caller();
  caller.audio(silence(200));
  caller.press(4, 101, { ssrc: 9, besideAudio: true });
  caller.press(5, 101, { ssrc: 9, besideAudio: true });
  expect(caller.keys).toBe('45');
  expect(caller.stream.reception).toMatchObject({ ssrc: 1, packetsReceived: 30 });
});

test('keys are heard after the timestamps went back', () => {
  const caller = new Caller();
  caller.press(1);
  caller.timestamp = 1_000;
  caller.press(2);
  caller.press(3);
  expect(caller.keys).toBe('123');
});

test('tones are heard where events were agreed on, until an event shows that those are sent', () => {
  const caller = new Caller();
  caller.audio(keyTones('59', 100, 100));
  caller.audio(silence(200));
  expect(caller.keys).toBe('59');
  caller.press(7);
  caller.audio(keyTones('1', 100, 100));
  caller.audio(silence(200));
  expect(caller.keys).toBe('597');
});

test('a key whose tones came before its event is one', () => {
  const caller = new Caller();
  caller.audio(keyTones('5', 140, 20));
  expect(caller.keys).toBe('5');
  caller.press(5);
  expect(caller.keys).toBe('5');
  caller.press(5);
  expect(caller.keys).toBe('55');
});
