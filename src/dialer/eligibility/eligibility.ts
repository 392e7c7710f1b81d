import type { SecretKey } from '../../access/index.ts';
import type { Egress } from '../../egress/index.ts';
import { type Clock, counter } from '../../kernel/index.ts';
import { type StoredEligibilityWebhook, webhookSecret } from '../../organizations/index.ts';
import type { DialableCall } from '../dialable-call.ts';
import type { EligibilityAnswer } from './answer.ts';
import { askWebhook } from './ask.ts';
import { Breaker } from './breaker.ts';

export interface EligibilityOptions {
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
  breaker: Breaker;
  asking: number;
  /** Calls wait for it while it is down. */
  holds: boolean;
}

/** Asks organizations' webhooks whether calls may be dialed, of so many calls at a time, and lets those rest that are down. */
export class Eligibility {
  readonly #options: EligibilityOptions;
  readonly #known = new Map<string, Known>();

  constructor(options: EligibilityOptions) {
    this.#options = options;
  }

  /**
   * How many more calls of the organization may be claimed. While its webhook rests, and its calls would only wait for
   * it, none are: they stay where they are in the queue.
   */
  room(organizationId: string): number {
    const known = this.#known.get(organizationId);
    if (!known) return askingMax;
    const state = known.holds ? known.breaker.state(this.#options.clock.now()) : 'closed';
    if (state === 'open') return 0;
    return state === 'half-open' ? 1 : Math.max(askingMax - known.asking, 0);
  }

  /** The organization has no webhook any more. */
  forget(organizationId: string): void {
    if (this.#known.get(organizationId)?.asking === 0) this.#known.delete(organizationId);
  }

  /** Asks about one call. Never rejects, and answers within the webhook's deadline. */
  async ask(call: DialableCall, webhook: StoredEligibilityWebhook): Promise<EligibilityAnswer> {
    const { clock } = this.#options;
    const known = this.#known.get(call.organizationId) ?? { breaker: new Breaker(), asking: 0, holds: false };
    known.holds = webhook.whenUnavailable === 'hold';
    this.#known.set(call.organizationId, known);
    if (!known.breaker.admits(clock.now())) {
      return told({ kind: 'unavailable', reason: 'it failed several times in a row' });
    }
    known.asking++;
    const answer = await this.#answer(call, webhook);
    known.asking--;
    if (answer.kind === 'unavailable') known.breaker.failed(clock.now());
    else known.breaker.succeeded();
    if (known.asking === 0 && known.breaker.isSound) this.#known.delete(call.organizationId);
    return told(answer);
  }

  async #answer(call: DialableCall, webhook: StoredEligibilityWebhook): Promise<EligibilityAnswer> {
    const { egress, secret, clock } = this.#options;
    let opened: Buffer;
    try {
      opened = webhookSecret(secret, call.organizationId, webhook);
    } catch {
      return { kind: 'unavailable', reason: 'its secret cannot be opened with the key of this installation' };
    }
    return askWebhook(await egress(), { ...webhook, secret: opened }, call, clock.now());
  }
}

function told(answer: EligibilityAnswer): EligibilityAnswer {
  asked.inc({ kind: answer.kind });
  return answer;
}
