/**
 * E-mail by the operator's mail server. `MailOutbox.put` stores an e-mail in the transaction of its cause, and a
 * `MailSender` in the API process sends it.
 */
export { composeMail } from './compose.ts';
export { type MailContent, MailFailure, type MailOptions, MailServer } from './mail-server.ts';
export { MailOutbox, sealedMailColumns } from './outbox.ts';
export { MailSender } from './sender.ts';
export { expiredMails, latestMail, withdrawMails } from './store.ts';
