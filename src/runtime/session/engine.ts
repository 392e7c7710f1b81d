import { type CallEnd, handoverChannel, storeCheckpoints } from '../../domains/calls/index.ts';
import { teamChannel } from '../../domains/teams/index.ts';
import type { SealedCredentials } from '../../domains/trunks/index.ts';
import { webCallChannel } from '../../domains/web-calls/index.ts';
import type { Listener } from '../../platform/db/index.ts';
import { delay, gauge, monotonicMs, waitAtMost } from '../../platform/kernel/index.ts';
import { hasOtherCapacity, type Refusals } from '../../platform/nodes/index.ts';
import {
  type Endpoint,
  type IncomingCall,
  Locator,
  type SipUserAgent,
  type TlsOptions,
  type WebSocketOptions,
} from '../../telephony/sip/index.ts';
import type { CallPlacer, DialableCall } from '../dialer/index.ts';
import { LiveCall } from './call/live-call.ts';
import { CallWatch } from './call/watch-calls.ts';
import { Capacity, type NoCapacity } from './capacity/capacity.ts';
import { DiskWatch, type DiskWatchOptions } from './capacity/disk-watch.ts';
import { LoadWatch } from './capacity/load-watch.ts';
import { WaitingCalls } from './capacity/waiting-calls.ts';
import { DeviceCalls } from './devices/device-calls.ts';
import { RegisteredDevices } from './devices/registered-devices.ts';
import { CallGiver } from './handover/give-calls.ts';
import { CallTaker } from './handover/take-calls.ts';
import { receiveInboundCall } from './inbound/inbound.ts';
import { UnprovenCalls } from './inbound/unproven-calls.ts';
import { AudioServer } from './listening/audio-server.ts';
import { runOutboundCall } from './outbound/outbound.ts';
import type { CallEnvironment } from './record/call-environment.ts';
import { CallJournal } from './record/call-journal.ts';
import { Checkpoints } from './record/checkpoints.ts';
import { openSipPort } from './signalling/open-sip-port.ts';
import { endOfReclaimed, type StopCause } from './signalling/sip-outcome.ts';
import { credentialsWithin } from './signalling/trunk-invite.ts';
import type { TrunkName } from './trunks/monitored-trunk.ts';
import { TrunkAddresses } from './trunks/trunk-addresses.ts';
import { TrunkMonitor } from './trunks/trunk-monitor.ts';
import { BrowserCarrier } from './web/browser-carrier.ts';
import { WebCalls } from './web/web-calls.ts';

interface CallEngineOptions
  extends Omit<
    CallEnvironment,
    | 'onEnded'
    | 'onUnanswered'
    | 'isTrunkThere'
    | 'invite'
    | 'checkpoints'
    | 'locator'
    | 'isOfTrunk'
    | 'recordingShortage'
    | 'journal'
    | 'isDatabaseKnown'
  > {
  /** Default: a journal in memory. */
  journal?: CallJournal;
  /** Returns whether the database is the one to which this process has reported. Default: it always is. */
  isDatabaseKnown?: () => Promise<boolean>;
  nodeId: string;
  /** Whether the database answers, and no other process can have taken this one for dead. */
  hasLease: () => boolean;
  /** Default: asks the system's name servers. */
  locator?: Locator | undefined;
  sipHost: string;
  /** For UDP and TCP. */
  sipPort: number;
  /** The verification of TLS trunks, and our certificate for peers that connect to us. */
  sipTls?: TlsOptions | undefined;
  /** Where web phones of members connect; closed by default. */
  sipWebSocket?: WebSocketOptions | undefined;
  /** The address at which browsers reach our ports. Default: `publicAddress`. */
  webCallsAddress?: string | null;
  /** Maximum live calls of this process. */
  callsMax: number;
  /** The longest time for which an inbound call rings while there is no room for it. Default: it is refused at once. */
  waitMsMax?: number;
  /** Whether live calls move between processes. Default: they do not. */
  isHandedOver?: boolean;
  /** The bytes that recordings leave free on their disk, or `null` for the default. */
  recordingsReserveBytes: number | null;
  /** Returns the free space of a folder's disk. Default: asks the system. */
  diskSpace?: DiskWatchOptions['readSpace'];
  listener: Listener;
  /** The address of this machine at which the API gets the audio of calls. Default: 127.0.0.1. */
  audioHost?: string;
  /** Default: any free port. */
  audioPort?: number;
}

