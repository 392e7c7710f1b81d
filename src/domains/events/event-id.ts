import { createHash } from 'node:crypto';
import { newId } from '../../platform/kernel/index.ts';

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';
/** `event_` and ten characters of time, like every id. */
const headLength = 'event_'.length + 10;

/** Returns the id of an event. It is deterministic and sorts by time like every other id. */
export function eventId(organizationId: string, seq: number, atMs: number): string {
  const digest = createHash('sha256').update(`${organizationId} ${seq}`).digest();
  let tail = '';
  for (let i = 0; i < 16; i++) tail += crockford[digest[i]! & 31];
  return newId('event', atMs).slice(0, headLength) + tail;
}
