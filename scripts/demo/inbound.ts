import { expect, type Lookup } from './api.ts';
import { keepRecording, showRecord } from './report.ts';
import { greeting, ownNumber, type Stage } from './stage.ts';
import { meterAgent, stopwatch, watchRecord } from './watch.ts';
import { secondsOfSpeech } from './waveform.ts';

const callerNumber = '+14155550178';
const externalId = 'crm-20177';

/**
 * Plays an inbound call: a customer whose name was pushed calls, and both lookups find the call while the agent speaks.
 */
export async function playInbound(stage: Stage): Promise<void> {
  const { api, screen, customer, sip } = stage;
  screen.heading('2  A customer calls', `${callerNumber} calls ${ownNumber}`);
  const seconds = stopwatch();
  const phoneNumber = '(415) 555-0178';
  await api.post('/api/call-personalization-webhook', { phoneNumber, data: { first_name: 'Noor' } });
  screen.event(seconds(), 'pushed', `${phoneNumber} is Noor`);
  const call = await customer.call({
    calledNumber: ownNumber,
    callingNumber: callerNumber,
    target: sip,
    headers: [['X-External-ID', externalId]],
  });
  expect(await call.answered, 'the call was not answered');

  const { latestCall } = await api.get<Lookup>(`/api/calls/external/${externalId}`);
  expect(latestCall, 'the call cannot be found by its external id');
  const { callId } = latestCall;
  const finished = watchRecord(stage, callId, seconds);
  const metered = meterAgent(stage, call, seconds);
  for (const running of [finished, metered]) running.catch(() => undefined);
  await call.untilSpeech();
  await api.put(`/api/calls/${callId}/session-data`, { data: { parcel: 'P-4711' }, ttlSeconds: 180 });
  const [byId, byPhone] = await Promise.all([
    api.get<Lookup>(`/api/calls/external/${externalId}`),
    api.get<Lookup>(`/api/calls/phone/${encodeURIComponent(phoneNumber)}`),
  ]);
  for (const [path, found] of [
    [`external/${externalId}`, byId],
    [`phone/${phoneNumber}`, byPhone],
  ] as const) {
    expect(found.latestCall?.callId === callId, `calls/${path} does not find the call while it runs`);
    expect(found.data?.parcel === 'P-4711', `calls/${path} does not find the data of the call`);
    const data = JSON.stringify(found.data);
    screen.event(seconds(), 'looked up', `calls/${path}: ${found.latestCall.status}, ${data}`);
  }
  const [record, { heard }] = await Promise.all([finished, call.ended, metered]);

  showRecord(stage, record);
  await keepRecording(stage, callId, 'demo-inbound-call.wav', false);
  const [said] = record.transcript;
  expect(record.endedReason === 'silence-timed-out', `the call ended with ${record.endedReason}`);
  expect(said?.message === greeting('Noor'), 'the greeting does not use the name that was pushed');
  expect(heard && secondsOfSpeech(heard) > said.duration / 2, 'the customer did not hear the agent');
  const { state } = await api.get<{ state: string }>(
    `/api/call-personalization/${encodeURIComponent(callerNumber)}`,
  );
  expect(state === 'consumed', 'the personalization was not consumed');
}
