import { setTimeout as wait } from 'node:timers/promises';
import { wholeSpeech } from '../../src/conversation/providers/kit/index.ts';
import type { SimulatedCall } from '../../src/simulation/index.ts';
import { toTelephoneRate } from '../../src/telephony/media/index.ts';
import { expect } from './api.ts';
import { keepRecording, showRecord, showWhy } from './report.ts';
import { greeting, type Stage } from './stage.ts';
import { meterAgent, stopwatch, watchRecord } from './watch.ts';
import { secondsOfSpeech } from './waveform.ts';

const customerNumber = '+14155550134';
const reply = 'Thank you. Goodbye!';

/** Plays a campaign call: it is queued over the API, dialed and answered, the customer speaks, and hangs up. */
export async function playOutbound(stage: Stage, received: Promise<SimulatedCall>): Promise<void> {
  const { api, screen, customer, voice, agentId, phoneNumberId, scheduleId } = stage;
  screen.heading('1  A campaign call', 'POST /api/agents/{agentId}/calls/campaign');
  const { pcm, sampleRateHz } = await wholeSpeech(voice.speak({ text: reply, voice: 'rms', language: 'en' }));
  const seconds = stopwatch();
  const { callId } = await api.post<{ callId: string }>(`/api/agents/${agentId}/calls/campaign`, {
    campaignName: 'Parcels',
    scheduleId,
    phoneNumber: customerNumber,
    phoneNumberId,
    variables: { first_name: 'Maya' },
  });
  const finished = watchRecord(stage, callId, seconds);
  finished.catch(() => undefined);
  const call = await Promise.race([received, finished.then(() => null)]);
  expect(call, 'the call was over before it reached the customer');
  expect(await call.answered, 'the customer could not answer');
  await meterAgent(stage, call, seconds);
  screen.event(seconds(), 'customer', `“${reply}”`, 'yellow');
  await call.say({ pcm: toTelephoneRate(pcm, sampleRateHz) });
  await wait(200);
  call.hangUp();
  const [record, { heard }] = await Promise.all([finished, call.ended]);

  showRecord(stage, record);
  await showWhy(stage, callId);
  await keepRecording(stage, callId, 'demo-campaign-call.wav', true);
  const [said] = record.transcript;
  expect(record.endedReason === 'customer-ended-call', `the call ended with ${record.endedReason}`);
  expect(said?.message === greeting('Maya'), 'the transcript is not what the agent was to say');
  expect(heard && secondsOfSpeech(heard) > said.duration / 2, 'the customer did not hear the agent');
  const rings = customer.rings().get(customerNumber);
  expect(rings?.invites === 1 && rings.calls === 1, 'the telephone did not ring once');
}
