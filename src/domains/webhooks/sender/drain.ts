import { Webhook } from 'standardwebhooks';
import type { SecretKey } from '../../../platform/access/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { EgressOutlet } from '../../../platform/egress/index.ts';
import { counter, histogram, type Log, monotonicMs, randomHex } from '../../../platform/kernel/index.ts';
import { openSecret, type SecretPlace } from '../secrets.ts';
import { type AttemptOutcome, attempt, type Target } from './attempt.ts';
import { giveUpEndpoint } from './give-up.ts';
import { nextDelayMs } from './next-attempt.ts';
import {
  type AttemptResult,
  claimEndpoint,
  type DrainedEndpoint,
  type DueDelivery,
  lookAtEndpoint,
  settleAttempts,
  takeDueDeliveries,
  takeNewEvents,
} from './store.ts';

const attempts = counter('parley_webhook_attempts_total', 'Webhook delivery attempts by outcome', ['result']);
const delaySeconds = histogram(
  'parley_webhook_delay_seconds',
  'Time from storing an event to its delivery at the first attempt',
  [],
  [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
);

/** Maximum concurrent attempts at an endpoint. */
const concurrencyMax = 16;
/** Maximum deliveries in memory: those in progress and the next. */
const atHandMax = 128;
/** More are fetched when there is room for this many. */
const roomMin = 32;
/** How long results wait to be written together. */
const settleAfterMs = 10;
const resultsMax = 64;
/** How long an idle drain continues, so that new events need no new job. */
const lingerMs = 5000;
/** Maximum duration of a drain. The next look starts another. */
const drainMaxMs = 300_000;
/** An endpoint without a success for this long is disabled. */
const failsLongDays = 5;

interface DrainOptions {
  db: Database;
  log: Log;
  secret: SecretKey;
  egress: EgressOutlet;
  place: SecretPlace;
  /** Aborts attempts in progress. */
  signal: AbortSignal;
}

/**
 * Sends what is due at one endpoint until nothing is left. The database holds the deliveries and their order: a stored
 * result releases the next delivery of the same resource. Memory holds only those in progress and the next few.
 */
export class Drain {
  readonly #options: DrainOptions;
  readonly #drainId = randomHex(8);
  readonly #ready: DueDelivery[] = [];
  readonly #underWay = new Map<string, Promise<void>>();
  #results: AttemptResult[] = [];
  /** Whether deliveries may have become due, or events arrived, since the last look. */
  #mayBeDue = true;
  #mayBeNews = true;
  #target: Target = { url: '', signers: [] };
  #isGone = false;
  #isStopping = false;
  #firstResultMs = 0;
  #notify: () => void = () => undefined;

  constructor(options: DrainOptions) {
    this.#options = options;
  }

  /** Reports that there may be more to do. */
  wake(): void {
    this.#mayBeDue = true;
    this.#mayBeNews = true;
    this.#notify();
  }

  /** Starts nothing more. `run` resolves when everything in progress has ended. */
  stop(): void {
    this.#end();
    this.#notify();
  }

  /** Rejects when the database is unreachable. The next drain repeats what was in progress. */
  async run(): Promise<void> {
    const { db, place } = this.#options;
    await claimEndpoint(db, place, this.#drainId);
    const endMs = monotonicMs() + drainMaxMs;
    let idleSinceMs = monotonicMs();
    for (;;) {
      if (monotonicMs() > endMs) this.#end();
      if (this.#isDueToSettle()) await this.#settle();
      if (this.#wantsMore()) await this.#load();
      this.#begin();
      const isIdle = this.#underWay.size + this.#ready.length + this.#results.length === 0;
      if (!isIdle) idleSinceMs = monotonicMs();
      if (isIdle && (this.#isStopping || monotonicMs() - idleSinceMs >= lingerMs)) return;
      if (!this.#wantsMore())
        await this.#wait(isIdle ? lingerMs : this.#results.length > 0 ? settleAfterMs : 1000);
    }
  }

  /** Deliveries that have not begun stay due for the next drain. */
  #end(): void {
    this.#isStopping = true;
    this.#ready.length = 0;
  }

  #room(): number {
    return atHandMax - this.#underWay.size - this.#ready.length - this.#results.length;
  }

  #wantsMore(): boolean {
    return !this.#isStopping && (this.#mayBeDue || this.#mayBeNews) && this.#room() >= roomMin;
  }

  #isDueToSettle(): boolean {
    const { length } = this.#results;
    if (length === 0) return false;
    const isOld = monotonicMs() - this.#firstResultMs >= settleAfterMs;
    return length >= resultsMax || isOld || this.#underWay.size + this.#ready.length === 0;
  }

  /** Waits until something happens, at most `ms`. */
  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#notify = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #load(): Promise<void> {
    const { db, place } = this.#options;
    const room = this.#room();
    const [mayBeDue, mayBeNews] = [this.#mayBeDue, this.#mayBeNews];
    this.#mayBeDue = false;
    this.#mayBeNews = false;
    const endpoint = await lookAtEndpoint(db, place, this.#drainId);
    if (!endpoint) return this.#end();
    this.#target = this.#targetOf(endpoint);
    const due = mayBeDue ? await takeDueDeliveries(db, place, this.#atHand(), room) : [];
    this.#ready.push(...due);
    if (due.length === room) this.#mayBeDue = true;
    if (!mayBeNews || !endpoint.acceptsEvents) return;
    if (due.length === room) {
      this.#mayBeNews = true;
      return;
    }
    const { deliveries, isFull } = await takeNewEvents(db, place, this.#drainId, room - due.length);
    this.#ready.push(...deliveries);
    if (isFull) this.#mayBeNews = true;
  }

  #atHand(): string[] {
    const ids = [...this.#ready, ...this.#results].map(({ deliveryId }) => deliveryId);
    return [...this.#underWay.keys(), ...ids];
  }

  #targetOf({ url, sealedSecret, sealedPreviousSecret }: DrainedEndpoint): Target {
    const { secret, place } = this.#options;
    const sealed = sealedPreviousSecret === null ? [sealedSecret] : [sealedSecret, sealedPreviousSecret];
    return { url, signers: sealed.map((one) => new Webhook(openSecret(secret, place, one))) };
  }

  #begin(): void {
    while (this.#underWay.size < concurrencyMax) {
      const next = this.#ready.shift();
      if (!next) return;
      this.#underWay.set(next.deliveryId, this.#deliver(next));
    }
  }

  async #deliver(delivery: DueDelivery): Promise<void> {
    const { egress, signal } = this.#options;
    const nowMs = Date.now();
    const outcome = await attemptOf(delivery, () =>
      attempt(egress, this.#target, messageOf(delivery), { nowMs, signal }),
    );
    this.#underWay.delete(delivery.deliveryId);
    // An attempt aborted by our own shutdown is not a failure of the receiver.
    if (!signal.aborted || outcome.ok) this.#note(delivery, outcome);
    this.#notify();
  }

  #note(delivery: DueDelivery, outcome: AttemptOutcome): void {
    const isLast = delivery.isTest || !delivery.hasEvent || outcome.code === 410;
    const delayMs = isLast ? null : nextDelayMs(delivery.tries + 1, delivery.firstTryAgoMs, Math.random());
    attempts.inc({ result: outcome.ok ? 'delivered' : outcome.code === null ? 'no-answer' : 'refused' });
    if (outcome.ok && delivery.tries === 0) {
      delaySeconds.observe((Date.now() - Date.parse(delivery.timestamp)) / 1000);
    }
    if (outcome.code === 410) this.#isGone = true;
    if (this.#results.length === 0) this.#firstResultMs = monotonicMs();
    this.#results.push({ ...outcome, deliveryId: delivery.deliveryId, delayMs });
  }

  async #settle(): Promise<void> {
    const { db, log, place } = this.#options;
    const results = this.#results;
    this.#results = [];
    const settled = await settleAttempts(db, place, results, failsLongDays);
    const failed = results.filter(({ ok }) => !ok).length;
    if (failed > 0) log.debug({ ...place, failed }, 'deliveries to a webhook endpoint failed');
    if (!settled) return this.#end();
    if (this.#isGone || settled.failsLong) {
      await giveUpEndpoint(db, place, this.#isGone ? 'gone' : 'failing');
      this.#end();
    }
    // Deliveries that waited behind a finished one were released.
    if (settled.released > 0 || settled.hasRecovered) this.#mayBeDue = true;
  }
}

function messageOf({ eventId, type, timestamp, data, isTest }: DueDelivery) {
  return { eventId, type, timestamp, data: isTest ? { message: 'The endpoint works.' } : data };
}

/** An event past its retention cannot be sent. */
async function attemptOf(
  delivery: DueDelivery,
  send: () => Promise<AttemptOutcome>,
): Promise<AttemptOutcome> {
  if (delivery.hasEvent || delivery.isTest) return send();
  const error = 'the event is past its retention';
  return { ok: false, code: null, ms: 0, text: null, error };
}
