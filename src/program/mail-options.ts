import { SettingsError } from '../platform/kernel/index.ts';
import type { MailOptions } from '../platform/mail/index.ts';
import type { Settings } from './settings.ts';

/**
 * Returns the options of e-mail, or `null` when none is sent. Throws a SettingsError that names missing settings. Links
 * in e-mails need the public URL: a client could choose the host of the request.
 */
export function mailOptions(given: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'publicUrl'>): MailOptions | null {
  const { smtpUrl: server, mailFrom: from, publicUrl } = given;
  if (server === null && from === null) return null;
  if (server === null) throw new SettingsError(['PARLEY_SMTP_URL must be set, because PARLEY_MAIL_FROM is.']);
  const lines = [];
  if (from === null) lines.push('PARLEY_MAIL_FROM must be set, because PARLEY_SMTP_URL is.');
  if (publicUrl === null)
    lines.push('PARLEY_PUBLIC_URL must be set, because PARLEY_SMTP_URL is: links in e-mails begin with it.');
  if (from === null || lines.length > 0) throw new SettingsError(lines);
  return { server, from };
}
