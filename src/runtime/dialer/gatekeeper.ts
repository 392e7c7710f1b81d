import {
  type CallWriter,
  canceledBeforeDialing,
  type EndedReason,
  endCallIn,
  holdClaimed,
  holdMessage,
  noteAsking,
  permitAsked,
  queuedOnly,
  recordEvent,
  recordHold,
  type StopRequest,
} from '../../domains/calls/index.ts';
import {
  giveProbeBack,
  noteCampaignFailure,
  type OpenCircuit,
  takeProbe,
} from '../../domains/circuits/index.ts';
import type { StoredEligibilityWebhook } from '../../domains/organizations/index.ts';
import type { Database, Queryable } from '../../platform/db/index.ts';
import { type Clock, counter, type Log } from '../../platform/kernel/index.ts';
import { type DialableCall, loadDialableCalls } from './dialable-call.ts';
import type { EligibilityAnswer } from './eligibility/ask.ts';
import { asksTheSame, changedMeanwhile, type Eligibility, verdictOf } from './eligibility/eligibility.ts';
import {
  chooseTrunk,
  circuitHold,
  type FrequencyCap,
  type GateSettings,
  type Hold,
  judge,
  type Refusal,
  type Verdict,
} from './gate.ts';
import { applyFrequencyCap, gateSettingsOf } from './store.ts';

interface GatekeeperOptions {
  db: Database;
  writer: CallWriter;
  clock: Clock;
  log: Log;
  /** Passes on a call that may be dialed. */
  place(call: DialableCall): void;
  /** `null` when webhooks cannot be asked. This counts as no answer. */
  eligibility: Eligibility | null;
  /** Called when a call that a webhook was asked about is decided, so that another may be claimed. */
  onAsked(): void;
}

const heldTotal = counter('parley_dialer_held_total', 'Claimed calls put back, by reason', ['reason']);
const refusedTotal = counter(
  'parley_dialer_refused_total',
  'Claimed calls refused before dialing, by reason',
  ['reason'],
);

/**
 * The delay before a call is checked again while another call probes its circuit. By then the probe has a result, or the
 * circuit a new time.
 */
const probeLostRecheckMs = 5000;

const cannotAsk: EligibilityAnswer = { kind: 'unasked', reason: 'this process has no way to' };

/**
 * Decides about claimed calls, and carries the decisions out: the pure rules (`judge`), the frequency cap, the
 * organization's webhook, and last the circuits, which let one call probe.
 */
export class Gatekeeper {
  readonly #options: GatekeeperOptions;
  readonly #asking = new Set<Promise<void>>();

  constructor(options: GatekeeperOptions) {
    this.#options = options;
  }

  /** The number of claimed calls about which a webhook is being asked. */
  get asking(): number {
    return this.#asking.size;
  }

