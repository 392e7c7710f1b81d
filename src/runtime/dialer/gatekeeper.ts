import { recordEvent } from '../../domains/calls/index.ts';
import { type OpenCircuit, takeProbe } from '../../domains/circuits/index.ts';
import type { StoredEligibilityWebhook } from '../../domains/organizations/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { type Clock, counter, type Log } from '../../platform/kernel/index.ts';
import { holdCall, noteAsking, permitAsked, refuseCall } from './claim.ts';
import { type DialableCall, loadDialableCalls } from './dialable-call.ts';
import type { EligibilityAnswer } from './eligibility/answer.ts';
import { asksTheSame } from './eligibility/asks-the-same.ts';
import type { Eligibility } from './eligibility/eligibility.ts';
import { setMeanwhile, verdictOf } from './eligibility/verdict-of.ts';
import { chooseTrunk, circuitHold } from './gate/closed-circuits.ts';
import { permitContacts } from './gate/frequency.ts';
import { judge } from './gate/judge.ts';
import { stoppedMeanwhile } from './gate/stopped-meanwhile.ts';
import type { Hold, Refusal, Verdict } from './gate/verdict.ts';
import { type GateSettings, gateSettingsOf } from './gate-settings.ts';

interface GatekeeperOptions {
  db: Database;
  clock: Clock;
  log: Log;
  /** Takes over a call that everything allows. */
  place(call: DialableCall): void;
  /** Null: webhooks cannot be asked here, as if none of them answered. */
  eligibility: Eligibility | null;
  /** A call that was asked about is decided, so that another may be claimed. */
  onAsked(): void;
}

const heldTotal = counter('parley_dialer_held_total', 'Claimed calls put back, by reason', ['reason']);
const refusedTotal = counter(
  'parley_dialer_refused_total',
  'Claimed calls refused before dialing, by reason',
  ['reason'],
);

/** Another call tries the circuit: what becomes of it is known soon, or the circuit says until when it is open. */
const probeLostRecheckMs = 5000;

const cannotAsk: EligibilityAnswer = { kind: 'unasked', reason: 'this process has no way to' };

/**
 * Carries out what the gate says of claimed calls: the pure rules first (`judge`), then the frequency cap, then the
 * organization's webhook, then the circuits, which let one call try.
 */
export class Gatekeeper {
  readonly #options: GatekeeperOptions;
  readonly #asking = new Set<Promise<void>>();

  constructor(options: GatekeeperOptions) {
    this.#options = options;
  }

  /** Claimed calls that a webhook is asked about. */
  get asking(): number {
    return this.#asking.size;
  }

