import { type ClaimState, claimState, type StopRequest } from '../../domains/calls/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { delay, type Log, monotonicMs } from '../../platform/kernel/index.ts';
import { type InvitePermit, newBranch, newCallId, newTag } from '../../telephony/sip/index.ts';
import type { DialableCall, DialableTrunk } from './dialable-call.ts';
import { claimNextInvite, type InviteClaim, takeCpsSlot } from './store.ts';

interface DialPermitOptions {
  db: Database;
  log: Log;
  /** The call as the dialer claimed it. */
  call: DialableCall;
  /** Aborts when a stop of the call is requested. */
  stopped: AbortSignal;
}

/** The answer to the question whether one INVITE may leave over a trunk. */
type PermitAnswer =
  /** `call` has the identity of that INVITE. The socket asks `permit` before it hands the bytes to the kernel. */
  | { kind: 'granted'; call: DialableCall; permit: InvitePermit }
  | { kind: 'stopped'; cause: StopRequest['cause'] }
  /** Another process holds the call, or a later claim of this one. */
  | { kind: 'lost' }
  /** The trunk is at a limit, or was deleted. */
  | { kind: 'full' };

type InvalidClaim = Exclude<ClaimState, 'valid'>;

/**
 * The permit to dial a claimed call: the claim, its lease, the trunk whose limits it counts for, and the trunk's CPS slots.
 * It must be asked once for each INVITE. The dialer's claim permits the first INVITE over its trunk. Any other INVITE needs
 * a claim of its own, with a new identity on record.
 */
export class DialPermit {
  readonly #options: DialPermitOptions;
  /** The call with the identity that the current claim stored. */
  #call: DialableCall;
  /**
   * When the claim was known to permit an INVITE. Claiming again does not look at switches and campaigns, so the lease then
   * begins with a question.
   */
  #validAtMs: number;
  /** Whether an INVITE of this identity has left. */
  #isUsed = false;

  constructor(options: DialPermitOptions) {
    this.#options = options;
    this.#call = options.call;
    this.#validAtMs = options.call.claimedAtMs;
  }

  /** Returns whether an INVITE may leave over the trunk now. Waits for a slot if the trunk limits calls per second. */
  async ask({ trunkId, maxCallsPerSecond }: DialableTrunk): Promise<PermitAnswer> {
    if (maxCallsPerSecond === null) return this.#grant(trunkId, Number.POSITIVE_INFINITY);
    const { db, call, stopped } = this.#options;
    const trunk = { db, organizationId: call.organizationId, trunkId };
    return inCpsSlot(trunk, stopped, (leavesByMs) => this.#grant(trunkId, leavesByMs));
  }

  /** Records whether the INVITE of the last answer has left. If not, the same claim permits another one. */
  settle(hasLeft: boolean): void {
    this.#isUsed = hasLeft;
  }

  /** Grants one INVITE that leaves by `leavesByMs`. A claim that is made here serves later slots, too. */
  async #grant(trunkId: string, leavesByMs: number): Promise<PermitAnswer> {
    if (this.#isUsed || this.#call.claimedTrunkId !== trunkId) {
      const state = await this.#claimAgain(trunkId);
      if (state === 'stopped') return { kind: 'stopped', cause: 'requested' };
      if (state !== 'taken') return { kind: state };
    }
    const { db } = this.#options;
    const call = this.#call;
    const lease = new ClaimLease<InvalidClaim>(this.#validAtMs, () => claimState(db, call), monotonicMs);
    const state = await lease.renew();
    if (state === 'lost') return { kind: 'lost' };
    if (state !== 'valid') return { kind: 'stopped', cause: state };
    return { kind: 'granted', call, permit: this.#invitePermit(lease, leavesByMs) };
  }

  async #claimAgain(trunkId: string): Promise<InviteClaim> {
    const invite = { callId: newCallId(), branch: newBranch(), fromTag: newTag(), cseq: 1 };
    const claimedAtMs = monotonicMs();
    const state = await claimNextInvite(this.#options.db, this.#call, trunkId, invite);
    if (state !== 'taken') return state;
    this.#call = { ...this.#call, invite, claimedAtMs, claimedTrunkId: trunkId };
    this.#validAtMs = Number.NEGATIVE_INFINITY;
    this.#isUsed = false;
    return state;
  }

  /**
   * Returns a permit whose first copy must leave by `leavesByMs`. Repetitions may leave later, as they are the same
   * call.
   */
  #invitePermit(lease: ClaimLease<InvalidClaim>, leavesByMs: number): InvitePermit {
    let hasLeft = false;
    const isInTime = () => hasLeft || monotonicMs() <= leavesByMs;
    return {
      isValid() {
        const isValid = lease.isFresh && isInTime();
        if (isValid) hasLeft = true;
        return isValid;
      },
      renew: async () => {
        if (!isInTime()) return false;
        try {
          return (await lease.renew()) === 'valid';
        } catch (error) {
          this.#options.log.warn({ err: error }, 'cannot check the claim of a call; its INVITE is withheld');
          return false;
        }
      },
    };
  }
}

/**
 * An INVITE leaves within this time of the last moment at which its claim was known to be valid. A pause of its campaign
 * therefore stops every INVITE a second later.
 */
const validForMs = 1000;

/**
 * The lease of a claim that is known to be valid. It counts from before the database was asked. An answer that waited while
 * this process was stalled is not trusted, because another process may have considered this one dead.
 */
export class ClaimLease<State extends string> {
  #renewedAtMs: number;
  readonly #ask: () => Promise<State | 'valid'>;
  readonly #nowMs: () => number;

