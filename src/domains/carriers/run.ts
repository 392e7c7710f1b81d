import { type AuditEntry, change, type Scope } from '../../platform/audit/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import { contextOf } from './context.ts';
import { HereSteps } from './here-steps.ts';
import { adviceOn, CarrierRefusal } from './refusal.ts';
import type { RunParts } from './run-parts.ts';
import type { CarrierStep } from './schemas.ts';
import { openSecrets } from './sealed-secrets.ts';
import { nextToMake, nextToUndo, withStep } from './steps.ts';
import {
  type ClaimedConnection,
  finishRun,
  holdConnection,
  pauseRun,
  recordSteps,
  type StoredConnection,
  stopRun,
} from './store.ts';
import { openVendor, vendorLabels } from './vendors/open-vendor.ts';
import type { CarrierVendor, Made, StepContext, VendorStep } from './vendors/vendor.ts';

/** How often a step is tried before the run stops with a problem. */
const triesMax = 5;
const retrySecondsDefault = 2;
/** A vendor may take minutes for an order. */
const pendingTriesMax = 60;

/** Carries out one step after the other until nothing remains, a person is needed, or the claim is lost. */
export async function runConnection(
  parts: RunParts,
  claimed: ClaimedConnection,
  signal: AbortSignal,
): Promise<void> {
  const { db } = parts;
  for (;;) {
    const stored = await holdConnection(db, claimed);
    if (!stored) return;
    if (signal.aborted) return pauseRun(db, claimed, 0, stored.attempts);
    const { state, steps, isReleasing } = stored;
    const place = state === 'connecting' ? nextToMake(steps) : nextToUndo(steps, isReleasing);
    if (place === -1) {
      if (await finishRun(db, claimed, state)) return;
      continue;
    }
    const run = await Run.open(parts, claimed, stored);
    if ((await run.step(place)) === 'ended') return;
  }
}

/** One step of a run. */
class Run {
  readonly #parts: RunParts;
  readonly #claimed: ClaimedConnection;
  readonly #stored: StoredConnection;
  readonly #vendor: CarrierVendor;
  readonly #context: StepContext;
  readonly #scope: Scope;
  #steps: readonly CarrierStep[];

  private constructor(
    parts: RunParts,
    claimed: ClaimedConnection,
    stored: StoredConnection,
    vendor: CarrierVendor,
    sipPassword: string,
  ) {
    this.#parts = parts;
    this.#claimed = claimed;
    this.#stored = stored;
    this.#steps = stored.steps;
    this.#vendor = vendor;
    this.#context = contextOf(stored, sipPassword);
    this.#scope = { db: parts.db, actor: actorOf(stored) };
  }

  static async open(parts: RunParts, claimed: ClaimedConnection, stored: StoredConnection): Promise<Run> {
    const { key, sipPassword } = openSecrets(parts.secret, stored);
    const outlet = (await parts.openEgress()).of(stored.organizationId, 'carriers');
    const vendor = openVendor({ outlet, testUrl: parts.testUrl }, { ...stored, key });
    return new Run(parts, claimed, stored, vendor, sipPassword);
  }

