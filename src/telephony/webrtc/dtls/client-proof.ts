import { constants, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { Reader } from './hello.ts';

/** The signature schemes that we ask for (RFC 8446 §4.2.3), with the hashes and paddings of node:crypto. */
const schemes: Readonly<Record<number, { hash: string; padding?: number; saltLength?: number }>> = {
  1027: { hash: 'sha256' },
  1283: { hash: 'sha384' },
  1025: { hash: 'sha256', padding: constants.RSA_PKCS1_PADDING },
  2052: { hash: 'sha256', padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
};

export const clientSchemes: readonly number[] = Object.keys(schemes).map(Number);

/** Returns the first certificate of a Certificate message, in DER; `null` when there is none (RFC 5246 §7.4.2). */
export function firstCertificate(body: Buffer): Buffer | null {
  try {
    const list = new Reader(new Reader(body).vector(3));
    return list.left === 0 ? null : Buffer.from(list.vector(3));
  } catch {
    return null;
  }
}

/** Whether a CertificateVerify is a signature of the earlier messages with the key of the certificate (RFC 5246 §7.4.8). */
export function isSigned(body: Buffer, messages: Buffer, certificate: Buffer): boolean {
  try {
    const reader = new Reader(body);
    const scheme = schemes[reader.number(2)];
    const signature = reader.vector(2);
    if (!scheme || reader.left > 0) return false;
    const { hash, ...padding } = scheme;
    const publicKey: KeyObject = new X509Certificate(certificate).publicKey;
    return verify(hash, messages, { key: publicKey, ...padding }, signature);
  } catch {
    // The certificate is malformed, or of another kind than the scheme.
    return false;
  }
}
