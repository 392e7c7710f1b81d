import type { Log } from '../platform/kernel/index.ts';
import type { NoCapacity } from '../runtime/session/index.ts';
import type { Calls, CallsOptions, SipAddress } from './calls.ts';
import { CallsProcess } from './calls-process.ts';
import type { Settings } from './settings.ts';

/**
 * The part of the program that carries calls. With the API, calls run in a process of their own. Without the API, they run
 * in this process. Without the role `calls`, the part does nothing.
 */
export class CallsPart {
  readonly #settings: Settings;
  readonly #log: Log;
  readonly #process: CallsProcess | null = null;
  #calls: Calls | null = null;
  #address: Promise<SipAddress | null> = Promise.resolve(null);
  #closed: Promise<void> | null = null;

  /** Forks the calls process at once, so that it loads its code while the database starts. */
  constructor(settings: Settings, log: Log) {
    this.#settings = settings;
    this.#log = log;
    if (settings.roles.has('calls') && settings.roles.has('api')) this.#process = new CallsProcess(log);
  }

  get hasProcess(): boolean {
    return this.#process !== null;
  }

  get isReady(): boolean {
    return this.#process?.isReady ?? true;
  }

  /** Why no new call is accepted, or `null` when calls are accepted or are not carried here. */
  get refusal(): NoCapacity | null {
    if (this.#closed) return 'draining';
    return this.#process?.refusal ?? this.#calls?.refusal() ?? null;
  }

  /** Starts the calls. Waits for calls in this process, and not for the calls process. */
  async start(
    storage: Pick<CallsOptions, 'connectionString' | 'secret' | 'secretFile' | 'recordingStore'>,
    onFatal: (error: Error) => void,
  ): Promise<void> {
    const { roles } = this.#settings;
    if (!roles.has('calls')) return;
    const options = { ...storage, settings: callsSettings(this.#settings), dials: roles.has('dialer') };
    if (this.#process) {
      this.#address = this.#process.start(options);
      // `address()` reports a failure.
      this.#address.catch(() => undefined);
      return;
    }
    const { startCalls, warmUp } = await import('./calls.ts');
    warmUp();
    this.#calls = await startCalls(options, this.#log, onFatal);
    this.#address = Promise.resolve(this.#calls.sipAddress);
  }

  /** Returns the SIP address after the start, or `null` without calls. Rejects when the start failed. */
  address(): Promise<SipAddress | null> {
    return this.#address;
  }

  /** Returns the metrics of the calls process. Returns none when it does not answer. */
  async metrics(): Promise<unknown[]> {
    return (await this.#process?.metrics()) ?? [];
  }

  /** Gives live calls `PARLEY_STOP_SECONDS` to end. When closing fails, only the first call of `close` rejects. */
  close(): Promise<void> {
    if (this.#closed) return this.#closed.catch(() => undefined);
    const graceMs = this.#settings.stopSeconds * 1000;
    this.#closed = Promise.resolve((this.#process ?? this.#calls)?.close(graceMs));
    return this.#closed;
  }
}

/** Picks the settings of the calls process. The others, such as the roles, need not cross the process boundary. */
function callsSettings(settings: Settings): CallsOptions['settings'] {
  const { dataDir, modelsDir, sipHost, sipPort, publicAddress, webCallsAddress, rtpPorts } = settings;
  const { callsMax, callsWaitSeconds } = settings;
  const { logLevel, egressAllow, otlpEndpoint, requireSynchronous } = settings;
  const { sipTlsPort, sipTlsCert, sipTlsKey, sipTlsCa, sipTlsVerify, sipWsPort, trustedProxies } = settings;
  const { mediaTimeoutSeconds, holdTimeoutSeconds, recordingsReserveMb, handover } = settings;
  const { audioHost, audioPort } = settings;
  return {
    dataDir,
    modelsDir,
    requireSynchronous,
    logLevel,
    egressAllow,
    otlpEndpoint,
    sipHost,
    sipPort,
    publicAddress,
    webCallsAddress,
    audioHost,
    audioPort,
    rtpPorts,
    callsMax,
    callsWaitSeconds,
    handover,
    mediaTimeoutSeconds,
    holdTimeoutSeconds,
    recordingsReserveMb,
    sipTlsPort,
    sipTlsCert,
    sipTlsKey,
    sipTlsCa,
    sipTlsVerify,
    sipWsPort,
    trustedProxies,
  };
}
