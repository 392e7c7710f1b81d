/** Lists every call of the last day, over any number of pages. */
import { connect } from './client.ts';

const parley = connect();
const createdAtGt = new Date(Date.now() - 24 * 3_600_000).toISOString();
for await (const call of parley.calls.list({ createdAtGt, pageSize: 2 })) {
  console.log(call.createdAt, call.customerNumber, call.status, call.endedReason ?? '');
}
