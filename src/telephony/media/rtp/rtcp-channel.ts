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

/** What reports are about, and where they go. */
interface RtcpPath {
  /** Without one for RTCP, that goes over the one of RTP or not at all. */
  senders: { rtp: PacketSender; rtcp: PacketSender | null };
  latch: SourceLatch;
  protection: Protection;
  incoming: IncomingStream;
  outgoing: OutgoingStream;
}

/** The reports of one call, both ways (RFC 3550 §6): over a socket of their own, or that of RTP (RFC 5761). */
export class RtcpChannel {
  readonly session: RtcpSession;
  readonly #path: RtcpPath;
  /** Where the peer's reports come from. */
  #source: RtpAddress | null = null;
  #packetsAtReport = 0;

  constructor(path: RtcpPath) {
    this.#path = path;
    this.session = new RtcpSession(path.outgoing.ssrc, clockRateOf('pcmu'));
  }

  /** The peer is somewhere else by now. */
  forgetSource(): void {
    this.#source = null;
  }

  /** Takes a report of the address that RTP comes from, or would come from; false for anything else. */
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

  /** Sends a report, if one is due. */
  reportIfDue(parameters: StreamParameters, clock: TickClock, nowMs: number): void {
    if (!this.session.isDue(nowMs)) return;
    const sender = this.#senderInfo(clock, nowMs);
    const { incoming, outgoing } = this.#path;
    this.#packetsAtReport = outgoing.packetsSent;
    this.#send(parameters, this.session.report(nowMs, wallClock(nowMs), sender, incoming.reception));
  }

  /** Says goodbye to a peer that was ever told anything. */
  goodbye(parameters: StreamParameters, clock: TickClock, nowMs: number): void {
    const { reception } = this.#path.incoming;
    const report = this.session.goodbye(wallClock(nowMs), this.#senderInfo(clock, nowMs), reception);
    if (report) this.#send(parameters, report);
  }

  /** What a sender report says; null where nothing was sent since the last one. */
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
    // Behind a NAT only the port that reports come from is known to lead back.
    const port = rtcpMux ? destination.port : (this.#source?.port ?? remoteRtcpPort ?? remotePort + 1);
    const secured = protection.sender?.protectRtcp(packet) ?? packet;
    if (port > 0 && port < 65_536) sender?.send(secured, port, destination.address);
  }
}

const nothing = Buffer.alloc(0);

/** Milliseconds since 1970 of an instant of `performance.now()`. */
function wallClock(nowMs: number): number {
  return performance.timeOrigin + nowMs;
}
