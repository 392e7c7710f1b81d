import { type StoredEligibilityWebhook, webhookSecret } from '../../../domains/organizations/index.ts';
import type { SecretKey } from '../../../platform/access/index.ts';
import type { Egress } from '../../../platform/egress/index.ts';
import { type Clock, counter } from '../../../platform/kernel/index.ts';
import type { DialableCall } from '../dialable-call.ts';
import type { Hold, Refusal } from '../gate.ts';
import { askWebhook, type EligibilityAnswer } from './ask.ts';

interface EligibilityOptions {
  /** Loaded with the first call that a webhook is asked about. */
  egress: () => Promise<Egress>;
  secret: SecretKey;
  clock: Clock;
}

/** Maximum calls of one organization about which a process asks at one time. */
const askingMax = 50;

const asked = counter('parley_eligibility_total', 'Answers of eligibility webhooks, by kind', ['kind']);

/** An organization's webhook while calls are asked about, or after its last failure. */
interface Known {
  /** The current setting. A changed one has not failed yet. */
  webhook: StoredEligibilityWebhook;
  breaker: Breaker;
  asking: number;
}

/** Asks organizations' webhooks whether calls may be dialed. Bounds the calls at a time, and pauses failing webhooks. */
export class Eligibility {
  readonly #options: EligibilityOptions;
  readonly #known = new Map<string, Known>();

  constructor(options: EligibilityOptions) {
    this.#options = options;
  }

  /**
   * Returns the number of further calls of the organization that may be claimed. While its webhook is needed and paused, no
   * call is claimed, so that calls keep their order in the queue.
   */
  room(organizationId: string): number {
    const known = this.#known.get(organizationId);
    if (!known) return askingMax;
    const isNeeded = known.webhook.whenUnavailable !== 'dial';
    const state = isNeeded ? known.breaker.state(this.#options.clock.now()) : 'closed';
    if (state === 'open') return 0;
    return state === 'half-open' ? 1 : Math.max(askingMax - known.asking, 0);
  }

  /** Sets the organization's current webhook, `null` for none. A changed webhook starts without failures. */
  setWebhook(organizationId: string, webhook: StoredEligibilityWebhook | null): void {
    const known = this.#known.get(organizationId);
    if (!known) return;
    if (webhook === null) {
      known.breaker = new Breaker();
      if (known.asking === 0) this.#known.delete(organizationId);
      return;
    }
    if (!asksTheSame(known.webhook, webhook)) known.breaker = new Breaker();
    known.webhook = webhook;
  }

  /** Asks about one call. Never rejects, and returns within the webhook's deadline. */
  async ask(call: DialableCall, webhook: StoredEligibilityWebhook): Promise<EligibilityAnswer> {
    const { clock } = this.#options;
    this.setWebhook(call.organizationId, webhook);
    const known = this.#known.get(call.organizationId) ?? { webhook, breaker: new Breaker(), asking: 0 };
    this.#known.set(call.organizationId, known);
    const { breaker } = known;
    if (!breaker.admits(clock.now())) {
      return counted({ kind: 'unasked', reason: 'it failed several times in a row' });
    }
    known.asking++;
    const answer = await this.#answer(call, webhook);
    known.asking--;
    if (answer.kind === 'eligible' || answer.kind === 'ineligible') breaker.succeeded();
    else breaker.failed(clock.now());
    if (known.asking === 0 && known.breaker.isSound) this.#known.delete(call.organizationId);
    return counted(answer);
  }

  async #answer(call: DialableCall, webhook: StoredEligibilityWebhook): Promise<EligibilityAnswer> {
    const { egress, secret, clock } = this.#options;
    let opened: Buffer;
    try {
      opened = webhookSecret(secret, call.organizationId, webhook);
    } catch {
      return { kind: 'unasked', reason: 'its secret cannot be opened with the key of this installation' };
    }
    const outlet = (await egress()).of(call.organizationId, 'eligibility');
    return askWebhook(outlet, { ...webhook, secret: opened }, call, clock.now());
  }
}

