/** Prints the events of calls and suppressions as they happen, and stops after the given number of events. */
import { connect } from './client.ts';

const max = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
const parley = connect();
let seen = 0;
// Store `position` if no event may be missed: `followEvents({ after: position })` continues after it.
for await (const { event, position } of parley.followEvents({ types: ['call.', 'suppression.'] })) {
  if (event.type === 'call.ended') console.log('ended', event.data.callId);
  else console.log(event.type, `(position ${position})`);
  if (++seen >= max) break;
}
