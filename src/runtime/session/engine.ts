import { type CallEnd, handoverChannel, storeCheckpoints } from '../../domains/calls/index.ts';
import { teamChannel } from '../../domains/teams/index.ts';
import type { SealedCredentials } from '../../domains/trunks/index.ts';
import { webCallChannel } from '../../domains/web-calls/index.ts';
import { gauge, monotonicMs, waitAtMost } from '../../platform/kernel/index.ts';
import type { Refusals } from '../../platform/nodes/index.ts';
import { type Endpoint, type IncomingCall, Locator, type SipUserAgent } from '../../telephony/sip/index.ts';
import type { CallPlacer, DialableCall } from '../dialer/index.ts';
import { LiveCall } from './call/live-call.ts';
import { LiveCalls } from './call/live-calls.ts';
import { CallWatch } from './call/watch-calls.ts';
import { Admission } from './capacity/admission.ts';
import type { NoCapacity } from './capacity/capacity.ts';
import { DiskWatch } from './capacity/disk-watch.ts';
import { DeviceCalls } from './devices/device-calls.ts';
import { RegisteredDevices } from './devices/registered-devices.ts';
import type { CallEngineOptions } from './engine-options.ts';
import { CallGiver } from './handover/give-calls.ts';
import { CallTaker } from './handover/take-calls.ts';
import { receiveInboundCall } from './inbound/inbound.ts';
import { TurnedAwayCounts } from './inbound/turned-away.ts';
import { UnprovenCalls } from './inbound/unproven-calls.ts';
import { AudioServer } from './listening/audio-server.ts';
import { runOutboundCall } from './outbound/outbound.ts';
import type { CallEnvironment } from './record/call-environment.ts';
import { CallJournal } from './record/call-journal.ts';
import { Checkpoints } from './record/checkpoints.ts';
import { openSipPort } from './signalling/open-sip-port.ts';
import { endOfReclaimed } from './signalling/sip-outcome.ts';
import { credentialsWithin } from './signalling/trunk-invite.ts';
import { TeamQueue } from './transfer/team-queue.ts';
import type { TrunkName } from './trunks/monitored-trunk.ts';
import { TrunkAddresses } from './trunks/trunk-addresses.ts';
import { TrunkMonitor } from './trunks/trunk-monitor.ts';
import { BrowserCarrier } from './web/browser-carrier.ts';
import { WebCalls } from './web/web-calls.ts';

/** The least time for calls that are being handed over when the time of the others is over. */
const givenMsMin = 5000;
/** The time that stopped calls have for their ends. */
const lastMsMax = 5000;

/**
 * Maximum wait for the end of a ringing call of a dead process. After it, the end counts as unknown. An answer is repeated
 * within T2 (4 s, RFC 3261 §13.3.1.4), and the slot must be free within 10 s of the death.
 */
const reclaimWithinMs = 3500;

/** Maximum share of a process's capacity for calls without an ACK that have left their line. */
const unprovenShare = 0.1;

/** Carries the live calls of one process, with its SIP user agent, and stops them on request. */
export class CallEngine implements CallPlacer {
  readonly #options: CallEngineOptions;
  readonly #environment: CallEnvironment;
  readonly #addresses: TrunkAddresses;
  readonly #checkpoints: Checkpoints;
  readonly #calls = new LiveCalls();
  readonly #watch: CallWatch;
  readonly #abort = new AbortController();
  #agent: SipUserAgent | null = null;
  #monitor: TrunkMonitor | null = null;
  readonly #disk: DiskWatch;
  readonly #admission: Admission;
  readonly #unproven: UnprovenCalls;
  readonly #turnedAway: TurnedAwayCounts;
  readonly #audio: AudioServer;
  #audioAddress: string | null = null;
  #giver: CallGiver | null = null;
  #taker: CallTaker | null = null;
  readonly #webCalls: WebCalls;
  readonly #browserCalls: BrowserCarrier;
  readonly #devices: RegisteredDevices;
  readonly #deviceCalls: DeviceCalls;
  readonly #teamQueue: TeamQueue;
  #polling: Promise<unknown> = Promise.resolve();
  #onEnded: () => void = () => undefined;

