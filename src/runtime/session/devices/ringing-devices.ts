import { commandCall } from '../../../domains/calls/index.ts';
import {
  acceptTeamCall,
  type DeviceOffer,
  type DeviceOfOffer,
  declineTeamCall,
} from '../../../domains/teams/index.ts';
import type { Notifier } from '../../../platform/db/index.ts';
import type { Actor } from '../../../platform/http/index.ts';
import {
  ApiError,
  calledOff,
  delay,
  type Log,
  monotonicMs,
  waitAtMost,
} from '../../../platform/kernel/index.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { DeviceLeg } from './device-leg.ts';
import { MemberLink } from './member-link.ts';
import type { RegisteredDevices } from './registered-devices.ts';

export interface RingingOptions {
  environment: CallEnvironment;
  /** The address at which browsers reach our ports. */
  webAddress: string;
  registered: Pick<RegisteredDevices, 'registrationOf' | 'openFlowOf' | 'drop'>;
  notifier: Notifier;
  log: Log;
}

/** Keys that are pressed shortly after one another are one command. */
const keysWithinMs = 300;
/** A device that is there says within this time that it rings. */
const ringsWithinMs = 2000;
const subjectMax = 200;
/** A call whose member has hung up is over within this time. */
const endMsMax = 5000;
/** Failures after which the device is not there. */
const notThere: ReadonlySet<string> = new Set(['timeout', 'not-there', 'unreachable']);
/** The responses of a proxy that does not reach the device (RFC 3261 §16.8; 477 is Kamailio's). */
const notReached: ReadonlySet<number> = new Set([408, 477]);

/** The result of a call at one device. `declined-for-all`: at all devices of the member (RFC 3261 §21.6). */
type RingResult = 'over' | 'declined' | 'declined-for-all' | 'not-there';

/** One call of a team that rings on the devices of a member, and is carried to its end on the one that answers. */
export class RingingDevices {
  readonly #options: RingingOptions;
  readonly #offer: DeviceOffer;
  readonly #actor: Actor;
  readonly #legs = new Set<DeviceLeg>();
  readonly #over = new AbortController();
  readonly #stopped: Promise<null>;
  readonly #beganMs = monotonicMs();
  #answered: DeviceLeg | null = null;
  #isDeclined = false;

