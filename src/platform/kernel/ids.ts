import { randomBytes, randomFillSync } from 'node:crypto';

/** The prefixes of ids, one for each kind of resource. */
export type IdPrefix =
  | 'org'
  | 'member'
  | 'key'
  | 'agent'
  | 'trunk'
  | 'pkey'
  | 'carrier'
  | 'number'
  | 'schedule'
  | 'retry'
  | 'campaign'
  | 'call'
  | 'view'
  | 'comment'
  | 'link'
  | 'chat'
  | 'message'
  | 'workflow'
  | 'run'
  | 'wsecret'
  | 'wevent'
  | 'push'
  | 'fact'
  | 'suppression'
  | 'pronunciation'
  | 'sound'
  | 'ksource'
  | 'kdoc'
  | 'kchunk'
  | 'import'
  | 'event'
  | 'webhook'
  | 'delivery'
  | 'deletion'
  | 'bcall'
  | 'node'
  | 'session'
  | 'mail'
  | 'arule'
  | 'achannel'
  | 'alert'
  | 'team'
  | 'tcall'
  | 'device'
  | 'req';

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Returns a new opaque id such as `call_01kb3v…`: the prefix, ten characters of time (48 bits of milliseconds) and
 * sixteen random ones (80 bits), in Crockford's base 32. Ids sort by creation time.
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  const random = pool16();
  let tail = '';
  for (let i = 0; i < 16; i++) tail += crockford[random[i]! & 31];
  return `${idBound(prefix, nowMs)}${tail}`;
}

/** Returns a string that sorts between the ids made before `atMs` and those made at or after it. */
export function idBound(prefix: IdPrefix, atMs: number): string {
  let time = '';
  let rest = atMs;
  for (let i = 0; i < 10; i++) {
    time = crockford[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  return `${prefix}_${time}`;
}

/** Returns the time of an id or of a bound between ids, in milliseconds. NaN for a text without a time. */
export function timeOfId(id: string): number {
  const time = id.slice(id.indexOf('_') + 1).slice(0, 10);
  return [...time].reduce((sum, letter) => {
    const digit = crockford.indexOf(letter);
    return digit === -1 ? Number.NaN : sum * 32 + digit;
  }, 0);
}

const pool = Buffer.alloc(4096);
let poolAt = pool.length;

/** Returns sixteen random bytes from a pool: one system call serves 256 ids. */
function pool16(): Buffer {
  if (poolAt === pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  poolAt += 16;
  return pool.subarray(poolAt - 16, poolAt);
}

/** Returns a time-ordered UUID, version 7 (RFC 9562 §5.7). */
export function newUuid(nowMs: number = Date.now()): string {
  const bytes = Buffer.from(pool16());
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns `byteCount` random bytes as hexadecimal text, for tokens that must not be guessed. */
export function randomHex(byteCount: number): string {
  return randomBytes(byteCount).toString('hex');
}
