import { afterAll, beforeAll, expect, it } from 'vitest';
import { RealtimeServer } from '../../src/conversation/providers/testing/index.ts';
import { type Dialing, setUpDialing } from '../world/dialing.ts';
import type { Program } from '../world/program.ts';
import { openPhone, type Phone } from './call-phone.ts';
import { spoken } from './call-speech.ts';
import { callsProgram } from './calls-program.ts';

const apiKey = 'sk-test-0123456789';
const service = new RealtimeServer(apiKey);
let program: Program;
let phone: Phone;
let dialing: Dialing;

beforeAll(async () => {
  const baseUrl = await service.start();
  program = await callsProgram.organization();
  phone = await openPhone();
  const key = { provider: 'openai', apiKey, baseUrl };
  expect((await program.request('POST', '/api/provider-keys', { body: key })).status).toBe(201);
  dialing = await setUpDialing(program.request, {
    trunk: { port: phone.port },
    agent: {
      firstMessage: 'Hello.',
      limits: { maxDurationSeconds: 60, silenceSeconds: 20 },
      // Longer than a busy machine may keep a packet back.
      conversation: { endOfTurnMs: 800 },
      speechToSpeech: { provider: 'openai', model: 'gpt-realtime', voice: 'marin' },
      tools: [{ type: 'endCall' }],
    },
  });
}, 60_000);
afterAll(async () => {
  await phone?.[Symbol.asyncDispose]();
  service.close();
});

/** How much of what was received between two of its samples is not silence, in milliseconds. */
const soundingMs = (pcm: Int16Array) => pcm.reduce((sum, sample) => sum + Number(sample !== 0), 0) / 8;
const silence = (ms: number) => new Int16Array(8 * ms);

it('a call: greeted, answered, interrupted to the millisecond, and ended by a tool', {
  timeout: 60_000,
}, async () => {
  const question = await spoken('What are your opening hours?');
  const objection = await spoken('No, stop, I only want to know about the weekend, please.');
  const long = 'We are open on every day of the week, from nine in the morning until late at night.';
  service.hearNext(
    'What are your opening hours?',
    'No, stop, I only want to know about the weekend, please.',
  );
  service.answerNext({ text: long }, { text: 'Goodbye.', calls: [{ name: 'endCall', arguments: {} }] });

  const customer = '+12125553001';
  const variables = { firstName: 'Ada' };
  const body = { phoneNumber: customer, phoneNumberId: dialing.phoneNumberId, variables };
  const placed = await program.request('POST', `/api/agents/${dialing.agentId}/calls`, { body });
  expect([placed.status, placed.text]).toEqual([201, expect.any(String)]);
  const { rtp } = await phone.call(({ number }) => number === customer);
  const heardMs = async (ms: number) => {
    await rtp.until(() => soundingMs(rtp.receivedPcm()) >= ms);
  };
  await rtp.sendPcm(silence(200));
  // The greeting takes 360 ms.
  await heardMs(340);
  await rtp.sendPcm(question);
  await rtp.sendPcm(silence(1200));
  await heardMs(340 + 600);
  await rtp.sendPcm(objection);
  await rtp.sendPcm(silence(1500));

  const read = async () => (await program.request('GET', `/api/calls/${placed.body.callId}`)).body;
  await expect.poll(async () => (await read()).status, { timeout: 20_000, interval: 100 }).toBe('ended');
  const record = await read();
  expect(record).toMatchObject({ endedReason: 'assistant-ended-call', endedBy: 'Agent ended the call' });

  // The session is set up for the audio of the call, and knows of the greeting.
  expect(service.of('session.update')[0]).toMatchObject({
    session: { audio: { input: { format: { type: 'audio/pcmu' } }, output: { voice: 'marin' } } },
  });
  expect(service.of('conversation.item.create')[0]).toMatchObject({
    item: { role: 'assistant', content: [{ text: 'Hello.' }] },
  });

  // Where it was cut off is where the wire fell silent.
  const [truncation] = service.of('conversation.item.truncate');
  const [greeting, farewell] = ['Hello.', 'Goodbye.'].map(({ length }) => length * 60) as [number, number];
  const sentMs = soundingMs(rtp.receivedPcm()) - greeting - farewell;
  expect(Math.abs((truncation?.audio_end_ms as number) - sentMs)).toBeLessThanOrEqual(40);

  // And what was not heard is not on record, to within a word.
  const said = record.transcript.map(({ role, message, name }: Record<string, string>) => [
    role,
    message || name,
  ]);
  const cut: string = said[2]?.[1];
  expect(long.startsWith(cut)).toBe(true);
  expect(Math.abs(cut.length - sentMs / 60)).toBeLessThanOrEqual(7);
  expect(said.slice(0, 4)).toEqual([
    ['bot', 'Hello.'],
    ['user', 'What are your opening hours?'],
    ['bot', cut],
    ['user', 'No, stop, I only want to know about the weekend, please.'],
  ]);
  // The model calls the tool while its last word is on its way to the line.
  expect(said.slice(4).toSorted()).toEqual([
    ['bot', 'Goodbye.'],
    ['tool', 'endCall'],
  ]);

  const [, first, second] = record.turns;
  expect(first).toMatchObject({ kind: 'speech', interruptedAtMs: expect.any(Number) });
  for (const turn of [first, second]) {
    expect(turn.endOfTurnMs).toBeGreaterThanOrEqual(turn.speechEndMs);
    // The clock of what is sent may lag behind the one that decides, on a busy machine.
    expect(turn.firstRtpMs).toBeGreaterThan(turn.speechEndMs);
    expect(turn.waitedMs).toBe(turn.firstRtpMs - turn.speechEndMs);
  }
  expect(record.usage).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'speech-to-speech', provider: 'openai', model: 'gpt-realtime' }),
      expect.objectContaining({ kind: 'speech-to-text', provider: 'openai' }),
    ]),
  );
});
