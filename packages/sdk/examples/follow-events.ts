/** Prints the events of calls and suppressions as they happen, and stops after the given number of events. */
import { connect } from './client.ts';

const max = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
const parley = connect();
let seen = 0;
// Store `place` if no event may be missed: `followEvents({ after: place })` continues after it.
for await (const { event, place } of parley.followEvents({ types: ['call.', 'suppression.'] })) {
  if (event.type === 'call.ended') console.log('ended', event.data.callId);
  else console.log(event.type, `(position ${place})`);
  if (++seen >= max) break;
}
