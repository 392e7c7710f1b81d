import type { Socket } from 'node:dgram';
import { tickMs } from '../codec/pcm.ts';
import type { RtpAddress, SourceLatch } from './source-latch.ts';

/** A flood is this many foreign packets within `countedTicks` (200 ms). Another party's stream has 10 in that time. */
const floodPackets = 100;
const countedTicks = 10;
/** The peer counts as silent after this time, which is shorter than the latch waits before it follows a stream. */
const silentMs = 500;
/** The socket is opened again after this many ticks (30 s), because the kernel does not report what it drops. */
const guardedTicks = 1_500;

export interface PacketSender {
  send(datagram: Buffer, port: number, address: string, sent?: (error: Error | null) => void): void;
}

/**
 * Keeps floods off the RTP socket of a call. Libuv reads 32 datagrams of a socket in a turn: 6,400 a second at the media
 * thread's 5 ms. Beyond that rate the kernel's buffer fills, and the peer's packets are dropped too. During a flood the
 * socket is therefore connected to the peer, so that the kernel drops all others.
 *
 * A connected socket receives nothing that the latch could follow. It is connected only to a peer that the latch is
 * certain of, and opened when that peer falls silent or the destination changes.
 */
export class FloodGuard implements PacketSender {
  readonly #socket: Socket;
  readonly #latch: SourceLatch;
  #strangers = 0;
  #ticks = 0;
  #peer: RtpAddress | null = null;
  #connectedAtMs = 0;
  #notBeforeMs = 0;

  constructor(socket: Socket, latch: SourceLatch) {
    this.#socket = socket;
    this.#latch = latch;
  }

  /** Counts a packet of a source that is kept out. */
  count(): void {
    this.#strangers++;
  }

  /** Connects or opens the socket when that is due. The session calls it at each tick. */
  tick(nowMs: number): void {
    this.#ticks++;
    const { destination, isCertain, heardAtMs } = this.#latch;
    const isSilent = nowMs - heardAtMs > silentMs;
    if (this.#peer) {
      if (!isSilent && this.#ticks < guardedTicks) return;
      // A peer that was not heard at all may send to another of this machine's addresses.
      if (heardAtMs < this.#connectedAtMs) this.#notBeforeMs = nowMs + guardedTicks * tickMs;
      this.open();
    } else if (this.#strangers >= floodPackets) {
      if (isCertain && destination && !isSilent && nowMs >= this.#notBeforeMs)
        this.#connect(destination, nowMs);
      this.#strangers = 0;
    } else if (this.#ticks >= countedTicks) {
      this.#strangers = 0;
      this.#ticks = 0;
    }
  }

  /** Opens the socket to all addresses. */
  open(): void {
    if (!this.#peer) return;
    this.#peer = null;
    this.#strangers = 0;
    this.#ticks = 0;
    this.#socket.disconnect();
  }

  send(datagram: Buffer, port: number, address: string, sent?: (error: Error | null) => void): void {
    if (this.#peer && (this.#peer.port !== port || this.#peer.address !== address)) this.open();
    if (this.#peer) this.#socket.send(datagram, sent);
    else this.#socket.send(datagram, port, address, sent);
  }

  #connect(peer: RtpAddress, nowMs: number): void {
    try {
      // Connecting is synchronous, as no name is looked up. It throws when the kernel refused.
      this.#socket.connect(peer.port, peer.address);
      this.#socket.remoteAddress();
    } catch {
      this.#notBeforeMs = nowMs + guardedTicks * tickMs;
      return;
    }
    this.#peer = peer;
    this.#connectedAtMs = nowMs;
    this.#ticks = 0;
  }
}
