import type { RemoteInfo } from 'node:dgram';
import { Activity } from '../analysis/activity.ts';
import { Hearing, type HearingEvents, type HearingOptions } from '../analysis/hearing.ts';
import { clockRateOf, sampleRateOf } from '../codec/codecs.ts';
import { samplesPerTick, telephoneRateHz, tickMs } from '../codec/pcm.ts';
import type { IceParameters } from '../ice/ice-lite.ts';
import type { Recorder } from '../recording/recorder.ts';
import type { DtmfJob } from './dtmf-sender.ts';
import { EarlyMedia } from './early-media.ts';
import { FloodGuard } from './flood-guard.ts';
import { IncomingStream } from './incoming-stream.ts';
import { Monitor, type MonitoredAudio } from './monitor.ts';
import { OutgoingStream } from './outgoing-stream.ts';
import { TickClock } from './pacing.ts';
import type { FinishedPiece } from './play-queue.ts';
import { Protection } from './protection.ts';
import { type MediaQuality, qualityOf } from './quality.ts';
import { RtcpChannel } from './rtcp-channel.ts';
import { looksLikeRtcp } from './rtcp-packet.ts';
import type { RtpHeader } from './rtp-packet.ts';
import type { RtpSockets } from './sockets.ts';
import { type RtpAddress, SourceLatch } from './source-latch.ts';
import { receives, type StreamParameters, sends } from './stream-parameters.ts';
import { WebPath } from './web-path.ts';

/** The interval of silent packets while the peer has not shown that it wants audio. They open relays on the way. */
const keepOpenTicks = 50;

/** The events of a session. Positions are milliseconds on its clock. */
interface RtpSessionEvents extends HearingEvents {
  /** The peer's first RTP came, its report that our stream arrives, or a keep-alive. */
  mediaStarted(atMs: number): void;
  digit(digit: string, atMs: number): void;
  inactive(atMs: number): void;
  finished(piece: FinishedPiece): void;
  /** A WebRTC peer has nominated its first address. */
  webPath(address: RtpAddress): void;
  /** A datagram of the DTLS of a WebRTC peer. */
  dtls(datagram: Buffer): void;
  /** A tick of a monitored session: the samples of both sides in turns, the peer's first. The array is reused. */
  monitored(pcm: Int16Array, atMs: number): void;
}

/**
 * The media of one call: its streams in both directions, the reports on them, and the recording.
 *
 * Before `connect` a session neither sends nor listens, except for the early media of `connectEarly`. From then on its
 * clock runs. Tick n is position n × 20 ms, RTP timestamp base + n × 20 ms, and frame n of the recording. While sending
 * is not allowed or has no destination, ticks pass without packets and audio waits.
 */
export class RtpSession {
  packetsIgnored = 0;
  readonly incoming = new IncomingStream();
  readonly outgoing: OutgoingStream;
  readonly #recorder: Recorder | null;
  readonly #events: RtpSessionEvents;
  readonly #activity: Activity;
  readonly #latch: SourceLatch;
  readonly #guard: FloodGuard;
  readonly #protection = new Protection();
  readonly #rtcp: RtcpChannel;
  readonly #hearing: Hearing;
  #sampleRateHz = telephoneRateHz;
  #received = new Int16Array(samplesPerTick(telephoneRateHz));
  #silence = new Int16Array(samplesPerTick(telephoneRateHz));
  readonly #monitor: Monitor;
  #recordingPaused = false;
  #isPeerRecorded = true;
  #parameters: StreamParameters | null = null;
  readonly #early = new EarlyMedia();
  #clock: TickClock | null = null;
  #mediaStarted = false;
  /** Played audio is silent before this tick, because the caller has begun to speak. */
  #yieldsUntilTick = 0;
  /** The way to a WebRTC peer; `null` for any other. */
  #web: WebPath | null = null;