  constructor(options: RingingOptions, offer: DeviceOffer) {
    this.#options = options;
    this.#offer = offer;
    this.#stopped = new Promise((resolve) =>
      this.#over.signal.addEventListener('abort', () => resolve(null), { once: true }),
    );
    const { organizationId, memberId, teamCallId } = offer;
    this.#actor = { organizationId, memberId, apiKeyId: null, scopes: new Set(), requestId: teamCallId };
  }

  /** Whether the member has the call here. */
  get isAnswered(): boolean {
    return this.#answered !== null;
  }

  /** At whom the call rings. */
  get memberId(): string {
    return this.#offer.memberId;
  }

  /** Whether the member declined the call here, and took it on no other device. */
  get isDeclined(): boolean {
    return this.#isDeclined && !this.isAnswered;
  }

  /** Rings every device. Resolves when the call is over here. Never rejects. */
  async run(): Promise<void> {
    const { log } = this.#options;
    const { teamCallId, devices, elsewhere } = this.#offer;
    try {
      const rung = Promise.all(
        devices.map((device) => this.#ring(device).then((result) => this.#note(result))),
      );
      // A device that says nothing keeps its INVITE for up to 32 s. The next member does not wait for that.
      const results = await Promise.race([rung, this.#stopped]);
      if (results?.every((result) => result === 'not-there') && elsewhere === 0) await this.#decline();
    } catch (error) {
      log.error({ err: error, teamCallId }, 'a call of a team could not ring on a device');
    } finally {
      this.stop();
    }
  }

  /** Stops ringing, and ends the call of the device. The agent goes on with the customer. */
  stop(): void {
    this.#over.abort(calledOff);
    for (const leg of this.#legs) void leg.close();
    this.#legs.clear();
  }

  /** Passes a declined call on, unless it still rings at another device. */
  async #note(result: RingResult): Promise<RingResult> {
    const isForAll = result === 'declined-for-all';
    if (isForAll || result === 'declined') this.#isDeclined = true;
    if (!this.isDeclined) return result;
    // A device that says nothing for so long may be gone, or registered under another address by now.
    const silentMs = monotonicMs() - this.#beganMs;
    if (!isForAll && this.#legs.size > 0)
      await delay(Math.max(ringsWithinMs - silentMs, 0), this.#over.signal);
    const ringsOn = this.#offer.elsewhere > 0 || [...this.#legs].some(({ isRinging }) => isRinging);
    if (this.#answered || this.#over.signal.aborted || (ringsOn && !isForAll)) return result;
    await this.#decline();
    this.stop();
    return result;
  }

  async #ring(device: DeviceOfOffer): Promise<RingResult> {
    const { environment, webAddress, registered, log } = this.#options;
    const key = { organizationId: this.#offer.organizationId, deviceId: device.deviceId };
    const registration = registered.registrationOf(key, device.contact);
    if (!registration || this.#over.signal.aborted) return 'not-there';
    const { flow } = registration;
    const { customerNumber, teamName, ringMs, summary, teamCallId } = this.#offer;
    const shown = {
      number: customerNumber,
      name: `${customerNumber} (${teamName})`,
      subject: subjectOf(summary),
    };
    const flowNow = () => registered.openFlowOf(key, device.contact, flow);
    const leg = new DeviceLeg({ environment, webAddress, device, flow, flowNow, shown, ringMs });
    this.#legs.add(leg);
    const answer = await leg.ring();
    if (answer === 'answered') {
      await this.#take(leg);
      return 'over';
    }
    this.#legs.delete(leg);
    void leg.close();
    const { kind, code, reason } = answer;
    log.info({ ...key, teamCallId, kind, code, reason }, 'a device did not take a call of a team');
    const isUnreached = kind === 'rejected' && !leg.isRinging && notReached.has(code ?? 0);
    if (notThere.has(kind) || isUnreached) {
      await registered.drop(registration);
      return 'not-there';
    }
    if (kind !== 'rejected' && kind !== 'unusable') return 'over';
    return code !== null && code >= 600 ? 'declined-for-all' : 'declined';
  }

  async #decline(): Promise<void> {
    const { environment, log } = this.#options;
    const scope = { db: environment.db, actor: this.#actor };
    await declineTeamCall(scope, this.#offer.teamCallId).catch((error: unknown) => {
      // The offer may have ended meanwhile.
      if (!(error instanceof ApiError))
        log.warn({ err: error }, 'a declined call of a team could not be passed on');
    });
  }

  /** Takes the call on the device that answered first, and carries it to its end. */
  async #take(leg: DeviceLeg): Promise<void> {
    const { environment, log } = this.#options;
    if (this.#answered || this.#over.signal.aborted) return leg.close();
    this.#answered = leg;
    for (const other of this.#legs) if (other !== leg) void other.close();
    try {
      await acceptTeamCall({ db: environment.db, actor: this.#actor }, this.#offer.teamCallId);
      await this.#carry(leg);
    } catch (error) {
      const isLate = error instanceof ApiError;
      if (!isLate) log.warn({ err: error }, 'a member who answered on a device did not come to the line');
    } finally {
      this.#legs.delete(leg);
      await leg.close();
      this.stop();
    }
  }

  /** Connects the device with the customer, until one of them ends the call. */
  async #carry(leg: DeviceLeg): Promise<void> {
    const { db } = this.#options.environment;
    const link = await MemberLink.open(db, this.#offer, this.#over.signal);
    const keys = new GatheredKeys((pressed) => void this.#command({ type: 'pressKeys', keys: pressed }));
    link.hear(leg.player(link.sampleRateHz));
    const left = new Promise<'hung-up' | 'gone'>((resolve) =>
      leg.follow({
        audio: (pcm) => link.audio(pcm),
        digit: (digit) => keys.add(digit),
        hold: (isHolding) => link.hold(isHolding),
        ended: resolve,
      }),
    );
    const why = await Promise.race([left, link.ended, this.#stopped]);
    // The member stays in the call until it is over, so that the agent does not speak once more.
    if (why === 'hung-up' && (await this.#command({ type: 'end', message: null })))
      await waitAtMost(link.ended, endMsMax);
    link.close();
  }

  /** Gives a command in the name of the member. */
  async #command(command: Parameters<typeof commandCall>[2]): Promise<boolean> {
    const { environment, notifier, log } = this.#options;
    const scope = { db: environment.db, actor: this.#actor, notifier };
    try {
      await commandCall(scope, this.#offer.callId, command);
      return true;
    } catch (error) {
      // The customer may have hung up at the same moment.
      if (!(error instanceof ApiError)) log.warn({ err: error }, 'what a member did on a device was lost');
      return false;
    }
  }
}

/** Gathers keys that are pressed shortly after one another. */
class GatheredKeys {
  readonly #press: (keys: string) => void;
  #keys = '';

  constructor(press: (keys: string) => void) {
    this.#press = press;
  }

  add(digit: string): void {
    if (this.#keys === '') setTimeout(() => this.#flush(), keysWithinMs);
    this.#keys += digit;
  }

  #flush(): void {
    this.#press(this.#keys);
    this.#keys = '';
  }
}

/** Returns a summary as one line of a header, which holds no control characters. */
function subjectOf(summary: string | null): string | null {
  const line = summary?.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim() ?? '';
  if (line === '') return null;
  return line.length <= subjectMax ? line : `${line.slice(0, subjectMax - 1)}…`;
}