/** The least time for calls that are being handed over when the time of the others is over. */
const givenMsMin = 5000;

/**
 * Maximum wait for the end of a ringing call of a dead process. After it, the end counts as unknown. An answer is repeated
 * within T2 (4 s, RFC 3261 §13.3.1.4), and the slot must be free within 10 s of the death.
 */
const reclaimWithinMs = 3500;

/** The calls that may wait for room at a time: a share of the capacity, and at least a few. */
const waitingShare = 0.2;
const waitingMin = 10;

/** Maximum share of a process's capacity for calls without an ACK that have left their line. */
const unprovenShare = 0.1;

/** Carries the live calls of one process, with its SIP user agent, and stops them on request. */
export class CallEngine implements CallPlacer {
  readonly #options: CallEngineOptions;
  readonly #environment: CallEnvironment;
  readonly #addresses: TrunkAddresses;
  readonly #checkpoints: Checkpoints;
  readonly #calls = new Map<string, LiveCall>();
  readonly #watch: CallWatch;
  readonly #abort = new AbortController();
  #agent: SipUserAgent | null = null;
  #monitor: TrunkMonitor | null = null;
  readonly #load: LoadWatch;
  readonly #disk: DiskWatch;
  readonly #capacity: Capacity;
  readonly #waiting: WaitingCalls;
  #refused: Omit<Refusals, 'now'> = { count: 0, lastReason: null };
  readonly #unproven: UnprovenCalls;
  readonly #audio: AudioServer;
  #audioAddress: string | null = null;
  #giver: CallGiver | null = null;
  #taker: CallTaker | null = null;
  readonly #webCalls: WebCalls;
  readonly #browserCalls: BrowserCarrier;
  readonly #devices: RegisteredDevices;
  readonly #deviceCalls: DeviceCalls;
  #polling: Promise<unknown> = Promise.resolve();
  #onEnded: () => void = () => undefined;