  constructor(
    sockets: RtpSockets,
    recorder: Recorder | null,
    inactivityTimeoutMs: number,
    events: RtpSessionEvents,
  ) {
    this.#latch = new SourceLatch(sockets.rtp.address().address === '::');
    this.#guard = new FloodGuard(sockets.rtp, this.#latch);
    this.#recorder = recorder;
    this.#activity = new Activity(Math.ceil(inactivityTimeoutMs / tickMs));
    this.#events = events;
    this.#monitor = new Monitor((pcm, atMs) => events.monitored(pcm, atMs));
    this.#hearing = new Hearing(telephoneRateHz, events);
    this.outgoing = new OutgoingStream(this.#guard, (piece) => events.finished(piece));
    const { incoming, outgoing } = this;
    this.#rtcp = new RtcpChannel({
      senders: { rtp: this.#guard, rtcp: sockets.rtcp },
      latch: this.#latch,
      protection: this.#protection,
      incoming,
      outgoing,
    });
    sockets.rtp.on('message', (datagram, source) => this.#receive(datagram, source));
    sockets.rtcp?.on('message', (datagram, source) => this.#receiveRtcp(datagram, source));
    for (const socket of [sockets.rtp, sockets.rtcp]) socket?.on('error', () => this.outgoing.socketErrors++);
  }

  /** Opens the session for early media. Does nothing after `connect`. */
  connectEarly(parameters: StreamParameters, nowMs: number): void {
    if (this.#clock) return;
    this.#early.open(parameters, nowMs);
    this.#signal(parameters);
    this.#protection.configure(parameters.srtp);
    this.outgoing.protection = this.#protection.sender;
    this.outgoing.configure(parameters.codec, sampleRateOf(parameters.codec));
  }

  /** Changes the longest time without a sign of life. What has passed of it counts. */
  setInactivityTimeout(timeoutMs: number): void {
    this.#activity.timeoutTicks = Math.ceil(timeoutMs / tickMs);
  }

  /** Answers the connectivity checks of a WebRTC peer from now on. Its audio needs `connect` with the keys of its DTLS. */
  openWeb(ice: IceParameters): void {
    this.#web = new WebPath(ice, this.#guard, {
      dtls: (datagram) => this.#events.dtls(datagram),
      selected: (address) => this.#follow(address),
    });
  }

  /** Sends DTLS to a WebRTC peer. */
  sendDtls(datagram: Buffer): void {
    this.#web?.sendDtls(datagram);
  }

  /** Sends to the address that a WebRTC peer has nominated. */
  #follow(address: RtpAddress): void {
    if (!this.#clock) this.#events.webPath(address);
    else if (this.#latch.signal(address)) {
      this.#guard.open();
      this.#rtcp.forgetSource();
    }
  }

  #signal({ remoteAddress: address, remotePort: port, signallingAddress }: StreamParameters): boolean {
    const isElsewhere = this.#latch.signal({ address, port }, signallingAddress);
    if (isElsewhere) this.#guard.open();
    return isElsewhere;
  }

  /** The length of the audio before the answer, in milliseconds. */
  get earlyMs(): number {
    return this.#early.heardMs;
  }