  /** Resolves when no webhook is asked any more; each is given its deadline at most. */
  async settled(): Promise<void> {
    await Promise.all(this.#asking);
  }

  /**
   * Decides about claimed calls of one organization. What is asked about outside goes on by itself, so that nobody else's
   * queue waits for it. How many were held or refused. Rejects with the first that failed, once every other is decided:
   * upkeep releases such a claim.
   */
  async decide(calls: DialableCall[], settings: GateSettings): Promise<number> {
    const { eligibilityWebhook: webhook } = settings;
    if (calls[0]) this.#options.eligibility?.isSet(calls[0].organizationId, webhook);
    let stopped = 0;
    const judged = await this.#judge(calls, settings);
    if (webhook !== null) {
      const asked = judged.flatMap(([call, { kind }]) => (kind === 'dial' ? [call] : []));
      await noteAsking(this.#options.db, asked);
    }
    const decided = judged.map(async ([call, verdict]) => {
      if (verdict.kind === 'dial' && webhook) return this.#askFirst(call, webhook);
      if (verdict.kind === 'dial' && (await this.#dial(call))) return;
      if (verdict.kind !== 'dial') await this.#stop(call, verdict);
      stopped++;
    });
    const failed = (await Promise.allSettled(decided)).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return stopped;
  }

  async #judge(calls: DialableCall[], settings: GateSettings): Promise<[DialableCall, Verdict][]> {
    const nowMs = this.#options.clock.now();
    const judged = calls.map((call): [DialableCall, Verdict] => [call, judge(call, settings, nowMs)]);
    if (settings.frequencyCap === null) return judged;
    const allowed = judged.flatMap(([call, { kind }]) => (kind === 'dial' ? [call] : []));
    const held = await permitContacts(this.#options.db, settings.frequencyCap, allowed, nowMs);
    return judged.map(([call, verdict]) => [call, held.get(call.callId) ?? verdict]);
  }

  #askFirst(call: DialableCall, webhook: StoredEligibilityWebhook): void {
    const { log, onAsked } = this.#options;
    const asking = this.#ask(call, webhook)
      .catch((error: unknown) =>
        log.error(
          { err: error, callId: call.callId },
          'a call could not be decided about; its claim is released',
        ),
      )
      .finally(() => {
        this.#asking.delete(asking);
        onAsked();
      });
    this.#asking.add(asking);
  }

  async #ask(call: DialableCall, webhook: StoredEligibilityWebhook): Promise<void> {
    const { db, clock, eligibility } = this.#options;
    const answer = (await eligibility?.ask(call, webhook)) ?? cannotAsk;
    // What was true when it was asked about may not be true any more.
    const settings = await gateSettingsOf(db, call.organizationId);
    const { eligibilityWebhook: setNow } = settings;
    if (!setNow || !asksTheSame(setNow, webhook)) return this.#stop(call, setMeanwhile(clock.now()));
    const verdict = verdictOf(answer, setNow, clock.now());
    if (verdict.kind !== 'dial') return this.#stop(call, verdict);
    const now = await this.#readAgain(call);
    if (now === null) return;
    const again = judge(now, settings, clock.now());
    if (again.kind !== 'dial') return this.#stop(now, again);
    const state = await permitAsked(db, now);
    if (state === 'gone') return;
    if (state !== 'stands') return this.#stop(now, stoppedMeanwhile(state, clock.now()));
    if (verdict.note !== null) {
      const note = { decision: 'noted', reason: 'eligibility-unavailable', message: verdict.note } as const;
      await recordEvent(db, call.organizationId, call.callId, note);
    }
    await this.#dial(now);
  }

  /** Null: the claim was lost. */
  async #readAgain({
    organizationId,
    callId,
    nodeId,
    claimedAtMs,
  }: DialableCall): Promise<DialableCall | null> {
    const claim = { organizationId, callIds: [callId], nodeId, claimedAtMs };
    const [call] = await loadDialableCalls(this.#options.db, claim);
    return call ?? null;
  }

  /** Whether it is dialed: its circuits may have let another call through first, for which it is held. */
  async #dial(call: DialableCall): Promise<boolean> {
    const { clock, place } = this.#options;
    const { trunk, fallbacks, probes } = chooseTrunk(call);
    const closed = await this.#probe(call, probes);
    if (closed === null) {
      place({ ...call, trunk, fallbacks });
      return true;
    }
    await this.#stop(call, circuitHold([{ ...closed, untilMs: clock.now() + probeLostRecheckMs }]));
    return false;
  }

  async #stop(call: DialableCall, verdict: Hold | Refusal): Promise<void> {
    if (verdict.kind === 'hold') {
      heldTotal.inc({ reason: verdict.reason });
      await holdCall(this.#options.db, call, verdict);
      return;
    }
    refusedTotal.inc({ reason: verdict.reason });
    await refuseCall(this.#options.db, call, verdict);
  }

  /** Takes the circuits that the call is to try; answers the one that another call was let through to first. */
  async #probe(call: DialableCall, probes: readonly OpenCircuit[]): Promise<OpenCircuit | null> {
    for (const probe of probes) {
      const isTaken = await takeProbe(this.#options.db, call.organizationId, call.callId, probe);
      if (!isTaken) return probe;
    }
    return null;
  }
}
