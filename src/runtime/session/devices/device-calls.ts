import { type DeviceOffer, deviceOffers } from '../../../domains/teams/index.ts';
import { Notifier } from '../../../platform/db/index.ts';
import { delay, gauge } from '../../../platform/kernel/index.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import type { RegisteredDevices } from './registered-devices.ts';
import { RingingDevices, type RingingOptions } from './ringing-devices.ts';

interface DeviceCallsOptions {
  environment: CallEnvironment;
  /** The address at which browsers reach our ports. */
  webAddress: string;
  registered: RegisteredDevices;
  nodeId: string;
}

/** How often calls that ring are looked for without a notification, while devices are registered here. */
const lookEveryMs = 1000;
/** The summary is written while the caller waits. A device shows only what is there when it begins to ring. */
const summaryMsMax = 1000;

/**
 * Rings the devices that are registered at this process, for the calls of their members' teams. The process may not be the one
 * that carries the call: a member on a device comes to the line as one in a browser does.
 */
export class DeviceCalls {
  readonly #options: DeviceCallsOptions;
  readonly #ringingOptions: RingingOptions;
  readonly #ringing = new Map<string, RingingDevices>();
  #wake = (): void => undefined;

  constructor(options: DeviceCallsOptions) {
    this.#options = options;
    const { environment, registered, webAddress } = options;
    const { db, log } = environment;
    this.#ringingOptions = { environment, webAddress, registered, notifier: new Notifier(db, log), log };
    gauge('parley_devices', 'Devices of members that are registered at this process', [], (metric) =>
      metric.set(registered.size),
    );
  }

  /** The calls that members have on devices of this process. */
  get calls(): number {
    return [...this.#ringing.values()].filter(({ isAnswered }) => isAnswered).length;
  }

  /** Looks for calls that ring now. */
  wake(): void {
    this.#wake();
  }

  /** Rings devices until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = () => this.#wake();
    signal.addEventListener('abort', stop, { once: true });
    const { environment, registered } = this.#options;
    while (!signal.aborted) {
      const wait = new AbortController();
      this.#wake = () => wait.abort();
      try {
        await registered.sweep();
        await this.#look();
      } catch (error) {
        environment.log.warn({ err: error }, 'the calls for devices could not be read');
      }
      if (!signal.aborted) await delay(lookEveryMs, wait.signal);
    }
  }

  /** Ends the calls of all devices. The agents go on. */
  close(): void {
    for (const ringing of this.#ringing.values()) ringing.stop();
  }

  async #look(): Promise<void> {
    const { environment, registered, nodeId } = this.#options;
    const offers = await deviceOffers(environment.db, registered.organizations, nodeId);
    const offeredTo = new Map(offers.map(({ teamCallId, memberId }) => [teamCallId, memberId]));
    for (const [teamCallId, ringing] of this.#ringing) {
      // A call that rings at the next member may have left the one before only a moment ago.
      if (ringing.isAnswered || offeredTo.get(teamCallId) === ringing.memberId) continue;
      ringing.stop();
      this.#ringing.delete(teamCallId);
    }
    for (const offer of offers) this.#ring(offer);
  }

  #ring(offer: DeviceOffer): void {
    const { teamCallId, summary, waitedMs } = offer;
    if (this.#ringing.has(teamCallId)) return;
    if (summary === null && waitedMs < summaryMsMax) {
      setTimeout(() => this.#wake(), summaryMsMax - waitedMs).unref();
      return;
    }
    const ringing = new RingingDevices(this.#ringingOptions, offer);
    this.#ringing.set(teamCallId, ringing);
    void ringing.run().finally(() => {
      // A declined call stays known, because it may still ring at other processes. It must not ring here again.
      if (!ringing.isDeclined && this.#ringing.get(teamCallId) === ringing) this.#ringing.delete(teamCallId);
    });
  }
}
