import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { CallerAudio } from './caller-audio.ts';
import type { Histogram } from './statistics.ts';

/** The measurements of the lines of a phone bank. */
export interface Measurements {
  /** The time between two packets of audio when they reach the event loop. Node.js reports no kernel times. */
  gaps: Histogram;
  /** The time from the end of the caller's words to the first packet with sound. */
  answersMs: number[];
}

/** The sounds and silences of the agent, as the caller of one line heard them. */
export interface Heard {
  /** From the answer to the first sound; null before. */
  firstSoundMs: number | null;
  /** How often the caller has asked and waited. */
  questions: number;
  /** Questions after which no sound came before the next one. */
  unanswered: number;
  /** The longest silence between two sounds of the same answer. */
  innerSilenceMs: number;
  /** The longest time without a sound, between the answer and the end of the call. */
  longestSilenceMs: number;
}

const headerBytes = 12;
const payloadBytes = 160;
/** The kernel may still hold earlier packets. */
const ringPackets = 8;

/** The audio of one caller: a socket, prepared packets that only need a header, and the received packets. */
export class BankLine {
  readonly #socket: Socket;
  readonly #audio: CallerAudio;
  readonly #measurements: Measurements;
  readonly #ring = Array.from({ length: ringPackets }, () => Buffer.alloc(headerBytes + payloadBytes));
  #sent = 0;
  #position: number;
  #lastAtMs: number | null = null;
  readonly heard: Heard = {
    ...{ firstSoundMs: null, questions: 0, unanswered: 0, innerSilenceMs: 0, longestSilenceMs: 0 },
  };
  #wordsEndedAtMs: number | null = null;
  #connectedAtMs = 0;
  #soundAtMs: number | null = null;
  /** Whether the caller has asked and is silent. */
  #isListening = false;
  #isConnected = false;
  #isClosed = false;

  private constructor(socket: Socket, audio: CallerAudio, number: number, measurements: Measurements) {
    this.#socket = socket;
    this.#audio = audio;
    // Callers do not all speak at once, and none speaks before the greeting is nearly over.
    this.#position = (number * 37) % 100;
    this.#measurements = measurements;
    socket.on('message', (packet) => this.#receive(packet));
    // After the peer has closed its port, a packet to it causes an error of the socket.
    socket.on('error', () => undefined);
    for (const packet of this.#ring) {
      packet[0] = 0x80;
      packet.writeUInt32BE(0x10_00_00_00 + number, 8);
    }
  }

  static async open(
    host: string,
    audio: CallerAudio,
    number: number,
    measurements: Measurements,
  ): Promise<BankLine> {
    const socket = createSocket({ type: 'udp4', recvBufferSize: 65_536 });
    socket.bind(0, host);
    await once(socket, 'listening');
    return new BankLine(socket, audio, number, measurements);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  /** Starts the audio to this address when the call is answered. */
  async connect(address: string, port: number): Promise<void> {
    this.#socket.connect(port, address);
    await once(this.#socket, 'connect');
    this.#isConnected = true;
    this.#connectedAtMs = performance.now();
  }

  /** Sends the next 20 ms. */
  tick(nowMs: number): void {
    if (!this.#isConnected) return;
    const packet = this.#ring[this.#sent % ringPackets]!;
    packet[1] = this.#sent === 0 ? 0x80 : 0;
    packet.writeUInt16BE(this.#sent & 0xffff, 2);
    packet.writeUInt32BE((this.#sent * payloadBytes) >>> 0, 4);
    this.#audio.payloads[this.#position]!.copy(packet, headerBytes);
    this.#socket.send(packet);
    if (this.#position === this.#audio.firstSpoken) this.#asksAgain();
    if (this.#position === this.#audio.lastSpoken) {
      this.#wordsEndedAtMs = nowMs;
      this.#isListening = true;
    }
    this.#position = (this.#position + 1) % this.#audio.payloads.length;
    this.#sent++;
  }

  /** Closes the socket. Further calls do nothing. */
  close(): void {
    if (this.#isClosed) return;
    if (this.#isConnected) this.#endSilence(performance.now());
    this.#isClosed = true;
    this.#isConnected = false;
    this.#socket.close();
  }

  #asksAgain(): void {
    if (!this.#isListening) return;
    this.#isListening = false;
    this.heard.questions++;
    if (this.#wordsEndedAtMs !== null) this.heard.unanswered++;
  }

  #receive(packet: Buffer): void {
    // RTCP shares the port; its types fall between 192 and 223 here (RFC 5761).
    if (packet.length < headerBytes || packet[1]! >= 192) return;
    const nowMs = performance.now();
    if (this.#lastAtMs !== null) this.#measurements.gaps.add(nowMs - this.#lastAtMs);
    this.#lastAtMs = nowMs;
    if (hasSound(packet)) this.#hear(nowMs);
  }

  /** Returns the time since the last sound, or since the answer. */
  #endSilence(nowMs: number): number {
    const silentMs = nowMs - (this.#soundAtMs ?? this.#connectedAtMs);
    this.heard.longestSilenceMs = Math.max(this.heard.longestSilenceMs, silentMs);
    return silentMs;
  }

  #hear(nowMs: number): void {
    const { heard } = this;
    heard.firstSoundMs ??= nowMs - this.#connectedAtMs;
    const silentMs = this.#endSilence(nowMs);
    this.#soundAtMs = nowMs;
    if (this.#wordsEndedAtMs !== null) {
      this.#measurements.answersMs.push(nowMs - this.#wordsEndedAtMs);
      this.#wordsEndedAtMs = null;
    } else if (this.#isListening) heard.innerSilenceMs = Math.max(heard.innerSilenceMs, silentMs);
  }
}

/** Returns whether a sample of a PCMU packet is louder than the lowest of its eight ranges. */
function hasSound(packet: Buffer): boolean {
  for (let at = headerBytes; at < packet.length; at++) if ((~packet[at]! & 0x70) !== 0) return true;
  return false;
}
