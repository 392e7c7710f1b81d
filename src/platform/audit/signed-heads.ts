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
  /** The signature of `{"exportedAt":…,"heads":[…]}`, with the fields in this order and without white space; base64. */
  signature: z.string(),
});

/** Returns the heads as JSON text, signed with a key derived from the installation's secret. */
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
  const { publicKey, signature } = secret.signStatement(Buffer.from(JSON.stringify(signed)));
  return JSON.stringify({ ...signed, publicKey, signature }, null, 2);
}

/**
 * Returns the heads that `signHeads` wrote with any key of ours, retired ones included. Throws when they were altered
 * or signed elsewhere.
 */
export function openSignedHeads(secret: SecretKey, text: string): OrganizationHead[] {
  const { publicKey, signature, ...signed } = parse(text);
  // Parsing puts the fields into the order of the schema, which is the signed order.
  const found = secret.checkStatement(Buffer.from(JSON.stringify(signed)), publicKey, signature);
  if (found === 'unknown') {
    throw new Error('the heads were signed with the secret key of another installation');
  }
  if (found === 'altered') throw new Error('the signature of the heads is wrong: they were altered');
  return signed.heads.map((head) => ({ ...head, hash: Buffer.from(head.hash, 'hex') }));
}

function parse(text: string): z.output<typeof SignedHeads> {
  try {
    return SignedHeads.parse(JSON.parse(text));
  } catch (error) {
    throw new Error('this is not a file that audit:head wrote', { cause: error });
  }
}