  constructor(options: CallEngineOptions) {
    this.#options = options;
    const { db, log, nodeId } = options;
    this.#checkpoints = new Checkpoints({ write: (batch) => storeCheckpoints(db, nodeId, batch), log });
    this.#teamQueue = new TeamQueue(db, log);
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
      onAudio: (organizationId, trunkId, problem) =>
        this.#monitor?.noteAudio(organizationId, trunkId, problem),
      isOfTrunk: (organizationId, trunkId, address) =>
        this.#addresses.belongs(organizationId, trunkId, address),
      isTrunkThere: (organizationId, trunkId) =>
        this.#monitor?.isKnownReachable(organizationId, trunkId) ?? false,
      lookForMember: (organizationId, teamCallId, how) =>
        this.#teamQueue.look(organizationId, teamCallId, how),
      invite: (invite, events) => this.#userAgent().invite(invite, events),
    };
    this.#watch = new CallWatch({ ...this.#environment, nodeId, calls: this.#calls });
    this.#disk = this.#openDisk();
    this.#audio = new AudioServer({
      host: options.audioHost ?? '127.0.0.1',
      port: options.audioPort ?? 0,
      find: (organizationId, callId) => this.#calls.audible(organizationId, callId),
      join: (organizationId, callId, socket) => this.#browserCalls.join(organizationId, callId, socket),
    });
    const unprovenMax = Math.ceil(options.callsMax * unprovenShare);
    this.#unproven = new UnprovenCalls(db, unprovenMax, () => this.#onEnded());
    this.#turnedAway = new TurnedAwayCounts(options);
    this.#admission = new Admission({
      ...options,
      waitMsMax: options.waitMsMax ?? 0,
      liveCalls: () => this.liveCalls(),
      silentCalls: () => this.#unproven.size,
      voiceLoad: () => options.providers.voiceLoad?.() ?? null,
    });
    this.#addresses = new TrunkAddresses(db, log, locator);
    const web = {
      ...this.#inboundContext(),
      address: options.webCallsAddress ?? options.publicAddress,
    };
    this.#browserCalls = new BrowserCarrier(web);
    this.#webCalls = new WebCalls({
      ...web,
      browserCalls: this.#browserCalls,
      room: () => this.#admission.roomOutOfTurn(),
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

  /** Opens the SIP port. `onEnded` is called after each call when its slot is free. */
  async start(onEnded: () => void): Promise<void> {
    const { sipHost, sipPort, sipTls: tls, sipWebSocket: webSocket, publicAddress, log } = this.#options;
    const { listener } = this.#options;
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
        isAvailable: () => this.#admission.waiting.isOpen,
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
    listener.on(teamChannel, () => {
      this.#deviceCalls.wake();
      this.#teamQueue.wake();
    });
    listener.on(handoverChannel, () => {
      this.#giver?.wake();
      this.#taker?.wake();
    });
    if (this.#options.isHandedOver)
      this.#taker = new CallTaker({
        ...this.#inboundContext(),
        agent: this.#agent,
        room: (isOverloaded) => this.#admission.room(isOverloaded),
        reserveCapacity: () => this.#admission.reserve(true),
      });
    this.#polling = Promise.all([
      this.#watch.run(this.#abort.signal),
      this.#admission.run(this.#abort.signal),
      this.#disk.run((shortage) => this.#calls.endRecordings(shortage), this.#abort.signal),
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
    return this.#admission.roomOutOfTurn();
  }

  /** Returns the number of calls that this process may have at a time; 0 while it accepts none. */
  dialingCapacity(): number {
    const room = this.room();
    return room === 0 ? 0 : this.liveCalls() + room;
  }

  /** Returns why this process accepts no new call, or `null` when it accepts one. */
  refusal(): NoCapacity | null {
    return this.#admission.refusal();
  }

  /** Why this process takes no new call, and the inbound calls that it has refused for lack of capacity. */
  get refusals(): Refusals {
    return this.#admission.refusals;
  }

  place(call: DialableCall): void {
    this.#admission.took();
    const agent = this.#userAgent();
    const live = new LiveCall(this.#environment, call, call.trunk ?? { codecs: [], mediaEncryption: 'off' });
    this.#calls.add(live);
    void runOutboundCall(this.#environment, agent, call, live).finally(() => this.#calls.forget(live));
  }

  /** Returns whether this process carries the call, or is about to take it from another. */
  carries(callId: string): boolean {
    return this.#calls.get(callId) !== undefined || this.#taker?.isBusyWith(callId) === true;
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
    this.#calls.stop('media-lost');
    void this.#browserCalls.close();
    this.#deviceCalls.close();
  }

  /** Stops accepting calls, gives live calls `graceMs` to end, stops the rest and closes everything. */
  async close(graceMs: number): Promise<void> {
    const untilMs = monotonicMs() + graceMs;
    const others = () => this.#deviceCalls.calls;
    this.#admission.close();
    this.#taker?.stop();
    // Their devices register at another process, so that the next calls ring there.
    await this.#devices.close();
    const isOver = new AbortController();
    const given = this.#taker && graceMs > 0 ? this.#giveCalls(isOver.signal) : Promise.resolve();
    await this.#calls.over(graceMs, others);
    isOver.abort();
    this.#calls.stop('shutdown');
    await this.#browserCalls.close();
    this.#deviceCalls.close();
    // The recordings of calls that have moved are still being sent and received.
    const arrived = Promise.all([given, this.#taker?.settled()]);
    await waitAtMost(arrived, Math.max(untilMs - monotonicMs(), givenMsMin));
    this.#giver?.giveUp();
    await this.#calls.over(lastMsMax, others);
    this.#abort.abort();
    await this.#polling;
    await Promise.all([this.#checkpoints.close(), this.#turnedAway.close()]);
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
      turnedAway: this.#turnedAway,
      waiting: this.#admission.waiting,
      onRefused: (reason: NoCapacity) => this.#admission.refused(reason),
      reserveCapacity: () => this.#admission.reserve(),
      onLive: (live: LiveCall) => this.#calls.add(live),
      onOver: (live: LiveCall) => this.#calls.forget(live),
    };
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
}
