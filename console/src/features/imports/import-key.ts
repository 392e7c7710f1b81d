/** As much of a file as is in memory at one time. */
const sliceBytes = 4_194_304;

/**
 * The Idempotency-Key of an import: the same for the same rows sent the same way, so that whoever sends a file again, by
 * mistake or after an answer that was lost, does not call everybody twice. `target`: where it is sent, with its parameters.
 * Rejects where the file cannot be read.
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

/** 64 hexadecimal digits. Apart from this page's thread, but where the browser has no cryptography: on plain HTTP. */
async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle = (globalThis.crypto as Partial<typeof globalThis.crypto>).subtle;
  const digest = subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : mixed(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Tells files apart where SHA-256 cannot be had: FNV-1a from eight beginnings. Two files that it takes for one are refused by
 * the service, which compares their content.
 */
function mixed(bytes: Uint8Array): Uint8Array {
  const lanes = Uint32Array.from({ length: 8 }, (_, lane) => (0x811c9dc5 ^ (lane * 0x9e3779b1)) >>> 0);
  for (let at = 0; at < bytes.length; at++) {
    const lane = at & 7;
    lanes[lane] = Math.imul(lanes[lane]! ^ bytes[at]!, 0x01000193);
  }
  return new Uint8Array(lanes.buffer);
}
