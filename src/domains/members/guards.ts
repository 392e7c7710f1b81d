import { type Role, scopesOfRole } from '../../platform/access/index.ts';
import { type Actor, conflict, forbidden, invalid } from '../../platform/kernel/index.ts';

/** Throws a 403 that begins with `rule` when the actor lacks one of the scopes, which it gives or takes from somebody. */
export function refuseEscalation(
  actor: Actor,
  concerned: readonly string[],
  rule = 'can give only scopes that it holds itself',
): void {
  const missing = concerned.filter((scope) => !actor.scopes.has(scope));
  if (missing.length === 0) return;
  throw forbidden('scope.escalation', `The API key ${rule}; it lacks ${missing.join(', ')}.`);
}

/** As `refuseEscalation`, for all that a role may do. */
export function refuseHigherRole(actor: Actor, role: Role, rule?: string): void {
  refuseEscalation(actor, scopesOfRole[role], rule);
}

/** What is thrown in place of leaving the organization without an Admin. */
export function lastAdmin() {
  return conflict(
    'member.last_admin',
    'This is the last Admin of the organization; make another member an Admin first.',
  );
}

/** What is thrown for an e-mail address that another member has. */
export function emailTaken() {
  return invalid('email', 'belongs to another member already');
}
