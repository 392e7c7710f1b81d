import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** Argon2id (RFC 9106) with the minimum of OWASP's password storage cheat sheet: 19 MB, two passes. */
const memoryKb = 19_456;
const passes = 2;
const parallelism = 1;
const tagBytes = 32;
const head = `$argon2id$v=19$m=${memoryKb},t=${passes},p=${parallelism}$`;

/** Returns a password's hash with parameters and salt in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${head}${base64(salt)}$${base64(await derive(password, salt))}`;
}

/** Returns whether the password matches a hash made by `hashPassword`. Takes as long for a wrong one. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', wanted = ''] = (hash.startsWith(head) ? hash : unknownHash).slice(head.length).split('$');
  const derived = await derive(password, Buffer.from(salt, 'base64'));
  const stored = Buffer.from(wanted, 'base64');
  return stored.length === derived.length && timingSafeEqual(stored, derived);
}

/** The hash of an unknown password, so that an unknown address takes as long as a wrong password. */
export const unknownHash = `${head}${base64(randomBytes(16))}$${base64(randomBytes(tagBytes))}`;

/** Normalizes Unicode, which has several encodings for some characters (NIST SP 800-63B §5.1.1.2). */
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
