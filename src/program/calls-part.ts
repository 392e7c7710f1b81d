import type { Log } from '../platform/kernel/index.ts';
import type { Calls, CallsOptions, SipAddress } from './calls.ts';
import { CallsProcess } from './calls-process.ts';
import type { Settings } from './settings.ts';

/**
 * The calls of the program. Beside the API they run in a process of their own; without the API they run in this process.
 * Without the role `calls` there are none.
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

  /** Starts the calls. Calls in this process have started on return; the calls process starts meanwhile. */
  async start(
    storage: Pick<CallsOptions, 'connectionString' | 'secret' | 'secretFile' | 'recordingStore'>,
    onFatal: (error: Error) => void,
  ): Promise<void> {
    const { roles } = this.#settings;
    if (!roles.has('calls')) return;
    const options = { ...storage, settings: callsSettings(this.#settings), dials: roles.has('dialer') };
    if (this.#process) {
      this.#address = this.#process.start(options);
      // `address` reports the failure.
      this.#address.catch(() => undefined);
      return;
    }
    const { startCalls, warmUp } = await import('./calls.ts');
    warmUp();
    this.#calls = await startCalls(options, this.#log, onFatal);
    this.#address = Promise.resolve(this.#calls.sipAddress);
  }

  /** Waits for the start. Rejects when it failed; `null` without calls. */
  address(): Promise<SipAddress | null> {
    return this.#address;
  }

  /** Returns the metrics of the calls process; none when it does not answer. */
  async metrics(): Promise<unknown[]> {
    return (await this.#process?.metrics()) ?? [];
  }

  /** Lets live calls end for `PARLEY_STOP_SECONDS`. Only the first call rejects when closing fails. */
  close(): Promise<void> {
    if (this.#closed) return this.#closed.catch(() => undefined);
    const graceMs = this.#settings.stopSeconds * 1000;
    this.#closed = Promise.resolve((this.#process ?? this.#calls)?.close(graceMs));
    return this.#closed;
  }
}

/** Picks the settings of the calls process. The others, such as the roles, need not cross the process boundary. */
function callsSettings(settings: Settings): CallsOptions['settings'] {
  const { dataDir, sipHost, sipPort, publicAddress, rtpPorts, callsMax } = settings;
  const { logLevel, egressAllow, otlpEndpoint } = settings;
  const { sipTlsPort, sipTlsCert, sipTlsKey, sipTlsCa, sipTlsVerify } = settings;
  const { mediaTimeoutSeconds, holdTimeoutSeconds, recordingsReserveMb } = settings;
  return {
    ...{ dataDir, logLevel, egressAllow, otlpEndpoint },
    ...{ sipHost, sipPort, publicAddress, rtpPorts, callsMax },
    ...{ mediaTimeoutSeconds, holdTimeoutSeconds, recordingsReserveMb },
    ...{ sipTlsPort, sipTlsCert, sipTlsKey, sipTlsCa, sipTlsVerify },
  };
}