  /** Resolves when no webhook is being asked, at the latest after their deadline. */
  async settled(): Promise<void> {
    await Promise.all(this.#asking);
  }

  /**
   * Decides about claimed calls of one organization, and returns how many were held or refused. Does not wait for webhooks,
   * so that no other organization's queue does. Rejects with the first failure when all other calls are decided; upkeep
   * releases the claim of a call that failed.
   */
  async decide(calls: DialableCall[], settings: GateSettings): Promise<number> {
    const { eligibilityWebhook: webhook } = settings;
    if (calls[0]) this.#options.eligibility?.setWebhook(calls[0].organizationId, webhook);
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
    const held = await capHolds(this.#options.db, settings.frequencyCap, allowed, nowMs);
    return judged.map(([call, verdict]) => [call, held.get(call.callId) ?? verdict]);
  }

  #askFirst(call: DialableCall, webhook: StoredEligibilityWebhook): void {
    const { log, onAsked } = this.#options;
    const asking = this.#ask(call, webhook)
      .catch((error: unknown) =>
        log.error(
          { err: error, callId: call.callId },
          'cannot decide about a claimed call; upkeep releases its claim',
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
    // Everything may have changed while the webhook was asked.
    const settings = await gateSettingsOf(db, call.organizationId);
    const { eligibilityWebhook: setNow } = settings;
    if (!setNow || !asksTheSame(setNow, webhook)) return this.#stop(call, changedMeanwhile(clock.now()));
    const verdict = verdictOf(answer, setNow, clock.now());
    if (verdict.kind !== 'dial') return this.#stop(call, verdict);
    const now = await this.#readAgain(call);
    if (now === null) return;
    const again = judge(now, settings, clock.now());
    if (again.kind !== 'dial') return this.#stop(now, again);
    const state = await permitAsked(db, now);
    if (state === 'lost') return;
    if (state !== 'valid') return this.#stop(now, stopHold(state, clock.now()));
    if (verdict.note !== null) {
      const note = { decision: 'noted', reason: 'eligibility-unavailable', message: verdict.note } as const;
      await recordEvent(db, call.organizationId, call.callId, note);
    }
    await this.#dial(now);
  }

  /** Loads the call again. Returns `null` when the claim was lost. */
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

  /**
   * Passes on the call, or holds it when another call already probes one of its circuits. Returns whether it is dialed.
   */
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
    await refuseCall(this.#options.writer, call, verdict);
  }

  /** Reserves the probes of these circuits. Returns the first one that another call has, or `null`. */
  async #probe(call: DialableCall, probes: readonly OpenCircuit[]): Promise<OpenCircuit | null> {
    for (const probe of probes) {
      const isTaken = await takeProbe(this.#options.db, call.organizationId, call.callId, probe);
      if (!isTaken) return probe;
    }
    return null;
  }
}

/** The delay before a call whose customer is on another call is checked again. */
const busyRecheckMs = 15_000;

/** Maximum delay before a call is checked again, because the cap may change. */
const recheckMs = 24 * 3_600_000;

/**
 * Permits claimed calls as often as the frequency cap allows, one at a time for each customer, over all campaigns and
 * processes. Returns the holds of calls that may not be dialed now, by call id. A permitted call that is not dialed stops
 * counting when it is back in the queue or over.
 */
export async function capHolds(
  db: Queryable,
  cap: FrequencyCap,
  calls: readonly Pick<DialableCall, 'organizationId' | 'nodeId' | 'callId'>[],
  nowMs: number,
): Promise<Map<string, Hold>> {
  const capped = await applyFrequencyCap(db, cap, calls);
  return new Map(capped.map(({ callId, until }) => [callId, holdUntil(cap, until, nowMs)]));
}

function holdUntil({ calls, days }: FrequencyCap, until: string | null, nowMs: number): Hold {
  if (until === null) {
    const untilMs = nowMs + busyRecheckMs;
    const message = holdMessage('customer-on-call', new Date(untilMs).toISOString());
    return { kind: 'hold', reason: 'customer-on-call', message, untilMs };
  }
  const often = `${calls} ${calls === 1 ? 'call' : 'calls'} in ${days === 1 ? '24 hours' : `${days} days`}`;
  const untilMs = Math.min(Math.max(Date.parse(until), nowMs), nowMs + recheckMs);
  const message = `The customer was called as often as the organization allows, ${often}, and may be called again at ${until}. Parley checks the call again at ${new Date(untilMs).toISOString()}.`;
  return { kind: 'hold', reason: 'frequency-cap', message, untilMs };
}

const stopMessages: Record<StopRequest['cause'], string> = {
  requested: 'A stop was requested before the call was dialed.',
  'dialing-off': 'Dialing was switched off for the organization before the call was dialed.',
  'campaign-ended': 'The campaign ended before the call was dialed.',
  'campaign-paused': 'The campaign was paused before the call was dialed.',
  'number-suppressed': 'The number of the customer was suppressed before the call was dialed.',
};

/**
 * Returns the hold of a call that was stopped after its claim. It is due at once, and the queue then cancels or keeps
 * it.
 */
function stopHold(cause: StopRequest['cause'], nowMs: number): Hold {
  return { kind: 'hold', reason: cause, message: stopMessages[cause], untilMs: nowMs };
}

type ClaimedCall = Pick<DialableCall, 'organizationId' | 'callId' | 'nodeId'>;

type CallHold = Omit<Hold, 'kind'> & { failedCampaignId?: string | null };

/**
 * Puts a claimed call that was not dialed back into the queue, or cancels it when a stop was requested meanwhile. A hold
 * for the same reason extends the last one. `failedCampaignId` is the campaign whose circuit counts a failure. Returns
 * false, and changes nothing, when another process has the call or an INVITE is on record.
 */
export async function holdCall(
  db: Database,
  call: ClaimedCall,
  { reason, message, untilMs, failedCampaignId }: CallHold,
): Promise<boolean> {
  const { organizationId, callId } = call;
  return db.transaction(async (tx) => {
    const untilAt = new Date(untilMs).toISOString();
    const held = await holdClaimed(tx, call, { untilAt, reason });
    if (!held) return false;
    // The failure is recorded first, so that a circuit that the call probed stays open for its whole time.
    if (failedCampaignId != null) await noteCampaignFailure(tx, organizationId, callId, failedCampaignId);
    await giveProbeBack(tx, organizationId, callId);
    if (await cancelIfStopped(tx, organizationId, callId, held.stopRequested)) return true;
    await recordHold(tx, organizationId, callId, { reason, message, until: untilAt });
    return true;
  });
}

/** Cancels a call that is back in the queue when a request stopped it while it was claimed. */
export async function cancelIfStopped(
  tx: Queryable,
  organizationId: string,
  callId: string,
  requestId: string | null,
): Promise<boolean> {
  if (requestId === null) return false;
  const condition = { organizationId, callId, ...queuedOnly };
  return endCallIn(tx, condition, canceledBeforeDialing(`by request ${requestId}`));
}

/** Ends a claimed call that must never be dialed. */
export async function refuseCall(
  writer: CallWriter,
  call: ClaimedCall,
  { endedReason, reason: refusal, message }: { endedReason: EndedReason; reason: string; message: string },
): Promise<void> {
  const { organizationId, callId, nodeId } = call;
  const condition = { organizationId, callId, from: ['dialing'] as const, nodeId };
  const endedBy = 'System ended the call';
  await writer.end(condition, { status: 'ended', endedBy, endedReason, refusal, message });
}
