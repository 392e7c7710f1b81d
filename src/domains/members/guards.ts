import { type Role, scopesOfRole } from '../../platform/access/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import { conflict, forbidden, invalid } from '../../platform/kernel/index.ts';

/** Throws a 403 that begins with `rule` when the actor lacks one of the scopes that it grants or removes. */
export function refuseEscalation(
  actor: Actor,
  concerned: readonly string[],
  rule = 'can grant only scopes that it holds',
): void {
  const missing = concerned.filter((scope) => !actor.scopes.has(scope));
  if (missing.length === 0) return;
  throw forbidden('scope.escalation', `The API key ${rule}. It lacks ${missing.join(', ')}.`);
}

/** Like `refuseEscalation`, for all scopes of a role. */
export function refuseHigherRole(actor: Actor, role: Role, rule?: string): void {
  refuseEscalation(actor, scopesOfRole[role], rule);
}

/** Returns the error for a change that would leave the organization without an Admin. */
export function lastAdmin() {
  return conflict(
    'member.last_admin',
    'This is the last Admin of the organization. Make another member an Admin first.',
  );
}

/** Returns the error for an e-mail address of another member. */
export function emailTaken() {
  return invalid('email', 'belongs to another member');
}
