import type { Transporter } from 'nodemailer';
import { toError, waitAtMost } from '../kernel/index.ts';

/** Where e-mails are given to. Never log it. */
export interface MailServerAddress {
  host: string;
  port: number;
  /** TLS from the first byte. Otherwise STARTTLS. */
  isTls: boolean;
  user: string | null;
  password: string | null;
}

export interface MailOptions {
  server: MailServerAddress;
  /** The sender, as in the From header. */
  from: string;
}

/** What an e-mail says, as text and as simple HTML. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** An e-mail that the mail server did not accept. */
export class MailFailure extends Error {
  /** Whether the server refuses this e-mail for good. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.name = 'MailFailure';
    this.isFinal = isFinal;
  }
}

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 20_000;
/** The time for one e-mail, all steps together. */
export const sendTimeoutMs = 60_000;
const messageCharactersMax = 300;

/** Gives e-mails to the operator's mail server (RFC 5321). The package is loaded with the first one. */
export class MailServer {
  readonly #options: MailOptions;
  #transport: Promise<Transporter> | undefined;

  constructor(options: MailOptions) {
    this.#options = options;
  }

  /** Sends one e-mail. Repetitions with the same id have the same Message-ID. Rejects with a MailFailure. */
  async send(mailId: string, to: string, content: MailContent): Promise<void> {
    const { from } = this.#options;
    const message = {
      ...{ ...content, from, to },
      messageId: `<${mailId}@${domainOf(from)}>`,
      // Answers of absence assistants are not wanted (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    };
    const transport = await this.#open();
    await limited(transport.sendMail(message));
  }

  /** Connects and signs in. Rejects with a MailFailure. */
  async check(): Promise<void> {
    const transport = await this.#open();
    await limited(transport.verify());
  }

  #open(): Promise<Transporter> {
    this.#transport ??= openTransport(this.#options.server);
    return this.#transport;
  }
}

async function openTransport({ host, port, isTls, user, password }: MailServerAddress): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  return createTransport({
    ...{ host, port, secure: isTls },
    // A password never crosses a network in clear text.
    requireTLS: !isTls && user !== null && !isHere,
    ...(user === null || password === null ? {} : { auth: { user, pass: password } }),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function limited(work: Promise<unknown>): Promise<void> {
  try {
    const done = await waitAtMost(
      work.then(() => true),
      sendTimeoutMs,
    );
    if (!done) throw new MailFailure(`The mail server took longer than ${sendTimeoutMs / 1000} s.`, false);
  } catch (thrown) {
    throw thrown instanceof MailFailure ? thrown : failureOf(toError(thrown));
  }
}

/**
 * Returns the failure. A server's 5xx is final (RFC 5321 §4.2.1), except while connecting and signing in: the operator
 * can correct that.
 */
function failureOf(error: Error & { code?: string; responseCode?: number; command?: string }): MailFailure {
  const { code = '', responseCode = 0, message } = error;
  const isFinal = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return new MailFailure(message.replaceAll(/\s+/g, ' ').slice(0, messageCharactersMax), isFinal);
}

function domainOf(from: string): string {
  return /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost';
}
