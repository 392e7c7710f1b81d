import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** Argon2id (RFC 9106) with what OWASP's password storage cheat sheet asks for at least: 19 MB, two passes. */
const memoryKb = 19_456;
const passes = 2;
const parallelism = 1;
const tagBytes = 32;
const head = `$argon2id$v=19$m=${memoryKb},t=${passes},p=${parallelism}$`;

/** A password as it is stored: what made the hash, the salt and the hash, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${head}${base64(salt)}$${base64(await derive(password, salt))}`;
}

/** Whether the password is the one of a hash that `hashPassword` made; takes as long for a wrong one. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', wanted = ''] = (hash.startsWith(head) ? hash : nobodysHash).slice(head.length).split('$');
  const derived = await derive(password, Buffer.from(salt, 'base64'));
  const stored = Buffer.from(wanted, 'base64');
  return stored.length === derived.length && timingSafeEqual(stored, derived);
}

/** The hash of a password that nobody knows: whoever gives a wrong address waits as long as with a wrong password. */
export const nobodysHash = `${head}${base64(randomBytes(16))}$${base64(randomBytes(tagBytes))}`;

/** Unicode writes some characters in several ways: what counts is what was meant (NIST SP 800-63B §5.1.1.2). */
function derive(password: string, nonce: Buffer): Promise<Buffer> {
  const message = password.normalize('NFKC');
  const parameters = { message, nonce, parallelism, tagLength: tagBytes, memory: memoryKb, passes };
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(Buffer.from(tag))));
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
