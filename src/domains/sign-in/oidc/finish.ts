import { hashOfSecretToken } from '../../../platform/access/index.ts';
import { type AuditEntry, change } from '../../../platform/audit/index.ts';
import { violatedConstraint } from '../../../platform/db/index.ts';
import { AnswerWithHeaders } from '../../../platform/http/index.ts';
import { newId } from '../../../platform/kernel/index.ts';
import { holdMember, insertMember } from '../../members/index.ts';
import { memberActor } from '../desk.ts';
import { openSession } from '../open-session.ts';
import type { Session } from '../schemas.ts';
import { showSession } from '../show-session.ts';
import { ambiguous, attempts, leaveSession } from '../sign-in.ts';
import { type OidcDesk, type OidcVisit, redirectUriOf } from './begin.ts';
import { isStateOf } from './flow.ts';
import { type Guest, guestOf } from './guest-of.ts';
import { begunElsewhere, noMember, notConfigured } from './refusals.ts';

/**
 * Opens a session for the member whose verified e-mail address the provider has told, or makes a member of who may become
 * one. `query`: what the provider has added to our address, whole.
 */
export async function finishOidc(
  desk: OidcDesk,
  visit: OidcVisit,
  query: string,
): Promise<AnswerWithHeaders> {
  try {
    const signedIn = await signInBy(desk, visit, query);
    attempts.inc({ outcome: 'opened' });
    return signedIn;
  } catch (error) {
    attempts.inc({ outcome: 'refused' });
    throw error;
  }
}

async function signInBy(desk: OidcDesk, visit: OidcVisit, query: string): Promise<AnswerWithHeaders> {
  const { oidc, flows, limits, cookies } = desk;
  if (!oidc) throw notConfigured();
  const nowMs = Date.now();
  limits.count(visit.client.address, null, nowMs);
  const flow = flows.flowIn(visit.client.cookie, nowMs);
  const answered = new URL(redirectUriOf(visit.baseUrl));
  answered.search = query;
  if (!flow || !isStateOf(flow, answered.searchParams.get('state'))) throw begunElsewhere();
  const provider = await oidc.open();
  const identity = await provider.identify(answered, flow);
  const guest = await guestOf(desk.db, oidc.options, identity, flow.organizationId);
  if (guest.kind === 'several') throw ambiguous(guest.organizations);
  await leaveSession(desk, visit);
  const { token, session } = await openFor(desk, visit, guest, hashOfSecretToken(flow.state));
  return new AnswerWithHeaders(
    { session, returnTo: flow.returnTo },
    { 'set-cookie': cookies.cookieOf(token) },
  );
}

/** Opens the session, once for each state: whoever brings the same answer again gets none. */
async function openFor(
  { db, access, cookies }: OidcDesk,
  visit: OidcVisit,
  guest: Guest,
  stateHash: Buffer,
): Promise<{ token: string; session: Session }> {
  const { organizationId, memberId, email, name } = guest;
  const sessionId = newId('session');
  const actor = memberActor(visit.actor, guest, sessionId);
  try {
    const result = await change({ db, actor }, async (tx) => {
      const audit: AuditEntry[] = [];
      if (guest.kind === 'new') {
        await insertMember(tx, organizationId, { memberId, name, email, role: guest.role });
        audit.push({ verb: 'created', type: 'members', id: memberId, label: name });
      } else {
        const member = await holdMember(tx, organizationId, memberId);
        // It may have been changed or removed since it was looked at.
        if (member?.email?.toLowerCase() !== email.toLowerCase()) throw noMember(email);
      }
      const opened = await openSession(tx, guest, sessionId, visit.client, stateHash);
      const session = await showSession({ db: tx, cookies }, organizationId, sessionId);
      return { result: { token: opened.token, session }, audit: [...audit, opened.audit] };
    });
    if (guest.kind === 'new') access.changed();
    return result;
  } catch (error) {
    throw violatedConstraint(error) === 'sessions_oidc_state' ? begunElsewhere() : error;
  }
}
