/**
 * A copy with memory of its own, of what is kept for seconds: Node.js makes small buffers in pools of 64 KB, and the pool stays
 * for as long as one of them does.
 */
export function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
