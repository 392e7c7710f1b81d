/** Sends a file of numbers to a campaign, waits until every row was processed, and prints the refused rows. */
import { openAsBlob } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { connect } from './client.ts';

const [campaignId = '', path = ''] = process.argv.slice(2);
const parley = connect();
const [schedule] = await parley.schedules.list().all(1);
const [number] = await parley.phoneNumbers.list().all(1);
if (!schedule || !number) throw new Error('There is no schedule or no number to call from.');

let progress = await parley.campaigns.importCalls(campaignId, await openAsBlob(path), {
  scheduleId: schedule.scheduleId,
  phoneNumberId: number.phoneNumberId,
});
while (progress.status === 'running') {
  await setTimeout(200);
  progress = await parley.campaigns.getImport(campaignId, progress.importId);
}
console.log(`${progress.rowsAccepted} of ${progress.rowsRead} rows were queued`);
if (progress.rowsRefused > 0) {
  const refused = await parley.campaigns.getRefusedRows(campaignId, progress.importId);
  console.log(await refused.text());
}
