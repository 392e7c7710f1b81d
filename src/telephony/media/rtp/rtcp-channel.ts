import type { RemoteInfo } from 'node:dgram';
import { clockRateOf } from '../codec/codecs.ts';
import type { PacketSender } from './flood-guard.ts';
import type { IncomingStream } from './incoming-stream.ts';
import type { OutgoingStream } from './outgoing-stream.ts';
import type { TickClock } from './pacing.ts';
import type { Protection } from './protection.ts';
import { RtcpSession } from './rtcp-session.ts';
import type { RtpAddress, SourceLatch } from './source-latch.ts';
import type { StreamParameters } from './stream-parameters.ts';

/** The streams that reports are about, and the way of the reports. */
interface RtcpPath {
  /** Without `rtcp`, reports go over `rtp` when the peer multiplexes them, and otherwise nowhere. */
  senders: { rtp: PacketSender; rtcp: PacketSender | null };
  latch: SourceLatch;
  protection: Protection;
  incoming: IncomingStream;
  outgoing: OutgoingStream;
}

/** Sends and receives the reports of one call (RFC 3550 §6), over a socket of their own or that of RTP (RFC 5761). */
export class RtcpChannel {
  readonly session: RtcpSession;
  readonly #path: RtcpPath;
  /** The address that the peer's reports come from; `null` before the first. */
  #source: RtpAddress | null = null;
  #packetsAtReport = 0;

  constructor(path: RtcpPath) {
    this.#path = path;
    this.session = new RtcpSession(path.outgoing.ssrc, clockRateOf('pcmu'));
  }

  /** Forgets where reports come from, after the peer has moved. */
  forgetSource(): void {
    this.#source = null;
  }

  /** Takes a report from the peer's RTP address. Returns false for any other datagram. */
  receive(datagram: Buffer, source: RemoteInfo): boolean {
    const { latch, protection, incoming, outgoing } = this.#path;
    if (source.address !== latch.destination?.address) {
      this.session.ignored++;
      return false;
    }
    const { receiver } = protection;
    const isOurs = this.session.receive(
      receiver ? (receiver.openRtcp(datagram) ?? nothing) : datagram,
      wallClock(performance.now()),
      incoming.reception.ssrc,
      outgoing.packetsSent,
    );
    if (isOurs) this.#source = { address: source.address, port: source.port };
    return isOurs;
  }

  reportIfDue(parameters: StreamParameters, clock: TickClock, nowMs: number): void {
    if (!this.session.isDue(nowMs)) return;
    const sender = this.#senderInfo(clock, nowMs);
    const { incoming, outgoing } = this.#path;
    this.#packetsAtReport = outgoing.packetsSent;
    this.#send(parameters, this.session.report(nowMs, wallClock(nowMs), sender, incoming.reception));
  }

  /** Sends a goodbye to a peer that has received a report. */
  goodbye(parameters: StreamParameters, clock: TickClock, nowMs: number): void {
    const { reception } = this.#path.incoming;
    const report = this.session.goodbye(wallClock(nowMs), this.#senderInfo(clock, nowMs), reception);
    if (report) this.#send(parameters, report);
  }

  /** Returns the sender information of a report; `null` when nothing was sent since the last report. */
  #senderInfo(clock: TickClock, nowMs: number) {
    const { outgoing } = this.#path;
    if (outgoing.packetsSent === this.#packetsAtReport) return null;
    return outgoing.senderInfo(wallClock(nowMs), nowMs - clock.zeroMs);
  }

  #send(parameters: StreamParameters, packet: Buffer): void {
    const { latch, senders, protection } = this.#path;
    const destination = latch.destination;
    const { rtcpMux, remoteRtcpPort, remotePort } = parameters;
    // A stream that is switched off has no port (RFC 3264 §8.2).
    if (!destination || remotePort === 0) return;
    const sender = rtcpMux ? senders.rtp : senders.rtcp;
    // Behind a NAT, only the port that reports come from leads back.
    const port = rtcpMux ? destination.port : (this.#source?.port ?? remoteRtcpPort ?? remotePort + 1);
    const secured = protection.sender?.protectRtcp(packet) ?? packet;
    if (port > 0 && port < 65_536) sender?.send(secured, port, destination.address);
  }
}

const nothing = Buffer.alloc(0);

/** Converts `performance.now()` into milliseconds since 1970. */
function wallClock(nowMs: number): number {
  return performance.timeOrigin + nowMs;
}
