import { hashOfSecretToken, newSecretToken } from '../../platform/access/index.ts';
import { type AuditEntry, change, type ReadScope, type Scope } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import {
  composeMail,
  latestMail,
  type MailContent,
  type MailOutbox,
  withdrawMails,
} from '../../platform/mail/index.ts';
import { getMember, holdMember, type Member, refuseHigherRole } from '../members/index.ts';
import type { Invitation, InvitationState, MailedInvitation } from './schemas.ts';
import { linkExpiryOf, namesOfInviter, setMemberLink } from './store.ts';

const invitationHours = 7 * 24;
const ownerLinkHours = 24;

/** Returns the URL of a link. The token is behind the #, which browsers do not send. */
export function joinUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/join#${token}`;
}

/**
 * Creates a sign-in link for a member, for the first time or after a forgotten password: valid once within 7 days. The
 * member's scopes must be within the inviter's.
 */
export async function inviteMember(
  scope: Scope & { baseUrl: string },
  memberId: string,
): Promise<Invitation> {
  return change(scope, async (tx) => {
    const { member, invitation } = await newInvitation(tx, scope, memberId);
    return { result: invitation, audit: invited(memberId, member.name) };
  });
}

/** Creates a sign-in link as `inviteMember` does, and sends it to the member by e-mail. */
export async function mailInvitation(
  scope: Scope & { baseUrl: string; mailOutbox: MailOutbox | null },
  memberId: string,
): Promise<MailedInvitation> {
  const { actor, mailOutbox } = scope;
  const { organizationId } = actor;
  return change(scope, async (tx) => {
    const { member, invitation } = await newInvitation(tx, scope, memberId);
    if (mailOutbox === null) throw mailOff();
    if (member.email === null) throw conflict('member.no_email', 'The member has no e-mail address.');
    const names = await namesOfInviter(tx, organizationId, actor.memberId);
    await withdrawMails(tx, organizationId, 'invitation', memberId, 'A newer invitation replaced it.');
    const content = invitationMail(names!, member, invitation);
    await mailOutbox.put(tx, {
      ...{ organizationId, to: member.email, kind: 'invitation', referenceId: memberId, ...content },
    });
    return {
      result: { ...invitation, sentTo: member.email },
      audit: invited(memberId, member.name),
    };
  });
}

/** Returns the member's open link and what became of the e-mail with it. */
export async function readInvitation({ db, actor }: ReadScope, memberId: string): Promise<InvitationState> {
  const { organizationId } = actor;
  await getMember({ db, actor }, memberId);
  const [expiresAt, mail] = await Promise.all([
    linkExpiryOf(db, organizationId, memberId),
    latestMail(db, organizationId, 'invitation', memberId),
  ]);
  return { expiresAt, mail };
}

/** Returns the error of an operation that needs a mail server. */
function mailOff() {
  return conflict(
    'mail.off',
    'This installation sends no e-mail. Its operator can set PARLEY_SMTP_URL and PARLEY_MAIL_FROM.',
  );
}

async function newInvitation(
  tx: Transaction,
  { actor, baseUrl }: { actor: Actor; baseUrl: string },
  memberId: string,
): Promise<{ member: Member; invitation: { url: string; expiresAt: string } }> {
  const member = await holdMember(tx, actor.organizationId, memberId);
  if (!member) throw notFound('member');
  refuseHigherRole(actor, member.role);
  const token = newSecretToken();
  const values = { tokenHash: hashOfSecretToken(token), hours: invitationHours };
  const expiresAt = await setMemberLink(tx, actor.organizationId, memberId, values);
  return { member, invitation: { url: joinUrl(baseUrl, token), expiresAt } };
}

function invitationMail(
  { organizationName, inviterName }: { organizationName: string; inviterName: string | null },
  member: Member,
  { url, expiresAt }: { url: string; expiresAt: string },
): MailContent {
  const inviter = inviterName ?? 'A member';
  const until = new Date(expiresAt).toUTCString().replace(/:\d\d GMT$/, ' UTC');
  return composeMail({
    subject: `Sign in to ${organizationName} on Parley`,
    paragraphs: [
      member.name === null ? 'Hello,' : `Hello ${member.name},`,
      `${inviter} sends you a link to sign in to ${organizationName} on Parley. Open it to choose a password.`,
    ],
    link: { label: 'Choose a password', url },
    note: `The link works once, until ${until}. It replaces earlier links. If you did not expect this e-mail, ignore it.`,
  });
}

/** Creates a sign-in token for the operator of the installation: valid once within 24 hours. */
export async function issueOwnerToken(scope: Scope, memberId: string): Promise<string> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const token = newSecretToken();
    const values = { tokenHash: hashOfSecretToken(token), hours: ownerLinkHours };
    await setMemberLink(tx, organizationId, memberId, values);
    return { result: token, audit: invited(memberId, null) };
  });
}

function invited(memberId: string, label: string | null): AuditEntry {
  return { verb: 'created', type: 'invitations', id: memberId, label };
}
