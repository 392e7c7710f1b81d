/** The part of a file that is in memory at a time. */
const sliceBytes = 4_194_304;

/**
 * Returns the Idempotency-Key of an import: the same for the same rows sent the same way. Uploading a file again, by
 * mistake or after a lost answer, therefore does not call customers twice. `target` is the address with its parameters. Rejects
 * when the file cannot be read.
 */
export async function importKey(file: File, target: string): Promise<string> {
  const digests: string[] = [];
  for (let at = 0; at < file.size; at += sliceBytes) {
    const slice = file.slice(at, at + sliceBytes);
    digests.push(await digestOf(new Uint8Array(await slice.arrayBuffer())));
  }
  const facts = JSON.stringify([target, file.size, ...digests]);
  return `console-import-${await digestOf(new TextEncoder().encode(facts))}`;
}

/**
 * Returns 64 hexadecimal digits. The browser hashes off the main thread, except on plain HTTP, where it has no
 * cryptography.
 */
async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle = (globalThis.crypto as Partial<typeof globalThis.crypto>).subtle;
  const digest = subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : mixed(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Distinguishes files where SHA-256 is not available: FNV-1a with eight offsets. The service compares the content, so
 * it refuses two files with the same hash.
 */
function mixed(bytes: Uint8Array): Uint8Array {
  const lanes = Uint32Array.from({ length: 8 }, (_, lane) => (0x811c9dc5 ^ (lane * 0x9e3779b1)) >>> 0);
  for (let at = 0; at < bytes.length; at++) {
    const lane = at & 7;
    lanes[lane] = Math.imul(lanes[lane]! ^ bytes[at]!, 0x01000193);
  }
  return new Uint8Array(lanes.buffer);
}
