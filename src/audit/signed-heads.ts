import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import type { SecretKey } from '../access/index.ts';
import type { OrganizationHead } from './chain-store.ts';

const Heads = z.strictObject({
  exportedAt: z.iso.datetime(),
  heads: z.array(
    z.strictObject({
      organizationId: z.string(),
      position: z.int().min(0),
      createdAt: z.iso.datetime().nullable(),
      hash: z.hex(),
    }),
  ),
});

const SignedHeads = z.strictObject({
  ...Heads.shape,
  /** The Ed25519 key (RFC 8032) that checks the signature, as SubjectPublicKeyInfo in base64. */
  publicKey: z.string(),
  /** Of `{"exportedAt":…,"heads":[…]}`, the fields in this order and without white space; base64. */
  signature: z.string(),
});

/** The heads as JSON text, signed with a key that is derived from the installation's secret. */
export function signHeads(secret: SecretKey, heads: OrganizationHead[], exportedAt: Date): string {
  const signed = {
    exportedAt: exportedAt.toISOString(),
    heads: heads.map(({ organizationId, position, createdAt, hash }) => ({
      organizationId,
      position,
      createdAt,
      hash: hash.toString('hex'),
    })),
  };
  const key = signingKey(secret);
  const signature = sign(null, Buffer.from(JSON.stringify(signed)), key).toString('base64');
  return JSON.stringify({ ...signed, publicKey: publicKeyText(key), signature }, null, 2);
}

/** The heads that `signHeads` wrote; throws when they were altered or signed with another key. */
export function openSignedHeads(secret: SecretKey, text: string): OrganizationHead[] {
  const { publicKey, signature, ...signed } = parse(text);
  const key = signingKey(secret);
  if (publicKey !== publicKeyText(key)) {
    throw new Error('the heads were signed with the secret key of another installation');
  }
  // Parsing has put the fields into the order of the schema, which is the order that was signed.
  const bytes = Buffer.from(JSON.stringify(signed));
  if (!verify(null, bytes, createPublicKey(key), Buffer.from(signature, 'base64'))) {
    throw new Error('the signature of the heads is wrong: they were altered');
  }
  return signed.heads.map((head) => ({ ...head, hash: Buffer.from(head.hash, 'hex') }));
}

function parse(text: string): z.output<typeof SignedHeads> {
  try {
    return SignedHeads.parse(JSON.parse(text));
  } catch (error) {
    throw new Error('this is not a file that audit:head wrote', { cause: error });
  }
}

/** The DER of a PKCS #8 Ed25519 key up to its 32 bytes (RFC 8410 §7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

function signingKey(secret: SecretKey): KeyObject {
  const der = Buffer.concat([pkcs8Prefix, secret.derive('audit-heads')]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

function publicKeyText(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
}
