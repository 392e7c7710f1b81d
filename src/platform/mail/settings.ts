import { setting } from '../kernel/index.ts';
import { readMailServer } from './mail-address.ts';
import type { MailServerAddress } from './mail-server.ts';

/** The settings of e-mail. */
export const mailSettings = {
  smtpUrl: setting<MailServerAddress | null>({
    env: 'PARLEY_SMTP_URL',
    doc: 'The mail server that sends invitations and alerts, such as `smtp://user:password@mail.example.com:587`. `smtps://` begins with TLS (port 465). `smtp://` uses STARTTLS (port 587), and requires it when there is a password and the server is not on this machine. Characters such as `@` and `/` in the password are percent-encoded. Needs PARLEY_MAIL_FROM and PARLEY_PUBLIC_URL.',
    accepts: 'an smtp:// or smtps:// URL without a path, with both a user and a password or neither',
    default: null,
    defaultWords: 'no e-mail is sent',
    secret: true,
    parse: (text) => (text === null ? null : readMailServer(text)),
  }),
  mailFrom: setting<string | null>({
    env: 'PARLEY_MAIL_FROM',
    doc: 'The sender of e-mails, such as `Parley <parley@example.com>`. The mail server must accept it.',
    accepts: 'an e-mail address, or a name with the address in angle brackets',
    default: null,
    defaultWords: 'none',
    parse: (text) => (text === null || isSender(text) ? text : undefined),
  }),
};

function isSender(text: string): boolean {
  return /^(?:[^<>"\p{Cc}]{1,100}<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;"]+@[^\s<>@,;]+)$/u.test(text);
}
