import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { encodeG711 } from '../../telephony/media/index.ts';
import type { NegotiatedAudio } from '../../telephony/sip/index.ts';
import type { CarrierConfiguration } from './configuration.ts';

const packetMs = 20;
const samplesPerPacket = 160;
/** RTP's fixed header (RFC 3550 §5.1). */
const headerBytes = 12;

interface Stream {
  packet: Buffer;
  remote: NegotiatedAudio['remote'];
  sequence: number;
  timestamp: number;
}

/**
 * One socket for the audio of all calls. It drops incoming packets. Depending on `kind`, it sends the same 20 ms to every
 * call in one tick, so that hundreds of calls cost little.
 */
export class AudioSource {
  readonly #socket: Socket;
  readonly #kind: CarrierConfiguration['audio'];
  readonly #streams = new Map<number, Stream>();
  #lastId = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(socket: Socket, kind: CarrierConfiguration['audio']) {
    this.#socket = socket;
    this.#kind = kind;
  }

  static async open(host: string, kind: CarrierConfiguration['audio']): Promise<AudioSource> {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    socket.on('message', () => undefined);
    socket.bind(0, host);
    await once(socket, 'listening');
    // A closed port answers with an ICMP error, which is ignored.
    socket.on('error', () => undefined);
    return new AudioSource(socket, kind);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  /** Starts to send audio to a call. Returns a function that stops it. */
  stream({ remote, codec, payloadType }: NegotiatedAudio): () => void {
    if (this.#kind === 'none') return () => undefined;
    const id = ++this.#lastId;
    const packet = Buffer.concat([
      Buffer.alloc(headerBytes),
      payloadOf(this.#kind, codec === 'PCMA' ? 'pcma' : 'pcmu'),
    ]);
    packet[0] = 0x80;
    packet[1] = payloadType;
    packet.writeUInt32BE(id, 8);
    this.#streams.set(id, { packet, remote, sequence: 0, timestamp: 0 });
    this.#timer ??= setInterval(() => this.#tick(), packetMs);
    return () => {
      this.#streams.delete(id);
      if (this.#streams.size === 0) this.#stopTimer();
    };
  }

  async close(): Promise<void> {
    this.#stopTimer();
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
  }

  #stopTimer(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    for (const stream of this.#streams.values()) {
      const { packet, remote } = stream;
      packet.writeUInt16BE(stream.sequence++ & 0xffff, 2);
      packet.writeUInt32BE(stream.timestamp >>> 0, 4);
      stream.timestamp += samplesPerPacket;
      // A copy, because the socket keeps the buffer until it is sent, and the next tick overwrites the packet.
      this.#socket.send(Buffer.from(packet), remote.port, remote.address, () => undefined);
    }
  }
}

/** Returns 20 ms of silence or of a 400 Hz tone. Exactly eight waves fit, so packets join without a click. */
function payloadOf(kind: CarrierConfiguration['audio'], codec: 'pcmu' | 'pcma'): Buffer {
  const level = kind === 'tone' ? 8000 : 0;
  const samples = Int16Array.from(
    { length: samplesPerPacket },
    (_, n) => level * Math.sin((2 * Math.PI * n) / 20),
  );
  return Buffer.from(encodeG711(codec, samples));
}