  constructor(options: CallEngineOptions) {
    this.#options = options;
    const { db, log, nodeId } = options;
    this.#checkpoints = new Checkpoints({ write: (batch) => storeCheckpoints(db, nodeId, batch), log });
    const locator = options.locator ?? new Locator(options.sipHost);
    this.#environment = {
      ...options,
      journal: options.journal ?? new CallJournal(),
      isDatabaseKnown: options.isDatabaseKnown ?? (async () => true),
      checkpoints: this.#checkpoints,
      locator,
      recordingShortage: () => this.#disk.shortage,
      onEnded: () => this.#onEnded(),
      onUnanswered: (organizationId, trunkId, sentAtMs) =>
        this.#monitor?.doubt(organizationId, trunkId, sentAtMs),
      isOfTrunk: (organizationId, trunkId, address) =>
        this.#addresses.belongs(organizationId, trunkId, address),
      isTrunkThere: (organizationId, trunkId) =>
        this.#monitor?.isKnownReachable(organizationId, trunkId) ?? false,
      invite: (invite, events) => this.#userAgent().invite(invite, events),
    };
    this.#watch = new CallWatch({ ...this.#environment, nodeId, calls: this.#calls });
    this.#load = new LoadWatch({
      media: options.media,
      voiceBehindMs: () => this.#voiceBehindMs(),
      liveCalls: () => this.#calls.size,
    });
    this.#disk = this.#openDisk();
    this.#audio = new AudioServer({
      host: options.audioHost ?? '127.0.0.1',
      port: options.audioPort ?? 0,
      find: (organizationId, callId) => this.#audible(organizationId, callId),
      join: (organizationId, callId, socket) => this.#browserCalls.join(organizationId, callId, socket),
    });
    const unprovenMax = Math.ceil(options.callsMax * unprovenShare);
    this.#unproven = new UnprovenCalls(db, unprovenMax, () => this.#onEnded());
    this.#capacity = new Capacity({
      callsMax: options.callsMax,
      liveCalls: () => this.liveCalls(),
      admits: () => this.#load.admits,
      onTaken: () => this.#load.took(),
      hasLease: options.hasLease,
    });
    this.#waiting = this.#openWaiting();
    this.#addresses = new TrunkAddresses(db, log, locator);
    const web = {
      ...this.#inboundContext(),
      address: options.webCallsAddress ?? options.publicAddress,
    };
    this.#browserCalls = new BrowserCarrier(web);
    this.#webCalls = new WebCalls({
      ...web,
      browserCalls: this.#browserCalls,
      room: () => this.#capacity.room(),
    });
    this.#devices = new RegisteredDevices({
      ...this.#environment,
      nodeId,
      canReach: (flow) => this.#agent?.canReach(flow) ?? false,
    });
    this.#deviceCalls = new DeviceCalls({
      environment: this.#environment,
      registered: this.#devices,
      nodeId,
      webAddress: web.address,
    });
    this.#openGauges();
  }

  #openGauges(): void {
    gauge('parley_live_calls', 'Calls that this process carries', [], (metric) =>
      metric.set(this.#calls.size),
    );
    gauge('parley_sip_counters', 'Counters of the SIP user agent, by name', ['counter'], (metric) => {
      const counters: Record<string, number> = { ...this.#agent?.counters() };
      for (const [name, value] of Object.entries(counters)) metric.set({ counter: name }, value);
    });
  }

  #openDisk(): DiskWatch {
    const { recordingsDir: folder, recordingsReserveBytes: reserveBytes, diskSpace, log } = this.#options;
    return new DiskWatch({ folder, reserveBytes, readSpace: diskSpace, log });
  }

  #openWaiting(): WaitingCalls {
    const { db, log, nodeId, callsMax, waitMsMax = 0 } = this.#options;
    return new WaitingCalls({
      capacity: this.#capacity,
      waitMsMax,
      waitingMax: Math.max(Math.ceil(callsMax * waitingShare), waitingMin),
      hasOther: () => hasOtherCapacity(db, nodeId),
      log,
    });
  }

  /** Opens the SIP port. `onEnded` is called after each call when its slot is free. */
  async start(onEnded: () => void): Promise<void> {
    const { sipHost, sipPort, sipTls: tls, sipWebSocket: webSocket, publicAddress, log } = this.#options;
    const { listener, media } = this.#options;
    this.#onEnded = onEnded;
    await Promise.all([this.#addresses.start(), this.#disk.start(), this.#openAudio()]);
    this.#agent = await openSipPort({
      host: sipHost,
      port: sipPort,
      tls,
      webSocket,
      publicAddress,
      locator: this.#environment.locator,
      log,
      delegate: {
        admits: (source: Endpoint) => this.#addresses.admits(source.address),
        recheck: (source: Endpoint) => this.#addresses.readAgain(source.address),
        isAvailable: () => this.#waiting.isOpen,
        devices: this.#devices,
        onInvite: (incoming: IncomingCall) => receiveInboundCall(this.#inboundContext(), incoming),
      },
    });
    this.#monitor = new TrunkMonitor({ ...this.#environment, agent: this.#agent });
    listener.on('parley_config', () => {
      this.#addresses.wake();
      this.#monitor?.wake();
    });
    this.#monitor.start();
    listener.on(webCallChannel, () => this.#webCalls.wake());
    listener.on(teamChannel, () => this.#deviceCalls.wake());
    listener.on(handoverChannel, () => {
      this.#giver?.wake();
      this.#taker?.wake();
    });
    if (this.#options.isHandedOver)
      this.#taker = new CallTaker({
        ...this.#inboundContext(),
        agent: this.#agent,
        room: (isOverloaded) => this.#capacity.room(isOverloaded),
        reserveCapacity: () => this.#capacity.reserve(true),
      });
    const liveCalls = () => this.liveCalls() - this.#unproven.size;
    const watched = {
      media,
      log,
      liveCalls,
      signal: this.#abort.signal,
      voiceBehindMs: () => this.#voiceBehindMs(),
    };
    this.#polling = Promise.all([
      this.#watch.run(this.#abort.signal),
      this.#load.run(watched),
      this.#disk.run((shortage) => this.#endRecordings(shortage), this.#abort.signal),
      this.#taker?.run(this.#abort.signal),
      this.#webCalls.run(this.#abort.signal),
      this.#deviceCalls.run(this.#abort.signal),
    ]);
  }

  /** Opens the port for the API. Without it, calls go on, and no member can listen. */
  async #openAudio(): Promise<void> {
    try {
      this.#audioAddress = await this.#audio.listen();
    } catch (error) {
      this.#options.log.error({ err: error }, 'the port for listening to calls could not be opened');
    }
  }

  /** Where the API gets the audio of the calls; `null` when the port is not open. */
  get audioPlace(): { address: string; token: string } | null {
    return this.#audioAddress === null ? null : { address: this.#audioAddress, token: this.#audio.token };
  }

  #audible(organizationId: string, callId: string) {
    const live = this.#calls.get(callId);
    if (!live?.isCarried || live.held.organizationId !== organizationId) return null;
    return { session: live.audio.session, gone: live.gone, takeOver: live.takeOver };
  }

  #voiceBehindMs(): number {
    return this.#options.providers.voiceBehindMs?.() ?? 0;
  }

  get sipAddress(): Endpoint {
    return this.#userAgent().address;
  }

  /** The port for TLS peers, or `null` when there is none. */
  get sipTlsPort(): number | null {
    const isOpen = this.#options.sipTls?.server !== undefined;
    return isOpen ? this.#userAgent().addressOf('tls').port : null;
  }

  /** The port for web phones, or `null` when there is none. */
  get sipWebSocketPort(): number | null {
    const agent = this.#userAgent();
    return agent.addressOf('ws').port || agent.addressOf('wss').port || null;
  }

  liveCalls(): number {
    return this.#calls.size;
  }

  /** Returns the number of calls that may be dialed. Callers who wait go first. */
  room(): number {
    return this.#waiting.size > 0 ? 0 : this.#capacity.room();
  }

  /** Returns the number of calls that this process may have at a time; 0 while it accepts none. */
  dialingCapacity(): number {
    const room = this.room();
    return room === 0 ? 0 : this.liveCalls() + room;
  }

  /** Returns why this process accepts no new call, or `null` when it accepts one. */
  refusal(): NoCapacity | null {
    return this.#capacity.refusal();
  }

  /** Why this process takes no new call, and the inbound calls that it has refused for lack of capacity. */
  get refusals(): Refusals {
    return { now: this.#capacity.refusal(), ...this.#refused };
  }

  place(call: DialableCall): void {
    this.#load.took();
    const agent = this.#userAgent();
    const live = new LiveCall(this.#environment, call, call.trunk ?? { codecs: [], mediaEncryption: 'off' });
    this.#calls.set(call.callId, live);
    void runOutboundCall(this.#environment, agent, call, live).finally(() => this.#forget(live));
  }

  /** Returns whether this process carries the call, or is about to take it from another. */
  carries(callId: string): boolean {
    return this.#calls.has(callId) || this.#taker?.isBusyWith(callId) === true;
  }

  /** Ends a call of a dead process by its stored dialog. `trunk` is the trunk of the call. */
  hangUp(dialog: unknown, trunk: SealedCredentials | null): void {
    if (this.#agent?.hangUp(dialog, credentialsWithin(this.#options, trunk)) === false) {
      this.#options.log.warn('the stored dialog of a call cannot be read; the call is not hung up');
    }
  }

  /** Gives up a ringing call of a dead process by its stored INVITE. Returns its end, or `null` when that is uncertain. */
  async reclaim(invite: unknown, trunk: SealedCredentials | null): Promise<CallEnd | null> {
    const outcome = await this.#agent?.reclaim(
      invite,
      reclaimWithinMs,
      credentialsWithin(this.#options, trunk),
    );
    return outcome ? endOfReclaimed(outcome) : null;
  }

  /** Reads requests to stop calls now. */
  readStopRequests(): void {
    this.#watch.wake();
  }

  /** Stops every call, because the media thread is gone. */
  mediaLost(): void {
    this.#stopAll('media-lost');
    void this.#browserCalls.close();
    this.#deviceCalls.close();
  }

  /** Stops accepting calls, gives live calls `graceMs` to end, stops the rest and closes everything. */
  async close(graceMs: number): Promise<void> {
    const untilMs = monotonicMs() + graceMs;
    this.#capacity.close();
    this.#taker?.stop();
    // Their devices register at another process, so that the next calls ring there.
    await this.#devices.close();
    const isOver = new AbortController();
    const given = this.#taker && graceMs > 0 ? this.#giveCalls(isOver.signal) : Promise.resolve();
    await this.#untilQuiet(graceMs);
    isOver.abort();
    this.#stopAll('shutdown');
    await this.#browserCalls.close();
    this.#deviceCalls.close();
    // The recordings of calls that have moved are still being sent and received.
    const arrived = Promise.all([given, this.#taker?.settled()]);
    await waitAtMost(arrived, Math.max(untilMs - monotonicMs(), givenMsMin));
    this.#giver?.giveUp();
    await this.#untilQuiet(5000);
    this.#abort.abort();
    await this.#polling;
    await this.#checkpoints.close();
    if (this.#audioAddress !== null) await this.#audio[Symbol.asyncDispose]();
    await this.#monitor?.close();
    await this.#agent?.close({ graceMs: 1000 });
    await this.#addresses.close();
  }

  #userAgent(): SipUserAgent {
    if (!this.#agent) throw new Error('the call engine is not started');
    return this.#agent;
  }

  #inboundContext() {
    return {
      environment: this.#environment,
      addresses: this.#addresses,
      registered: {
        ofLine: (line: string) => this.#monitor?.ofLine(line) ?? null,
        isRegistered: (trunk: TrunkName) => this.#monitor?.isRegistered(trunk) ?? false,
      },
      nodeId: this.#options.nodeId,
      log: this.#options.log,
      unproven: this.#unproven,
      waiting: this.#waiting,
      onRefused: (reason: NoCapacity) => {
        this.#refused = { count: this.#refused.count + 1, lastReason: reason };
      },
      reserveCapacity: () => this.#capacity.reserve(),
      onLive: (live: LiveCall) => void this.#calls.set(live.held.callId, live),
      onOver: (live: LiveCall) => this.#forget(live),
    };
  }

  #forget(live: LiveCall): void {
    if (this.#calls.get(live.held.callId) === live) this.#calls.delete(live.held.callId);
  }

  /** Gives live calls to other processes until the signal aborts. */
  #giveCalls(signal: AbortSignal): Promise<void> {
    this.#giver = new CallGiver({
      ...this.#options,
      calls: () => this.#calls.values(),
      hangUp: (dialog, credentials) => this.#agent?.hangUp(dialog, credentials ?? undefined),
    });
    return this.#giver.run(signal);
  }

  /** A suspended call may belong to another process. */
  #stopAll(cause: StopCause): void {
    for (const live of this.#calls.values()) if (!live.handover.isSuspended) live.stop(cause);
  }

  #endRecordings(why: string): void {
    for (const live of this.#calls.values()) live.audio.endRecording(why);
  }

  async #untilQuiet(boundMs: number): Promise<void> {
    const untilMs = performance.now() + boundMs;
    while (this.#calls.size + this.#deviceCalls.calls > 0 && performance.now() < untilMs) await delay(50);
  }
}
