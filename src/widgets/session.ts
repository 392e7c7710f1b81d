import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretKey } from '../access/index.ts';

/** What a visitor's session is for: one chat, by one widget, for a while. */
export interface VisitorSession {
  organizationId: string;
  chatId: string;
  widgetToken: string;
  expiresAtMs: number;
}

/** A visitor who is there longer asks for a new one. */
export const sessionMs = 3_600_000;

/** Signs visitors' sessions; the token is the session in base64url, a dot, and the HMAC-SHA-256 of that. */
export class SessionTokens {
  readonly #key: Buffer;

  constructor(secret: SecretKey) {
    this.#key = secret.derive('chat-sessions');
  }

  sign(session: VisitorSession): string {
    const payload = Buffer.from(JSON.stringify(session)).toString('base64url');
    return `${payload}.${this.#signatureOf(payload).toString('base64url')}`;
  }

  /** Null: it is none of ours, or no longer one. */
  read(token: string, nowMs: number): VisitorSession | null {
    const [payload = '', signature = '', ...more] = token.split('.');
    const [given, right] = [Buffer.from(signature, 'base64url'), this.#signatureOf(payload)];
    if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const session = JSON.parse(Buffer.from(payload, 'base64url').toString()) as VisitorSession;
    return session.expiresAtMs > nowMs ? session : null;
  }

  #signatureOf(payload: string): Buffer {
    return createHmac('sha256', this.#key).update(payload).digest();
  }
}
