import type { SecretKey } from '../../platform/access/index.ts';
import { inTransaction, type Scope } from '../../platform/audit/index.ts';
import type { Notifier, Transaction } from '../../platform/db/index.ts';
import { ApiError } from '../../platform/kernel/index.ts';
import {
  CreatePhoneNumber,
  createPhoneNumber,
  deletePhoneNumber,
  updatePhoneNumber,
} from '../numbers/index.ts';
import { CreateTrunk, createTrunk, deleteTrunk } from '../trunks/index.ts';
import { CarrierRefusal } from './refusal.ts';
import type { CarrierStep } from './schemas.ts';
import { idOf } from './steps.ts';
import { findOwnNumber, isAgent, type StoredConnection } from './store.ts';
import type { VendorTrunk } from './vendors/vendor.ts';

interface HereParts {
  notifier: Notifier;
  secret: SecretKey;
  stored: StoredConnection;
}

/** The steps that make resources of Parley. Each joins the transaction that records it. */
export class HereSteps {
  readonly #parts: HereParts;

  constructor(parts: HereParts) {
    this.#parts = parts;
  }

  /** Returns the changes of the step. */
  async make(tx: Transaction, step: CarrierStep, trunk: VendorTrunk): Promise<Partial<CarrierStep>> {
    const scope = this.#scope(tx);
    if (step.kind === 'number') return refusing(() => this.#makeNumber(tx, scope, step.phoneNumber!));
    const { name } = this.#parts.stored;
    const input = CreateTrunk.parse({ name, optionsIntervalSeconds: 60, ...trunk });
    const { trunkId } = await refusing(() => createTrunk(scope, input));
    return { state: 'done', id: trunkId };
  }

  /** Undoes what the step made. What is assigned to another trunk by now stays. */
  async undo(tx: Transaction, step: CarrierStep): Promise<Partial<CarrierStep>> {
    const scope = this.#scope(tx);
    const { id, before, kind } = step;
    if (id === null) return { state: 'undone' };
    if (kind === 'trunk') return this.#deleted(() => deleteTrunk(scope, id));
    const number = await findOwnNumber(tx, this.#parts.stored.organizationId, step.phoneNumber!);
    if (number && number.trunkId !== this.#trunkId()) return { state: 'kept' };
    if (before === null) return this.#deleted(() => deletePhoneNumber(scope, id));
    const trunkId = (JSON.parse(before) as { trunkId: string | null }).trunkId;
    return this.#deleted(() => updatePhoneNumber(scope, id, { trunkId }));
  }

  /** Adds the number, or puts the organization's own number on the trunk. */
  async #makeNumber(tx: Transaction, scope: HereScope, phoneNumber: string): Promise<Partial<CarrierStep>> {
    const { organizationId, inboundAgentId: agentId } = this.#parts.stored;
    const trunkId = this.#trunkId();
    const own = await findOwnNumber(tx, organizationId, phoneNumber);
    if (own) {
      await updatePhoneNumber(scope, own.phoneNumberId, { trunkId });
      const before = JSON.stringify({ trunkId: own.trunkId });
      return { state: 'done', id: own.phoneNumberId, before };
    }
    const inboundAgentId = agentId !== null && (await isAgent(tx, organizationId, agentId)) ? agentId : null;
    const input = CreatePhoneNumber.parse({ phoneNumber, trunkId, inboundAgentId });
    return { state: 'done', id: (await createPhoneNumber(scope, input)).phoneNumberId };
  }

  async #deleted(work: () => Promise<unknown>): Promise<Partial<CarrierStep>> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 404) throw new CarrierRefusal('in-use', error.message);
    }
    return { state: 'undone' };
  }

  #trunkId(): string {
    const trunkId = idOf(this.#parts.stored.steps, 'trunk');
    if (trunkId === null) throw new CarrierRefusal('not-found');
    return trunkId;
  }

  #scope(tx: Transaction): HereScope {
    const { notifier, secret, stored } = this.#parts;
    const { organizationId, memberId, requestId } = stored;
    const actor = { organizationId, memberId, apiKeyId: null, scopes: new Set<string>(), requestId };
    return { ...inTransaction(tx, actor), notifier, secret };
  }
}

type HereScope = Scope & { notifier: Notifier; secret: SecretKey };

/** Turns a refusal of our own into one of the step. */
async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? new CarrierRefusal('refused', error.message) : error;
  }
}
