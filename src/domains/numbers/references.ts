import { type Queryable, type Transaction, violatedConstraint } from '../../platform/db/index.ts';
import { type FieldError, invalid } from '../../platform/kernel/index.ts';
import { holdAgent } from '../agents/index.ts';
import { holdTrunks } from '../trunks/index.ts';
import { cannotBeAdded } from './own-number.ts';
import { lockClaims } from './store/numbers.ts';

const noTrunk = { field: 'trunkId', message: 'must be the id of a trunk' };
const noAgent = { field: 'inboundAgentId', message: 'must be the id of an agent' };
const own = { field: 'phoneNumber', message: 'is already one of your numbers' };

/**
 * Throws when a trunk or the agent that a phone number names is not the organization's. Prevents their deletion until
 * the transaction ends.
 */
export async function holdReferences(
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
  const fallbacks = given.fallbackTrunkIds ?? [];
  const named = trunkId == null ? fallbacks : [trunkId, ...fallbacks];
  const hasAgent = inboundAgentId == null || (await holdAgent(db, organizationId, inboundAgentId));
  const held = named.length === 0 ? [] : await holdTrunks(db, organizationId, named);
  if (trunkId != null && !held.includes(trunkId)) errors.push(noTrunk);
  if (!hasAgent) errors.push(noAgent);
  for (const [place, id] of fallbacks.entries()) {
    if (!held.includes(id)) errors.push({ ...noTrunk, field: `fallbackTrunkIds.${place}` });
  }
  if (errors.length > 0) throw invalid(errors);
}

/**
 * Throws when the organization has the number already, or another one has a valid claim: proven by an answered call, or
 * younger than 30 days. Prevents other organizations from adding the number until the transaction ends.
 */
export async function checkClaim(
  tx: Transaction,
  organizationId: string,
  phoneNumber: string,
): Promise<void> {
  const claims = await lockClaims(tx, phoneNumber);
  if (claims.some((claim) => claim.organizationId === organizationId)) throw invalid([own]);
  if (claims.some(({ isValid }) => isValid)) throw invalid('phoneNumber', cannotBeAdded);
}

/** Throws when the trunk order is inconsistent: fallbacks without a trunk, or repeating it. */
export function checkTrunkOrder({
  trunkId,
  fallbackTrunkIds,
}: {
  trunkId: string | null;
  fallbackTrunkIds: readonly string[];
}): void {
  if (fallbackTrunkIds.length === 0) return;
  if (trunkId === null) throw invalid('fallbackTrunkIds', 'must be empty without a trunkId');
  if (fallbackTrunkIds.includes(trunkId)) throw invalid('fallbackTrunkIds', 'must not contain the trunkId');
}

/** Writes a phone number and turns a conflict into the 400 that names the field. */
export async function namingFields<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (thrown) {
    throw violatedConstraint(thrown) === 'phone_numbers_number' ? invalid([own]) : thrown;
  }
}
