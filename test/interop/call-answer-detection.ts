import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeWav } from '../../src/telephony/media/index.ts';
import { join, silence } from '../audio/line.ts';
import { tone } from '../audio/signals.ts';
import { make, setUpDialing } from '../world/dialing.ts';
import type { Program } from '../world/program.ts';
import { openPhone, type Phone } from './call-phone.ts';
import { hear, spoken } from './call-speech.ts';
import { callsProgram } from './calls-program.ts';

let program: Program;
let phone: Phone;
beforeAll(async () => {
  program = await callsProgram.organization();
  phone = await openPhone();
}, 60_000);
afterAll(async () => {
  await phone?.[Symbol.asyncDispose]();
});

const greeting =
  'Hi, you have reached Anna Smith. I cannot take your call right now. Please leave a message after the tone.';
const message = 'Hello Ada, please call us back.';
const recorded = 'Your parcel arrives tomorrow morning at nine.';
/** A menu that differs from a screening service by its length alone. */
const menu =
  'Welcome to the city hospital. For appointments, press one. For billing, press two. For visiting hours, press three. To speak to an operator, press zero, or stay on the line.';
const screening =
  'Hi. The person you are calling is using a screening service, and will get a copy of this conversation. Go ahead and say your name, and why you are calling.';

let lastCustomer = 2_125_557_000;
/** Calls a customer who plays this after the answer. Returns the record of the ended call and its `why`. */
async function callOf(agent: { agentId: string; phoneNumberId: string }, plays: Int16Array) {
  const phoneNumber = `+1${lastCustomer++}`;
  const body = { phoneNumber, phoneNumberId: agent.phoneNumberId, variables: { firstName: 'Ada' } };
  const placed = await program.request('POST', `/api/agents/${agent.agentId}/calls`, { body });
  expect([placed.status, placed.text]).toEqual([201, expect.any(String)]);
  const path = `/api/calls/${placed.body.callId}`;
  const call = await phone.call(({ number }) => number === phoneNumber);
  const over = new AbortController();
  const playing = call.rtp.sendPcm(join(plays, silence(30_000)), { signal: over.signal });
  const status = async () => (await program.request('GET', path)).body.status;
  await expect.poll(status, { timeout: 40_000, interval: 100 }).toBe('ended');
  over.abort();
  await playing;
  const why = await program.request('GET', `${path}/why`);
  const noted = why.body.decisions.filter(({ decision }: { decision: string }) => decision === 'noted');
  const record = (await program.request('GET', path)).body;
  return { record, noted: noted.map(({ reason }: { reason: string }) => reason), rtp: call.rtp };
}

it('speaks with people and with silence, leaves a voicemail its message, and a fax alone', {
  timeout: 90_000,
}, async () => {
  const agent = await setUpDialing(program.request, {
    trunk: { port: phone.port },
    agent: {
      firstMessage: 'Hello {{firstName}}, this is a call.',
      conversation: { answerDetection: 'on', voicemailMessage: 'Hello {{firstName}}, please call us back.' },
      limits: { maxDurationSeconds: 60, silenceSeconds: 1 },
    },
  });
  const uploaded = await program.request('POST', '/api/sounds?name=Parcel', {
    body: writeWav({ sampleRateHz: 8000, channels: [await spoken(recorded)] }),
    headers: { 'content-type': 'audio/wav' },
  });
  const { soundId } = uploaded.body;
  const recordedBy = await program.request('POST', '/api/agents', {
    body: {
      ...{ name: 'Recorded', prompt: 'Be kind.', limits: { maxDurationSeconds: 60, silenceSeconds: 1 } },
      conversation: { answerDetection: 'on', voicemailMessage: message, voicemailSoundId: soundId },
    },
  });
  const { agentId } = recordedBy.body;
  const machine = join(silence(600), await spoken(greeting), silence(900), tone(1000, 500, 6000));
  const [person, voicemail, fax, silent, recording] = await Promise.all([
    callOf(agent, join(silence(400), await spoken('Hello?'))),
    callOf(agent, machine),
    callOf(agent, join(silence(1000), tone(2100, 2600, 6000))),
    callOf(agent, silence(100)),
    callOf({ ...agent, agentId }, machine),
  ]);
  const first = { role: 'bot', message: 'Hello Ada, this is a call.' };
  for (const { record } of [person, silent]) {
    expect(record).toMatchObject({ endedReason: 'silence-timed-out', transcript: [first] });
  }
  expect(person.record.answeredBy).toMatchObject({ kind: 'person' });
  expect(silent.record.answeredBy).toMatchObject({ kind: 'silence', reason: 'no speech' });
  expect([person.noted, silent.noted]).toMatchObject([['answered-by-person'], ['answered-by-silence']]);
  const [said] = person.record.transcript;
  expect(said.secondsFromStart * 1000).toBeGreaterThan(person.record.answeredBy.decidedAtMs - 1);

  expect(voicemail.record).toMatchObject({
    endedBy: 'Agent ended the call',
    endedReason: 'voicemail',
    answeredBy: { kind: 'voicemail', reason: 'a greeting and a beep' },
    transcript: [{ role: 'bot', message }],
  });
  expect(voicemail.noted).toEqual(['answered-by-voicemail']);
  const [left] = voicemail.record.transcript;
  expect(left.secondsFromStart).toBeGreaterThan(machine.length / 8000 - 0.05);
  expect(hear(voicemail.rtp.receivedPcm(), await spoken(message)).likeness).toBeGreaterThan(0.9);

  expect(recording.record).toMatchObject({
    endedReason: 'voicemail',
    transcript: [{ role: 'bot', message: '[recorded message: Parcel]' }],
  });
  expect(recording.noted).toEqual(['answered-by-voicemail', 'sound-played']);
  expect(hear(recording.rtp.receivedPcm(), await spoken(recorded)).likeness).toBeGreaterThan(0.9);

  expect(fax.record).toMatchObject({
    endedReason: 'voicemail',
    answeredBy: { kind: 'fax' },
    transcript: [],
  });
});