  /** `askedAtMs` is a time before the claim was made, on the clock `nowMs`. `ask` returns its state. */
  constructor(askedAtMs: number, ask: () => Promise<State | 'valid'>, nowMs: () => number) {
    this.#renewedAtMs = askedAtMs;
    this.#ask = ask;
    this.#nowMs = nowMs;
  }

  /** Whether the claim was known to be valid within the last second. */
  get isFresh(): boolean {
    return this.#nowMs() - this.#renewedAtMs <= validForMs;
  }

  /** Asks until an answer is fresh, and returns the state of the claim. Rejects as `ask` does. */
  async renew(): Promise<State | 'valid'> {
    while (!this.isFresh) {
      const askedAtMs = this.#nowMs();
      const state = await this.#ask();
      if (state !== 'valid') return state;
      this.#renewedAtMs = askedAtMs;
    }
    return 'valid';
  }
}

/** The length of the first slot, and of the longest. A process that misses a slot asks for one twice as long. */
const slotsMs = { first: 25, last: 3200 } as const;

/** The trunk whose limit of calls per second counts an INVITE. */
interface LimitedTrunk {
  db: Database;
  organizationId: string;
  trunkId: string;
}

/**
 * Waits for a CPS slot of the trunk and runs `prepare` in it. Resolves with the result of `prepare` when it is complete
 * within the slot. The INVITE must then leave by `leavesByMs`, on the monotonic clock. Otherwise it returns the slot and
 * begins again with a longer one. Slots enforce the limit over all processes and spread INVITEs evenly. After `signal`
 * aborts, it does not wait.
 */
export async function inCpsSlot<Result>(
  { db, organizationId, trunkId }: LimitedTrunk,
  signal: AbortSignal,
  prepare: (leavesByMs: number) => Promise<Result>,
): Promise<Result> {
  let missed: string | null = null;
  for (let slotMs: number = slotsMs.first; ; slotMs = Math.min(slotMs * 2, slotsMs.last)) {
    const askedAtMs = monotonicMs();
    const slot = await takeCpsSlot(db, organizationId, trunkId, slotMs, missed);
    if (slot === null) return prepare(Number.POSITIVE_INFINITY);
    const { inMs } = slot;
    const leavesByMs = askedAtMs + inMs + slotMs;
    // The database answered after `askedAtMs` and before now, so the slot is open on both clocks.
    await delay(inMs, signal);
    const prepared = await prepare(leavesByMs);
    if (signal.aborted || monotonicMs() <= leavesByMs) return prepared;
    missed = slot.endsAt;
  }
}
