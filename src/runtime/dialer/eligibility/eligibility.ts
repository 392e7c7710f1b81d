import { type StoredEligibilityWebhook, webhookSecret } from '../../../domains/organizations/index.ts';
import type { SecretKey } from '../../../platform/access/index.ts';
import type { Egress } from '../../../platform/egress/index.ts';
import { type Clock, counter } from '../../../platform/kernel/index.ts';
import type { DialableCall } from '../dialable-call.ts';
import type { EligibilityAnswer } from './answer.ts';
import { askWebhook } from './ask.ts';
import { asksTheSame } from './asks-the-same.ts';
import { Breaker } from './breaker.ts';

interface EligibilityOptions {
  /** Loaded by the first call that somebody is asked about. */
  egress: () => Promise<Egress>;
  secret: SecretKey;
  clock: Clock;
}

/** Calls of one organization that a process asks about at one time. */
const askingMax = 50;

const asked = counter('parley_eligibility_total', 'Answers of eligibility webhooks, by kind', ['kind']);

/** What is known of an organization's webhook while it is asked, or failed last. */
interface Known {
  /** As it is set; another one has not failed yet. */
  webhook: StoredEligibilityWebhook;
  breaker: Breaker;
  asking: number;
}

/** Asks organizations' webhooks whether calls may be dialed, of so many calls at a time, and lets those rest that are down. */
export class Eligibility {
  readonly #options: EligibilityOptions;
  readonly #known = new Map<string, Known>();

  constructor(options: EligibilityOptions) {
    this.#options = options;
  }

  /**
   * How many more calls of the organization may be claimed. While its webhook rests, and its calls are not dialed
   * without it, none are: they stay where they are in the queue.
   */
  room(organizationId: string): number {
    const known = this.#known.get(organizationId);
    if (!known) return askingMax;
    const isNeeded = known.webhook.whenUnavailable !== 'dial';
    const state = isNeeded ? known.breaker.state(this.#options.clock.now()) : 'closed';
    if (state === 'open') return 0;
    return state === 'half-open' ? 1 : Math.max(askingMax - known.asking, 0);
  }

  /** Takes note of how an organization's webhook is set now: what failed before was another. Null: it has none. */
  isSet(organizationId: string, webhook: StoredEligibilityWebhook | null): void {
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

  /** Asks about one call. Never rejects, and answers within the webhook's deadline. */
  async ask(call: DialableCall, webhook: StoredEligibilityWebhook): Promise<EligibilityAnswer> {
    const { clock } = this.#options;
    this.isSet(call.organizationId, webhook);
    const known = this.#known.get(call.organizationId) ?? { webhook, breaker: new Breaker(), asking: 0 };
    this.#known.set(call.organizationId, known);
    const { breaker } = known;
    if (!breaker.admits(clock.now())) {
      return told({ kind: 'unasked', reason: 'it failed several times in a row' });
    }
    known.asking++;
    const answer = await this.#answer(call, webhook);
    known.asking--;
    if (answer.kind === 'eligible' || answer.kind === 'ineligible') breaker.succeeded();
    else breaker.failed(clock.now());
    if (known.asking === 0 && known.breaker.isSound) this.#known.delete(call.organizationId);
    return told(answer);
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

function told(answer: EligibilityAnswer): EligibilityAnswer {
  asked.inc({ kind: answer.kind });
  return answer;
}
