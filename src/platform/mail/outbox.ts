import type { ResealedColumn, SecretKey } from '../access/index.ts';
import { notifyNow, type Queryable } from '../db/index.ts';
import { idBound, newId } from '../kernel/index.ts';
import type { MailContent } from './mail-server.ts';
import { type ClaimedMail, insertMail } from './store.ts';

/** Wakes the processes that send. */
export const mailChannel = 'parley_mails';

const dayMs = 86_400_000;

interface NewMail extends MailContent {
  organizationId: string;
  to: string;
  /** With the reference: what the e-mail is about, such as an invitation and its member. */
  kind: 'invitation' | 'alert';
  referenceId: string;
}

/** Stores e-mails in the transaction of their cause. Exists where the operator has set a mail server. */
export class MailOutbox {
  readonly #secret: SecretKey;

  constructor(secret: SecretKey) {
    this.#secret = secret;
  }

  /** Stores an e-mail, which is sent after the commit. Beyond the limit of a day it is stored as failed. */
  async put(tx: Queryable, mail: NewMail): Promise<void> {
    const { organizationId, to, kind, referenceId, subject, text, html } = mail;
    const mailId = newId('mail');
    const place = placeOf({ organizationId, mailId });
    // An invitation holds a link that signs in.
    const sealedContent = this.#secret.seal(JSON.stringify({ subject, text, html }), place);
    const dayBound = idBound('mail', Date.now() - dayMs);
    await insertMail(tx, {
      ...{ organizationId, mailId, kind, referenceId, recipient: to, sealedContent, dayBound },
    });
    await notifyNow(tx, mailChannel);
  }
}

/** Decrypts the content. Throws when it was altered, moved, or sealed with a retired key. */
export function openContent(secret: SecretKey, mail: ClaimedMail): MailContent {
  return JSON.parse(secret.open(mail.sealedContent, placeOf(mail))) as MailContent;
}

/** The column that holds contents, for key rotation. */
export const sealedMailColumns: readonly ResealedColumn[] = [
  {
    table: 'outgoing_mails',
    column: 'sealed_content',
    key: ['organization_id', 'mail_id'],
    again: (value, row, reseal) =>
      reseal(value as Buffer, placeOf({ organizationId: row.organization_id!, mailId: row.mail_id! })),
  },
];

function placeOf({ organizationId, mailId }: { organizationId: string; mailId: string }): string {
  return `mail:${organizationId}:${mailId}`;
}
