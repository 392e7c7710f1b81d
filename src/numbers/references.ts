import { findAgent } from '../agents/index.ts';
import { type Queryable, type Transaction, violatedConstraint } from '../db/index.ts';
import { type FieldError, invalid } from '../kernel/index.ts';
import { findTrunk, holdTrunks } from '../trunks/index.ts';
import { cannotBeAdded } from './own-number.ts';
import { lockClaims } from './store.ts';

const noTrunk = { field: 'trunkId', message: 'there is no trunk with this id' };
const noAgent = { field: 'inboundAgentId', message: 'there is no agent with this id' };
const own = { field: 'phoneNumber', message: 'is one of your numbers already' };

/** What the database finds although it was in order a moment ago. */
const ofConstraint: Record<string, FieldError> = {
  phone_numbers_number: own,
  phone_numbers_organization_id_trunk_id_fkey: noTrunk,
  phone_numbers_organization_id_inbound_agent_id_fkey: noAgent,
};

/**
 * Throws when a trunk or the agent that a phone number names is none of the organization's. The fallback trunks stay
 * there until the transaction ends; of the others the database makes sure.
 */
export async function checkReferences(
  db: Queryable,
  organizationId: string,
  given: {
    trunkId?: string | null | undefined;
    fallbackTrunkIds?: readonly string[] | undefined;
    inboundAgentId?: string | null | undefined;
  },
): Promise<void> {
  const errors: FieldError[] = [];
  const { trunkId, inboundAgentId } = given;
  if (trunkId && !(await findTrunk(db, organizationId, trunkId))) errors.push(noTrunk);
  if (inboundAgentId && !(await findAgent(db, organizationId, inboundAgentId))) errors.push(noAgent);
  const fallbacks = given.fallbackTrunkIds ?? [];
  const held = fallbacks.length === 0 ? [] : await holdTrunks(db, organizationId, fallbacks);
  for (const [place, id] of fallbacks.entries()) {
    if (!held.includes(id)) errors.push({ ...noTrunk, field: `fallbackTrunkIds.${place}` });
  }
  if (errors.length > 0) throw invalid(errors);
}

/**
 * Throws when the number is the organization's already, or another's whose claim to it stands: one that an answered call has
 * proven, or that is younger than 30 days. No other organization adds the number until the transaction ends.
 */
export async function checkClaim(
  tx: Transaction,
  organizationId: string,
  phoneNumber: string,
): Promise<void> {
  const claims = await lockClaims(tx, phoneNumber);
  if (claims.some((claim) => claim.organizationId === organizationId)) throw invalid([own]);
  if (claims.some(({ stands }) => stands)) throw invalid('phoneNumber', cannotBeAdded);
}

/** Throws when the trunks of a phone number make no order: fallbacks of nothing, or of themselves. */
export function checkTrunkOrder({
  trunkId,
  fallbackTrunkIds,
}: {
  trunkId: string | null;
  fallbackTrunkIds: readonly string[];
}): void {
  if (fallbackTrunkIds.length === 0) return;
  if (trunkId === null) throw invalid('fallbackTrunkIds', 'need a trunkId whose place they take');
  if (fallbackTrunkIds.includes(trunkId)) throw invalid('fallbackTrunkIds', 'must not name the trunkId');
}

/** Writes a phone number; what the database refuses is the 400 that names the field. */
export async function namingFields<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (thrown) {
    const error = ofConstraint[violatedConstraint(thrown) ?? ''];
    throw error ? invalid([error]) : thrown;
  }
}
