import { firstRow, type Queryable, readStatement, statement } from '../db/index.ts';

/** An e-mail that waits for its first or next try, claimed by this process. */
export interface ClaimedMail {
  organizationId: string;
  mailId: string;
  recipient: string;
  sealedContent: Buffer;
  /** The number of this try, from 1. */
  tries: number;
  ageMs: number;
}

/** The state of an e-mail. */
export interface MailState {
  recipient: string;
  state: 'waiting' | 'sent' | 'failed';
  /** What the mail server said last, or null. */
  reason: string | null;
  /** When the state was reached, or the last try of a waiting one was made. */
  at: string;
}

/** The most e-mails of one organization in a day. */
export const mailsPerDayMax = 1000;

// Time-ordered ids make the day a range of the primary key.
const put = statement(
  'mail.put',
  `insert into outgoing_mails (organization_id, mail_id, kind, reference_id, recipient, sealed_content, state, reason,
     settled_at)
   select $1, $2, $3, $4, $5, case when f.is_full then null else $6::bytea end,
     case when f.is_full then 'failed' else 'waiting' end,
     case when f.is_full then 'The organization has sent ${mailsPerDayMax} e-mails within a day.' end,
     case when f.is_full then now() end
   from (select count(*) >= ${mailsPerDayMax} as is_full from outgoing_mails
     where organization_id = $1 and mail_id > $7) f`,
);
// The lease is longer than one try may take. After it, another process tries again.
const claim = statement(
  'mail.claim',
  `with due as (
     select organization_id, mail_id from outgoing_mails where state = 'waiting' and next_try_at <= now()
     order by next_try_at limit $1 for update skip locked
   )
   update outgoing_mails m set tries = m.tries + 1, next_try_at = now() + interval '3 minutes' from due d
   where m.organization_id = d.organization_id and m.mail_id = d.mail_id
   returning m.organization_id as "organizationId", m.mail_id as "mailId", m.recipient,
     m.sealed_content as "sealedContent", m.tries, (extract(epoch from now() - m.created_at) * 1000)::float8 as "ageMs"`,
);
const settle = statement(
  'mail.settle',
  `update outgoing_mails set state = $4, reason = $5, sealed_content = null, settled_at = now()
   where organization_id = $1 and mail_id = $2 and tries = $3 and state = 'waiting'`,
);
const retry = statement(
  'mail.retry',
  `update outgoing_mails set reason = $4, next_try_at = now() + make_interval(secs => $5::float8 / 1000)
   where organization_id = $1 and mail_id = $2 and tries = $3 and state = 'waiting'`,
);
const latest = readStatement(
  'mail.latest',
  `select recipient, state, reason, coalesce(settled_at, created_at) as at from outgoing_mails
   where organization_id = $1 and kind = $2 and reference_id = $3 order by mail_id desc limit 1`,
);
const withdraw = statement(
  'mail.withdraw',
  `update outgoing_mails set state = 'failed', reason = $4, sealed_content = null, settled_at = now()
   where organization_id = $1 and kind = $2 and reference_id = $3 and state = 'waiting'`,
);

/** Removes e-mails that were settled 30 days ago, a bounded number. */
export const expiredMails = statement(
  'mail.expired',
  `delete from outgoing_mails where (organization_id, mail_id) in (
     select organization_id, mail_id from outgoing_mails where settled_at < now() - interval '30 days'
     order by settled_at limit 5000)
   returning 1`,
);

interface NewMailRow {
  organizationId: string;
  mailId: string;
  kind: string;
  referenceId: string;
  recipient: string;
  sealedContent: Buffer;
  /** Ids after this one are of the last day. */
  dayBound: string;
}

export async function insertMail(db: Queryable, mail: NewMailRow): Promise<void> {
  const { organizationId, mailId, kind, referenceId, recipient, sealedContent, dayBound } = mail;
  await db.query(put, [organizationId, mailId, kind, referenceId, recipient, sealedContent, dayBound]);
}

export function claimMails(db: Queryable, max: number): Promise<ClaimedMail[]> {
  return db.query<ClaimedMail>(claim, [max]);
}

/** Ends an e-mail and forgets its content. Does nothing when another process has claimed it since. */
export async function settleMail(
  db: Queryable,
  { organizationId, mailId, tries }: ClaimedMail,
  state: 'sent' | 'failed',
  reason: string | null,
): Promise<void> {
  await db.query(settle, [organizationId, mailId, tries, state, reason]);
}

export async function retryMail(
  db: Queryable,
  { organizationId, mailId, tries }: ClaimedMail,
  reason: string,
  delayMs: number,
): Promise<void> {
  await db.query(retry, [organizationId, mailId, tries, reason, delayMs]);
}

/** Returns the state of the newest e-mail of a kind about something, or null. */
export function latestMail(
  db: Queryable,
  organizationId: string,
  kind: string,
  referenceId: string,
): Promise<MailState | null> {
  return firstRow(db, latest, [organizationId, kind, referenceId]);
}

/** Takes back the e-mails of a kind about something that still wait. A try in progress goes on. */
export async function withdrawMails(
  db: Queryable,
  organizationId: string,
  kind: string,
  referenceId: string,
  reason: string,
): Promise<void> {
  await db.query(withdraw, [organizationId, kind, referenceId, reason]);
}