it('speaks with a menu and with a screening service', { timeout: 60_000 }, async () => {
  const agent = await setUpDialing(program.request, {
    trunk: { port: phone.port },
    agent: {
      firstMessage: 'Hello {{firstName}}, this is a call.',
      conversation: { answerDetection: 'on' },
      limits: { maxDurationSeconds: 60, silenceSeconds: 1 },
    },
  });
  const [ivr, screened] = await Promise.all([
    callOf(agent, join(silence(300), await spoken(menu))),
    callOf(agent, join(silence(500), await spoken(screening))),
  ]);
  expect([ivr.noted, screened.noted]).toEqual([['answered-by-ivr'], ['answered-by-screening']]);
  for (const { record } of [ivr, screened]) {
    const transcript = [{ role: 'bot', message: 'Hello Ada, this is a call.' }];
    expect(record).toMatchObject({ endedReason: 'silence-timed-out', transcript });
  }
});

it('counts a party that says nothing to an agent that listens as not reached', {
  timeout: 60_000,
}, async () => {
  const listen = { options: [{ phrases: ['yes'], goto: 'bye' }] };
  const bye = { say: 'Goodbye.', end: true };
  const agent = await setUpDialing(program.request, {
    trunk: { port: phone.port },
    agent: {
      transcriber: { provider: 'pocketsphinx' },
      model: { provider: 'scripted', dialogue: { start: 'ask', nodes: { ask: { listen }, bye } } },
      limits: { maxDurationSeconds: 60, silenceSeconds: 2 },
    },
  });
  const dialogue = {
    start: 'ask',
    nodes: {
      ask: { say: 'Are you well?', listen: { ...listen, noInput: { says: ['Hello?'], goto: 'toSilent' } } },
      ...{ toSilent: { stage: 'silent' }, bye },
    },
  };
  const givingUp = await make(program.request, '/api/agents', {
    ...{ name: 'Gives up', prompt: 'Be kind.', transcriber: { provider: 'pocketsphinx' } },
    conversation: { silencePrompts: { afterSeconds: 1, messages: ['Hello?', 'Hello?'] } },
    flow: {
      start: 'ask',
      stages: { ask: { dialogue }, silent: { says: 'Goodbye.', finish: 'end-call' } },
    },
  });
  const [silent, givenUp, unclear] = await Promise.all([
    callOf(agent, silence(100)),
    callOf({ ...agent, agentId: givingUp.agentId }, silence(100)),
    callOf(agent, join(silence(1500), await spoken('I did not expect a call.'))),
  ]);
  const endedBy = 'Agent ended the call';
  for (const { record } of [silent, givenUp])
    expect(record).toMatchObject({ endedBy, endedReason: 'no-person-reached' });
  const said = givenUp.record.transcript.filter(({ role }: { role: string }) => role === 'bot');
  expect(said.at(-1).message).toContain('Goodbye.');
  // A person spoke, whatever it was.
  const transcript = expect.arrayContaining([expect.objectContaining({ role: 'user' })]);
  expect(unclear.record).toMatchObject({ endedBy, endedReason: 'silence-timed-out', transcript });
});

it('ends at once where an answering machine has nothing to be left, and lets callers go while it listens', {
  timeout: 60_000,
}, async () => {
  const agent = await setUpDialing(program.request, {
    trunk: { port: phone.port },
    agent: { firstMessage: 'Hello.', conversation: { answerDetection: 'on' } },
  });
  const machine = join(silence(300), await spoken(greeting), silence(500), tone(620, 400, 6000));
  const { record } = await callOf(agent, machine);
  expect(record).toMatchObject({
    endedReason: 'voicemail',
    transcript: [],
    answeredBy: { kind: 'voicemail' },
  });

  const phoneNumber = `+1${lastCustomer++}`;
  const body = { phoneNumber, phoneNumberId: agent.phoneNumberId, variables: { firstName: 'Ada' } };
  const placed = await program.request('POST', `/api/agents/${agent.agentId}/calls`, { body });
  const call = await phone.call(({ number }) => number === phoneNumber);
  await call.rtp.sendPcm(silence(200));
  call.hangUp();
  const read = async () => (await program.request('GET', `/api/calls/${placed.body.callId}`)).body;
  await expect.poll(async () => (await read()).status, { timeout: 15_000 }).toBe('ended');
  expect(await read()).toMatchObject({ endedReason: 'customer-ended-call', answeredBy: null });
});
