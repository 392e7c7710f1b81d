/**
 * Copies bytes that are kept for seconds into memory of their own. Node.js cuts small buffers from pools of
 * 64 KB, and one small buffer keeps its whole pool alive.
 */
export function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
