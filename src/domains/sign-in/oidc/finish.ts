import { hashOfSecretToken } from '../../../platform/access/index.ts';
import { type AuditEntry, change } from '../../../platform/audit/index.ts';
import { violatedConstraint } from '../../../platform/db/index.ts';
import { AnswerWithHeaders } from '../../../platform/http/index.ts';
import { newId } from '../../../platform/kernel/index.ts';
import { holdMember, insertMember } from '../../members/index.ts';
import { openSession } from '../open-session.ts';
import { showSession } from '../read-sessions.ts';
import type { Session } from '../schemas.ts';
import { ambiguous, attempts, leaveSession } from '../sign-in.ts';
import { memberActor } from '../sign-in-context.ts';
import { type OidcContext, type OidcRequest, redirectUriOf } from './begin.ts';
import { isStateOf } from './flow.ts';
import { type Guest, guestOf } from './guest-of.ts';
import { begunElsewhere, noMember, notConfigured } from './refusals.ts';

/**
 * Opens a session for the member with the verified e-mail address, or adds a member who may join. `query`: the complete
 * query that the provider added to our address.
 */
export async function finishOidc(
  context: OidcContext,
  visit: OidcRequest,
  query: string,
): Promise<AnswerWithHeaders> {
  try {
    const signedIn = await signInBy(context, visit, query);
    attempts.inc({ outcome: 'opened' });
    return signedIn;
  } catch (error) {
    attempts.inc({ outcome: 'refused' });
    throw error;
  }
}

async function signInBy(context: OidcContext, visit: OidcRequest, query: string): Promise<AnswerWithHeaders> {
  const { oidc, flows, limits, cookies } = context;
  if (!oidc) throw notConfigured();
  const nowMs = Date.now();
  limits.count(visit.client.address, null, nowMs);
  const flow = flows.flowIn(visit.client.cookie, nowMs);
  const answered = new URL(redirectUriOf(visit.baseUrl));
  answered.search = query;
  if (!flow || !isStateOf(flow, answered.searchParams.get('state'))) throw begunElsewhere();
  const provider = await oidc.open();
  const identity = await provider.identify(answered, flow);
  const guest = await guestOf(context.db, oidc.options, identity, flow.organizationId);
  if (guest.kind === 'several') throw ambiguous(guest.organizations);
  await leaveSession(context, visit);
  const { token, session } = await openFor(context, visit, guest, hashOfSecretToken(flow.state));
  return new AnswerWithHeaders(
    { session, returnTo: flow.returnTo },
    { 'set-cookie': cookies.cookieOf(token) },
  );
}

/** Opens the session, once per state. A repeated response gets none. */
async function openFor(
  { db, access, cookies }: OidcContext,
  visit: OidcRequest,
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
        // The member may have been changed or removed since it was read.
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