function counted(answer: EligibilityAnswer): EligibilityAnswer {
  asked.inc({ kind: answer.kind });
  return answer;
}

/** Returns whether an answer to one setting counts for the other: the address, deadline and secret are the same. */
export function asksTheSame(one: StoredEligibilityWebhook, other: StoredEligibilityWebhook): boolean {
  return (
    one.url === other.url && one.deadlineMs === other.deadlineMs && one.sealedSecret === other.sealedSecret
  );
}

/** A webhook is paused for this time after this many failures in a row. */
const failuresMax = 5;
const pauseMs = 10_000;

/**
 * Pauses a failing webhook, so that not every call asks it. Closed: calls ask. Open: no call asks. Half-open, after the
 * pause: one call asks, and its answer closes the breaker or opens it again.
 */
export class Breaker {
  #failures = 0;
  #pausedUntilMs = 0;
  #isTrying = false;

  state(nowMs: number): 'closed' | 'open' | 'half-open' {
    if (this.#failures < failuresMax) return 'closed';
    return nowMs < this.#pausedUntilMs || this.#isTrying ? 'open' : 'half-open';
  }

  /** Returns whether this call may ask. If so, the caller then reports `succeeded` or `failed`. */
  admits(nowMs: number): boolean {
    const state = this.state(nowMs);
    if (state === 'half-open') this.#isTrying = true;
    return state !== 'open';
  }

  succeeded(): void {
    this.#failures = 0;
    this.#isTrying = false;
  }

  failed(nowMs: number): void {
    this.#failures++;
    this.#isTrying = false;
    if (this.#failures >= failuresMax) this.#pausedUntilMs = nowMs + pauseMs;
  }

  /** Whether the webhook has no failures since its last success. */
  get isSound(): boolean {
    return this.#failures === 0;
  }
}

/** The delay before a call is checked again after its webhook gave no answer. */
const unavailableRecheckMs = 60_000;

/**
 * Decides about a call by the webhook's answer. A call that is dialed without an answer gets a note for `why`. A call ends
 * only when the webhook was asked about it. Pure.
 */
export function verdictOf(
  answer: EligibilityAnswer,
  webhook: Pick<StoredEligibilityWebhook, 'whenUnavailable'>,
  nowMs: number,
): Hold | Refusal | { kind: 'dial'; note: string | null } {
  if (answer.kind === 'eligible') return { kind: 'dial', note: null };
  if (answer.kind === 'ineligible') {
    const { reason, retryAfterSeconds } = answer;
    const said = `The eligibility webhook does not allow the call${reason ? `: ${reason}` : ''}.`;
    if (retryAfterSeconds !== null) return held('not-eligible', said, nowMs + retryAfterSeconds * 1000);
    return { kind: 'refuse', endedReason: 'refused-by-gate', reason: 'not-eligible', message: said };
  }
  const said = `The eligibility webhook could not be asked: ${answer.reason}.`;
  const reason = 'eligibility-unavailable';
  if (webhook.whenUnavailable === 'dial') {
    return { kind: 'dial', note: `${said} The call is dialed without it, as it is set.` };
  }
  if (webhook.whenUnavailable === 'refuse' && answer.kind === 'unavailable') {
    return { kind: 'refuse', endedReason: 'refused-by-gate', reason, message: said };
  }
  return held(reason, said, nowMs + unavailableRecheckMs);
}

/** Returns the hold of a call whose webhook was changed or removed while it was asked. The call is due again at once. */
export function changedMeanwhile(nowMs: number): Hold {
  const message = 'The setting of the eligibility webhook changed while it was asked.';
  return { kind: 'hold', reason: 'eligibility-unavailable', message, untilMs: nowMs };
}

function held(reason: string, said: string, untilMs: number): Hold {
  const message = `${said} Parley checks the call again at ${new Date(untilMs).toISOString()}.`;
  return { kind: 'hold', reason, message, untilMs };
}