  /** Returns `ended` when the run does not go on now. */
  async step(place: number): Promise<'done' | 'ended'> {
    const step = this.#steps[place]!;
    try {
      if (step.kind === 'trunk' || step.kind === 'number') await this.#here(place, step);
      else if (this.#stored.state === 'disconnecting') await this.#undo(place, step);
      else if (await this.#make(place, step)) return await this.#wait(step);
      return 'done';
    } catch (error) {
      if (error instanceof LostClaim) return 'ended';
      if (!(error instanceof CarrierRefusal)) throw error;
      return await this.#refused(place, error);
    }
  }

  /** Makes the step at the vendor. Returns true when the vendor has not decided yet. */
  async #make(place: number, step: CarrierStep): Promise<boolean> {
    const vendorStep = this.#stepOf(step);
    const found = step.state === 'sent' ? await vendorStep.find(this.#context, step) : null;
    if (!found) {
      const before = (await vendorStep.prepare?.(this.#context, step)) ?? null;
      // Stored before the request goes out, so that what it makes is looked for after a crash.
      await this.#record(place, { state: 'sent', before });
    }
    const made = found ?? (await this.#sent(place, vendorStep));
    if (made.isPending) return true;
    await this.#record(place, { state: 'done', id: made.id }, this.#bought(step, 'created'));
    return false;
  }

  /** Sends the request of a step. One that was refused for certain waits again, and need not be looked for. */
  async #sent(place: number, { make }: VendorStep): Promise<Made> {
    try {
      return await make(this.#context, this.#steps[place]!);
    } catch (error) {
      if (error instanceof CarrierRefusal && !error.isUnknown)
        await this.#record(place, { state: 'waiting' });
      throw error;
    }
  }

  async #undo(place: number, step: CarrierStep): Promise<void> {
    const { undo, find } = this.#stepOf(step);
    if (step.kind === 'buy' && !this.#stored.isReleasing && step.state === 'done') {
      return this.#record(place, { state: 'kept' });
    }
    if (undo === null) return this.#record(place, { state: 'undone' });
    const found = step.id === null ? await find(this.#context, step) : { id: step.id };
    if (found?.isPending)
      throw new CarrierRefusal('refused', 'The order is still in progress.', { isTransient: true });
    if (found && step.kind === 'buy' && !this.#stored.isReleasing) {
      return this.#record(place, { state: 'kept', id: found.id });
    }
    const state = found ? await undo(this.#context, step, found.id) : 'undone';
    await this.#record(place, { state }, found ? this.#bought(step, 'deleted') : []);
  }

  /** Makes or undoes a resource of Parley, in one transaction with its record. */
  async #here(place: number, step: CarrierStep): Promise<void> {
    const { db, notifier, secret } = this.#parts;
    const here = new HereSteps({ notifier, secret, stored: this.#stored });
    const isMaking = this.#stored.state === 'connecting';
    const trunk = isMaking ? this.#vendor.trunk(this.#context) : null;
    await db.transaction(async (tx) => {
      const changes = trunk ? await here.make(tx, step, trunk) : await here.undo(tx, step);
      const steps = withStep(this.#steps, place, changes, Date.now());
      if (!(await recordSteps(tx, this.#claimed, steps, true))) throw new LostClaim();
    });
    notifier.notify('parley_config');
  }

  #stepOf({ kind }: CarrierStep): VendorStep {
    const step = this.#vendor.steps[kind];
    if (!step) throw new Error(`the vendor has no step ${kind}`);
    return step;
  }

  async #record(place: number, changes: Partial<CarrierStep>, audit: AuditEntry[] = []): Promise<void> {
    const steps = withStep(this.#steps, place, changes, Date.now());
    const isProgress = changes.state !== 'sent' && changes.state !== 'waiting';
    await change(this.#scope, async (tx) => {
      if (!(await recordSteps(tx, this.#claimed, steps, isProgress))) throw new LostClaim();
      return { result: undefined, audit };
    });
    this.#steps = steps;
  }

  /** The audit entry of a number that was bought or given back. */
  #bought({ kind, phoneNumber }: CarrierStep, verb: 'created' | 'deleted'): AuditEntry[] {
    if (kind !== 'buy') return [];
    const { vendor, carrierConnectionId: id } = this.#stored;
    const done = verb === 'created' ? 'bought at' : 'given back to';
    return [
      { verb, type: 'carrier_connections', id, label: `${phoneNumber} ${done} ${vendorLabels[vendor]}` },
    ];
  }

  /** Waits for a vendor that has not decided. */
  async #wait(step: CarrierStep): Promise<'ended'> {
    const { db, retrySeconds = retrySecondsDefault } = this.#parts;
    if (this.#stored.attempts >= pendingTriesMax) {
      const words = 'The order is still in progress.';
      return this.#stop(step, new CarrierRefusal('documents-needed', words));
    }
    await pauseRun(db, this.#claimed, retrySeconds, this.#stored.attempts + 1);
    return 'ended';
  }

  async #refused(place: number, refusal: CarrierRefusal): Promise<'ended'> {
    const { db, retrySeconds = retrySecondsDefault } = this.#parts;
    const step = this.#steps[place]!;
    const { attempts } = this.#stored;
    if (!refusal.isTransient || attempts + 1 >= triesMax) return this.#stop(step, refusal);
    await pauseRun(db, this.#claimed, retrySeconds * 2 ** attempts, attempts + 1);
    return 'ended';
  }

  async #stop(
    { kind, phoneNumber }: CarrierStep,
    { reason, vendorMessage, ownMessage }: CarrierRefusal,
  ): Promise<'ended'> {
    const { state, vendor } = this.#stored;
    const message = ownMessage ?? adviceOn(reason, vendorLabels[vendor]);
    await stopRun(this.#parts.db, this.#claimed, state, {
      reason,
      message,
      vendorMessage,
      kind,
      phoneNumber,
    });
    return 'ended';
  }
}

/** Another process holds the run, or the connection was deleted. */
class LostClaim extends Error {}

/** Returns the member who began the run, as the actor of its changes. */
function actorOf({ organizationId, memberId, requestId }: StoredConnection): Actor {
  return { organizationId, memberId, apiKeyId: null, scopes: new Set(), requestId };
}
