import type { MailContent } from '../../src/platform/mail/index.ts';
import { openContent } from '../../src/platform/mail/outbox.ts';
import { claimMails } from '../../src/platform/mail/store.ts';
import type { ApiWorld } from './api-world.ts';

/** Takes the e-mails that wait to be sent, as a sender would, and returns them. */
export async function takeMails({ db, secret }: ApiWorld): Promise<(MailContent & { to: string })[]> {
  const mails = await claimMails(db, 100);
  return mails.map((mail) => ({ to: mail.recipient, ...openContent(secret, mail) }));
}
