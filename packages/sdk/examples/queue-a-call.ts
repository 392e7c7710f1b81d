/** Creates an agent and the other resources of a call, queues a campaign call, and prints the decisions about it. */
import { connect } from './client.ts';

const parley = connect();
const { agentId } = await parley.agents.create({
  name: 'Reminder',
  prompt: 'You remind {{first_name}} of an appointment.',
  firstMessage: 'Hello {{first_name}}, this is a reminder of your appointment tomorrow at ten.',
});
const { trunkId } = await parley.trunks.create({
  name: 'Softphone',
  host: '127.0.0.1',
  port: 5080,
  allowedAddresses: ['127.0.0.1'],
});
const { phoneNumberId } = await parley.phoneNumbers.create({ phoneNumber: '+12025550100', trunkId });
const { scheduleId } = await parley.schedules.create({
  name: 'Always',
  timeZone: 'UTC',
  windows: [{ start: '00:00', end: '24:00', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] }],
});

const queued = await parley.campaigns.queueCall(agentId, {
  campaignName: 'Reminders',
  scheduleId,
  phoneNumberId,
  phoneNumber: '+12025550123',
  variables: { first_name: 'Ada' },
});
console.log(`${queued.callId} of ${queued.campaignId} is queued`);

const call = await parley.calls.get(queued.callId);
console.log(`${call.customerNumber}: ${call.status}`);
const { decisions } = await parley.calls.explain(queued.callId);
for (const { at, message } of decisions) console.log(at, message);
