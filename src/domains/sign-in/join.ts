import { endSessionsBut, hashOfSecretToken } from '../../platform/access/index.ts';
import { type AuditEntry, change } from '../../platform/audit/index.ts';
import { AnswerWithHeaders } from '../../platform/http/index.ts';
import { ApiError, invalid, newId } from '../../platform/kernel/index.ts';
import { lockMember, updateMemberRow } from '../members/index.ts';
import { openSession } from './open-session.ts';
import { hashPassword } from './password-hash.ts';
import { problemOfPassword } from './password-rules.ts';
import { showSession } from './read-sessions.ts';
import type { Join, JoinInfo } from './schemas.ts';
import { leaveSession } from './sign-in.ts';
import { memberActor, type SignInContext, type SignInRequest } from './sign-in-context.ts';
import { findOpenLink, type OpenLink, storePassword, useUpLink } from './store.ts';

/** Returns the member whom a link signs in, without using the link. */
export async function joinInfo(
  context: SignInContext,
  { client }: SignInRequest,
  token: string,
): Promise<JoinInfo> {
  context.limits.count(client.address, null, Date.now());
  const { memberName, email, organizationName, expiresAt } = await openLink(context, token);
  return { memberName, email, organizationName, expiresAt };
}

/** Uses up a link: sets the member's password, ends all earlier sessions and opens a new one. */
export async function join(
  context: SignInContext,
  visit: SignInRequest,
  input: Join,
): Promise<AnswerWithHeaders> {
  const { db, access, cookies, hashingLimit, limits } = context;
  limits.count(visit.client.address, null, Date.now());
  const link = await openLink(context, input.token);
  const { organizationId, organizationName, memberId } = link;
  const email = emailFor(link, input.email);
  const memberName = input.name ?? link.memberName;
  const problem = problemOfPassword(input.password, { organizationName, memberName, email });
  if (problem) throw invalid('password', problem);
  const passwordHash = await hashingLimit.run(() => hashPassword(input.password));
  const sessionId = newId('session');
  const actor = memberActor(visit.actor, link, sessionId);
  await leaveSession(context, visit);
  const { token, session } = await change({ db, actor }, async (tx) => {
    const locked = await lockMember(tx, organizationId, memberId);
    if (!locked || !(await useUpLink(tx, organizationId, hashOfSecretToken(input.token)))) throw noLink();
    const { member } = locked;
    const audit: AuditEntry[] = [];
    if (member.email === null || (input.name !== undefined && input.name !== member.name)) {
      const values = { memberId, role: member.role, name: memberName, email: member.email ?? email };
      await updateMemberRow(tx, organizationId, values);
      audit.push({ verb: 'updated', type: 'members', id: memberId, label: memberName });
    }
    await storePassword(tx, organizationId, memberId, passwordHash);
    audit.push({ verb: 'updated', type: 'passwords', id: memberId, label: memberName });
    for (const id of await endSessionsBut(tx, organizationId, memberId, null))
      audit.push({ verb: 'deleted', type: 'sessions', id, label: memberName });
    const opened = await openSession(
      tx,
      { organizationId, memberId, name: memberName },
      sessionId,
      visit.client,
    );
    const session = await showSession({ db: tx, cookies }, organizationId, sessionId);
    return { result: { token: opened.token, session }, audit: [...audit, opened.audit] };
  });
  access.changed();
  return new AnswerWithHeaders(session, { 'set-cookie': cookies.cookieOf(token) });
}

function emailFor(link: OpenLink, given: string | undefined): string {
  if (link.email === null && given === undefined)
    throw invalid('email', 'is required, because the member has none');
  if (link.email !== null && given !== undefined && given.toLowerCase() !== link.email.toLowerCase())
    throw invalid('email', 'must be omitted, because the member has one');
  return link.email ?? given!;
}

async function openLink({ db }: SignInContext, token: string): Promise<OpenLink> {
  const link = await findOpenLink(db, hashOfSecretToken(token));
  if (!link) throw noLink();
  return link;
}

function noLink(): ApiError {
  const message = 'This link is no longer valid: it was used, replaced or has expired. Ask for another one.';
  return new ApiError(404, 'link.not_found', message);
}
