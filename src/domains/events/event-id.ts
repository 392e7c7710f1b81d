import { createHash } from 'node:crypto';
import { newId } from '../../platform/kernel/index.ts';

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';
/** `event_` and ten characters of time, as every id begins. */
const headLength = 'event_'.length + 10;

/** The id of an event: the same whenever it is asked for, and sorting by time like every other id. */
export function eventId(organizationId: string, seq: number, atMs: number): string {
  const digest = createHash('sha256').update(`${organizationId} ${seq}`).digest();
  let tail = '';
  for (let i = 0; i < 16; i++) tail += crockford[digest[i]! & 31];
  return newId('event', atMs).slice(0, headLength) + tail;
}
