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

const attempts = counter(
  'parley_webhook_attempts_total',
  'Attempts to deliver an event, by what came of them',
  ['result'],
);
const delaySeconds = histogram(
  'parley_webhook_delay_seconds',
  'From the storing of an event to its delivery at the first attempt',
  [],
  [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
);

/** Attempts under way at an endpoint at most. */
const concurrencyMax = 16;
/** Deliveries at hand at most: those under way, and the next. */
const atHandMax = 128;
/** More are fetched when there is room for so many. */
const roomMin = 32;
/** Results wait so long for others, to be written down together. */
const settleAfterMs = 10;
const resultsMax = 64;
/** A drain with nothing to do goes on for so long: what comes meanwhile needs no new job. */
const lingerMs = 5000;
/** A drain ends after so long at the latest, and the next look begins another one. */
const drainMaxMs = 300_000;
/** An endpoint at which nothing succeeded for so long is disabled. */
const failsLongDays = 5;

interface DrainOptions {
  db: Database;
  log: Log;
  secret: SecretKey;
  egress: EgressOutlet;
  place: SecretPlace;
  /** Aborts what is under way. */
  signal: AbortSignal;
}

/**
 * Sends what is due at one endpoint until there is nothing more. What is to be sent, and in which order, is in the
 * database: the deliveries of a resource are let go one after the other by the results that are written down. Here are
 * only those that are under way and the next few.
 */
export class Drain {
  readonly #options: DrainOptions;
  readonly #drainId = randomHex(8);
  readonly #ready: DueDelivery[] = [];
  readonly #underWay = new Map<string, Promise<void>>();
  #results: AttemptResult[] = [];
  /** Whether deliveries may have become due, and whether events may have come, since the last look. */
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

  /** There may be more to do. */
  wake(): void {
    this.#mayBeDue = true;
    this.#mayBeNews = true;
    this.#notify();
  }

  /** Begins nothing more; `run` ends when what is under way has. */
  stop(): void {
    this.#end();
    this.#notify();
  }

  /** Rejects when the database cannot be reached; what was under way is then sent once more by whoever is next. */
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

  /** What is at hand and not begun stays due, for the next drain. */
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

  /** Until something happens, or for so long. */
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
    if (!mayBeNews || !endpoint.takesEvents) return;
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
    // What was cut off by our own end is no failure of the receiver's.
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
    // Those that waited behind what is over were let go.
    if (settled.released > 0 || settled.hasRecovered) this.#mayBeDue = true;
  }
}

function messageOf({ eventId, type, timestamp, data, isTest }: DueDelivery) {
  return { eventId, type, timestamp, data: isTest ? { message: 'It works.' } : data };
}

/** An event that is no longer kept cannot be told. */
async function attemptOf(
  delivery: DueDelivery,
  send: () => Promise<AttemptOutcome>,
): Promise<AttemptOutcome> {
  if (delivery.hasEvent || delivery.isTest) return send();
  const error = 'the event is older than what is kept';
  return { ok: false, code: null, ms: 0, text: null, error };
}
