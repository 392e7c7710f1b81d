import type { SecretKey } from '../access/index.ts';
import type { Database, Listener } from '../db/index.ts';
import { counter, type Log, PollingLoop, toError } from '../kernel/index.ts';
import { MailFailure, type MailOptions, MailServer } from './mail-server.ts';
import { mailChannel, openContent } from './outbox.ts';
import { type ClaimedMail, claimMails, retryMail, settleMail } from './store.ts';

const mails = counter('parley_mails_total', 'Tries to send an e-mail by result', ['result']);

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** Delays after the first, second, … failed try; the last one repeats. */
const delaysMs = [30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 3 * hour];
/** From the first try on. The link of an invitation lasts longer. */
const givenUpAfterMs = 48 * hour;
/** E-mails that one process sends at the same time. */
const concurrencyMax = 4;
const lookEveryMs = 5000;

interface MailSenderOptions extends MailOptions {
  db: Database;
  secret: SecretKey;
  log: Log;
}

/**
 * Sends the e-mails that wait. Several processes may do so: each claims e-mails for some minutes. After a kill, an e-mail is
 * sent once more if the mail server had accepted it and the result was not stored, with the same Message-ID.
 */
export class MailSender {
  readonly #options: MailSenderOptions;
  readonly #server: MailServer;
  readonly #loop: PollingLoop;

  constructor(options: MailSenderOptions) {
    this.#options = options;
    this.#server = new MailServer(options);
    this.#loop = new PollingLoop(() => this.#send(), lookEveryMs);
  }

  /** The caller starts the listener afterwards. */
  start(listener: Listener): void {
    listener.on(mailChannel, () => this.#loop.wake());
    this.#loop.start();
  }

  /** Resolves when the tries in progress have ended. */
  close(): Promise<void> {
    return this.#loop.stop();
  }

  async #send(): Promise<boolean> {
    const { db, log } = this.#options;
    try {
      const claimed = await claimMails(db, concurrencyMax);
      await Promise.all(claimed.map((mail) => this.#try(mail)));
      return claimed.length > 0;
    } catch (error) {
      log.warn({ err: error }, 'cannot look for e-mails to send');
      return false;
    }
  }

  async #try(mail: ClaimedMail): Promise<void> {
    const { db, secret, log } = this.#options;
    const { organizationId, mailId, tries } = mail;
    try {
      await this.#server.send(mailId, mail.recipient, openContent(secret, mail));
    } catch (thrown) {
      const failure =
        thrown instanceof MailFailure ? thrown : new MailFailure(toError(thrown).message, false);
      const delayMs = delaysMs[Math.min(tries, delaysMs.length) - 1]!;
      const isLast = failure.isFinal || mail.ageMs + delayMs > givenUpAfterMs;
      mails.inc({ result: isLast ? 'failed' : 'retried' });
      log.warn({ organizationId, mailId, tries, isLast, reason: failure.message }, 'an e-mail was not sent');
      if (isLast) await settleMail(db, mail, 'failed', failure.message);
      else await retryMail(db, mail, failure.message, delayMs);
      return;
    }
    mails.inc({ result: 'sent' });
    await settleMail(db, mail, 'sent', null);
    log.info({ organizationId, mailId }, 'an e-mail was sent');
  }
}