  /**
   * Starts the clock, whose tick `firstTick` is due at `startMs`. Ticks before it are missing in the recording. Once the
   * clock runs, changes the destination and codec instead (re-INVITE). A WebRTC peer stays where it is.
   */
  connect(negotiated: StreamParameters, startMs: number, firstTick = 0): void {
    const parameters = { ...negotiated, ...this.#web?.remote };
    this.#parameters = parameters;
    if (this.#signal(parameters)) this.#rtcp.forgetSource();
    this.#protection.configure(parameters.srtp);
    this.outgoing.protection = this.#protection.sender;
    if (!this.#clock) this.#setSampleRate(sampleRateOf(parameters.codec));
    this.incoming.configure(parameters, this.#sampleRateHz);
    this.outgoing.configure(parameters.codec, this.#sampleRateHz);
    this.#rtcp.session.clockRateHz = clockRateOf(parameters.codec);
    if (!this.#clock) {
      this.outgoing.skip(this.#early.ticksUntil(startMs));
      this.#early.close();
      if (firstTick > 0) this.#recorder?.skip(firstTick);
    }
    this.#clock ??= new TickClock(startMs - firstTick * tickMs, firstTick);
    // A peer that negotiates is alive.
    this.#noteHeard();
  }

  /** Sets the rate of all audio of the session, once: that of its first codec. */
  #setSampleRate(sampleRateHz: number): void {
    this.#hearing.configure(sampleRateHz);
    if (sampleRateHz === this.#sampleRateHz) return;
    this.#sampleRateHz = sampleRateHz;
    this.#received = new Int16Array(samplesPerTick(sampleRateHz));
    this.#silence = new Int16Array(samplesPerTick(sampleRateHz));
    this.#recorder?.setSampleRate(sampleRateHz);
  }

  get rtcpIgnored(): number {
    return this.#rtcp.session.ignored;
  }

  get positionMs(): number {
    return (this.#clock?.tick ?? 0) * tickMs;
  }

  /** Changes what is reported of the received audio. */
  listen(options: HearingOptions): void {
    this.#hearing.listen(options);
  }

  play(id: number, pcm: Int16Array): void {
    this.outgoing.play(id, pcm);
  }

  /** Presses keys after the audio that waits now. */
  sendDtmf(job: DtmfJob): void {
    this.outgoing.sendDtmf(job);
  }

  /** Records silence of both sides from the next tick on, or their audio again. */
  pauseRecording(paused: boolean): void {
    this.#recordingPaused = paused;
  }

  /** Reports the audio of both sides from the next tick on, or no more. */
  monitor(wanted: MonitoredAudio): void {
    this.#monitor.want(wanted);
  }

  /** Records the peer from the next tick on, or silence in its place. */
  recordPeer(isRecorded: boolean): void {
    this.#isPeerRecorded = isRecorded;
  }

  stopPlaying(): void {
    this.#yieldsUntilTick = 0;
    this.outgoing.stopPlaying(this.positionMs);
  }

  /** Ends the session: drops all waiting audio and keys, and sends a goodbye to a peer that has received a report. */
  end(nowMs: number): void {
    this.stopPlaying();
    this.outgoing.stopDtmf(this.positionMs);
    this.outgoing.close();
    this.incoming.close();
    this.#early.close();
    if (this.#clock && this.#parameters) this.#rtcp.goodbye(this.#parameters, this.#clock, nowMs);
  }

  quality(): MediaQuality {
    const { reception, jitterBuffer } = this.incoming;
    return qualityOf(this.#parameters?.codec ?? 'pcmu', reception, jitterBuffer, this.#rtcp.session);
  }

  /** Executes the tick that is due, with at most one packet of audio. Returns its lateness, or −1 when none was due. */
  tick(nowMs: number): number {
    const clock = this.#clock;
    const parameters = this.#parameters;
    if (!clock || !parameters) {
      this.#keepEarlyOpen(nowMs);
      const early = this.#early.frameAt(nowMs);
      if (early) this.#hearing.hear(early.frame, early.atMs, null);
      return -1;
    }
    const latenessMs = clock.latenessMs(nowMs);
    if (latenessMs < 0) return -1;
    const skipped = clock.ticksToSkip(nowMs);
    if (skipped > 0) this.#skip(clock, skipped);
    for (const digit of this.incoming.take(this.#received)) this.#events.digit(digit, clock.tick * tickMs);
    // Listening comes before sending, so that audio yields to a caller's speech within the same tick.
    const played = this.outgoing.isPlaying ? this.outgoing.frame : null;
    const yieldMs = this.#hearing.hear(this.#received, clock.tick * tickMs, played);
    if (yieldMs > 0) this.#yieldsUntilTick = clock.tick + Math.ceil(yieldMs / tickMs);
    const destination = this.#latch.destination;
    const isYielding = clock.tick < this.#yieldsUntilTick;
    const isWanted = parameters.isAcknowledged || this.#mediaStarted;
    if (destination && sends(parameters) && (isWanted || clock.tick % keepOpenTicks === 0)) {
      this.outgoing.send(parameters, clock.tick, destination, isYielding || !isWanted);
    } else this.outgoing.pause();
    this.#record();
    if (this.#monitor.isOn) this.#reportMonitored(clock.tick * tickMs);
    if (this.#activity.isLost(clock.tick, receives(parameters))) this.#events.inactive(clock.tick * tickMs);
    this.#rtcp.reportIfDue(parameters, clock, nowMs);
    this.#guard.tick(nowMs);
    clock.tick++;
    return latenessMs;
  }

  /** Sends a silent packet when one is due, so that relays and address translations on the way learn our address. */
  #keepEarlyOpen(nowMs: number): void {
    const due = this.#early.due(nowMs);
    const destination = this.#latch.destination;
    if (!due || !destination || !sends(due.parameters)) return;
    this.outgoing.send(due.parameters, due.tick, destination, true);
    this.outgoing.pause();
  }

  /** Records the tick as it was heard and sent (docs/decisions/2026-11-23-recording-timeline.md). */
  #record(): void {
    if (this.#recordingPaused) this.#recorder?.write(this.#silence, this.#silence);
    else this.#recorder?.write(this.#isPeerRecorded ? this.#received : this.#silence, this.outgoing.frame);
  }

  #reportMonitored(atMs: number): void {
    const sent = !this.#recordingPaused;
    const isRecorded = { received: sent && this.#isPeerRecorded, sent };
    this.#monitor.tick(atMs, this.#received, this.outgoing.frame, isRecorded);
  }

  #skip(clock: TickClock, tickCount: number): void {
    clock.tick += tickCount;
    this.incoming.skip(tickCount);
    this.#recorder?.skip(tickCount);
    this.outgoing.pause();
    // Packets that arrived during the stall are still in the socket, so the peer was not silent.
    this.#activity.skip(tickCount);
  }

  #receive(datagram: Buffer, source: RemoteInfo): void {
    const taken = this.#web?.take(datagram, source, performance.now()) ?? 'media';
    if (taken === 'media') this.#receiveMedia(datagram, source);
    else if (taken === 'checked') this.#noteHeard();
    else if (taken === 'foreign') {
      this.#guard.count();
      this.packetsIgnored++;
    }
  }

  #receiveMedia(datagram: Buffer, source: RemoteInfo): void {
    const isKeptOut = this.#latch.keepsOut(source, performance.now());
    if (isKeptOut) this.#guard.count();
    if (looksLikeRtcp(datagram)) {
      this.#receiveRtcp(datagram, source);
      return;
    }
    if (isKeptOut) {
      this.packetsIgnored++;
      return;
    }
    const isTaken = this.#clock ? this.#take(datagram, source) : this.#takeEarly(datagram, source);
    if (!isTaken) this.packetsIgnored++;
    // An unknown packet from our destination is a keep-alive of some kind (RFC 6263 §4). A WebRTC peer sends checks for that.
    const isKeepAlive = this.#web === null && this.#latch.leadsTo(source);
    if (this.#clock && (isTaken || isKeepAlive)) this.#noteFlow();
  }

  /** Takes a datagram as RTP. With SRTP, only an authentic packet may say where the peer is. */
  #take(datagram: Buffer, source: RemoteInfo): boolean {
    const { receiver } = this.#protection;
    const packet = receiver ? receiver.open(datagram) : datagram;
    if (!packet) return false;
    const nowMs = performance.now();
    return this.incoming.receive(packet, nowMs, (header) => this.#accepts(header, source, nowMs));
  }

  #takeEarly(datagram: Buffer, source: RemoteInfo): boolean {
    const { receiver } = this.#protection;
    const packet = receiver && this.#early.isOpen ? receiver.open(datagram) : datagram;
    if (!packet) return false;
    const nowMs = performance.now();
    return this.#early.take(packet, nowMs, this.#hearing.isEarly, (header) =>
      this.#accepts(header, source, nowMs),
    );
  }

  #accepts(header: RtpHeader, { address, port }: RemoteInfo, nowMs: number): boolean {
    return this.#latch.accept(address, port, header, nowMs, this.#protection.receiver !== null);
  }

  #receiveRtcp(datagram: Buffer, source: RemoteInfo): void {
    if (!this.#clock) this.#rtcp.session.ignored++;
    else if (this.#rtcp.receive(datagram, source)) {
      this.#noteHeard();
      // A report on our stream, whose SSRC cannot be guessed, proves that the peer receives it.
      if (this.#rtcp.session.remote !== null) this.#noteFlow();
    }
  }

  /** Notes that audio flows, one way at least. */
  #noteFlow(): void {
    this.#noteHeard();
    if (this.#mediaStarted) return;
    this.#mediaStarted = true;
    this.#events.mediaStarted(this.positionMs);
  }

  /** Notes a sign of life of the peer. */
  #noteHeard(): void {
    this.#activity.heard(this.#clock?.tick ?? 0);
  }
}
