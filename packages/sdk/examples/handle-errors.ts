/** Every failed request throws a `ParleyError`; `status` and `code` identify the cause. */
import { ParleyError } from '@parley/sdk';
import { connect } from './client.ts';

const parley = connect();
try {
  await parley.calls.get('call_00000000000000000000000000');
} catch (error) {
  if (!(error instanceof ParleyError) || error.status !== 404) throw error;
  console.log(error.code);
}
try {
  await parley.schedules.create({ name: '', timeZone: 'Mars/Olympus', windows: [] });
} catch (error) {
  if (!(error instanceof ParleyError)) throw error;
  for (const { field, message } of error.fields) console.log(`${field}: ${message}`);
}
