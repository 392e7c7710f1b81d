import { createHmac, timingSafeEqual } from 'node:crypto';
import { isCompactToken, type SecretKey } from '../../platform/access/index.ts';

/** A visitor's session: one chat through one widget, for a limited time. */
export interface VisitorSession {
  organizationId: string;
  chatId: string;
  widgetToken: string;
  expiresAtMs: number;
}

/** A visitor who stays longer requests a new session. */
export const sessionMs = 3_600_000;

/**
 * Signs sessions, by default visitors' chats. A token is the session in base64url, a dot, and its HMAC-SHA-256. Tokens of
 * different purposes have different keys.
 */
export class SessionTokens<Session extends { expiresAtMs: number } = VisitorSession> {
  readonly #secret: SecretKey;
  readonly #purpose: string;

  constructor(secret: SecretKey, purpose = 'chat-sessions') {
    this.#secret = secret;
    this.#purpose = purpose;
  }

  sign(session: Session): string {
    const payload = Buffer.from(JSON.stringify(session)).toString('base64url');
    return `${payload}.${signatureOf(payload, this.#secret.derive(this.#purpose)).toString('base64url')}`;
  }

  /** Returns the session, or null when the token is invalid or expired. */
  read(token: string, nowMs: number): Session | null {
    if (!isCompactToken(token)) return null;
    const [payload = '', signature = '', ...more] = token.split('.');
    const given = Buffer.from(signature, 'base64url');
    const isRight = this.#secret.deriveOfAll(this.#purpose).some((key) => {
      const right = signatureOf(payload, key);
      return given.length === right.length && timingSafeEqual(given, right);
    });
    if (more.length > 0 || !isRight) return null;
    const session = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Session;
    return session.expiresAtMs > nowMs ? session : null;
  }
}

function signatureOf(payload: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(payload).digest();
}
