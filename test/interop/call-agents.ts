import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { wholeSpeech } from '../../src/conversation/providers/kit/index.ts';
import { eventData } from '../../src/domains/events/index.ts';
import { readWav, resample } from '../../src/telephony/media/index.ts';
import { type Dialing, make, setUpDialing } from '../world/dialing.ts';
import type { Program } from '../world/program.ts';
import { openPhone, type Phone } from './call-phone.ts';
import { hear } from './call-speech.ts';
import { callsProgram } from './calls-program.ts';

// Three agents with voices of their own carry one call over real SIP, and hand it over and back.

let program: Program;
let phone: Phone;
let dialing: Dialing;
let ids: string[];
let repeats = 0;
/** Half a second. */
const quietSamples = 4000;

const listen = (key: string, goto: string) => ({ listen: { options: [{ keys: [key], goto }] } });
/** Every dialogue must have an end. */
const failed = { say: 'That did not work.', end: true };
const dialogue = (nodes: object) => ({
  ...{ provider: 'scripted', dialogue: { start: 'begin', nodes: { ...nodes, failed } } },
});
const voice = (id: string) => ({ provider: 'flite', voice: id });
const handOver = (agentId: string, name: string, more: object) => ({
  ...{ type: 'handOver', agentId, name, description: 'For those who press its key.' },
  ...more,
});
const texts = {
  reception: 'This is the reception.',
  message: 'I put you through to billing.',
  billing: 'Billing speaks. Hello Ada.',
  archive: 'The archive has found your letter.',
  billingAgain: 'Billing has your letter now.',
  receptionAgain: 'Welcome back. Goodbye.',
};

beforeAll(async () => {
  program = await callsProgram.organization();
  phone = await openPhone();
  const agent = (values: object) => make(program.request, '/api/agents', { prompt: 'x', ...values });
  const archive = await agent({
    name: 'Archive',
    voice: voice('awb'),
    language: 'en-GB',
    model: dialogue({
      begin: { say: texts.archive, ...listen('3', 'back') },
      back: {
        call: { tool: 'handBack', arguments: { reason: 'found' }, onSuccess: 'begin', onFailure: 'failed' },
      },
    }),
  });
  const billing = await agent({
    name: 'Billing',
    voice: voice('rms'),
    firstMessage: 'Billing speaks. Hello {{firstName}}.',
    variables: [{ name: 'firstName', required: true }],
    tools: [handOver(archive.agentId, 'toArchive', { mayReturn: true })],
    model: dialogue({
      begin: { say: 'Press two.', ...listen('2', 'archive') },
      archive: { call: { tool: 'toArchive', onSuccess: 'again', onFailure: 'failed' } },
      again: { say: texts.billingAgain, ...listen('4', 'back') },
      back: { call: { tool: 'handBack', onSuccess: 'begin', onFailure: 'failed' } },
    }),
  });
  dialing = await setUpDialing(program.request, {
    trunk: { port: phone.port },
    agent: {
      name: 'Reception',
      voice: voice('slt'),
      firstMessage: texts.reception,
      tools: [
        handOver(billing.agentId, 'toBilling', {
          ...{ message: texts.message, opening: 'firstMessage', mayReturn: true },
        }),
      ],
      model: dialogue({
        begin: { say: 'Press one.', ...listen('1', 'billing') },
        billing: { call: { tool: 'toBilling', onSuccess: 'bye', onFailure: 'failed' } },
        bye: { say: texts.receptionAgain, end: true },
      }),
    },
  });
  ids = [dialing.agentId, billing.agentId, archive.agentId];
}, 60_000);
afterAll(async () => {
  await phone?.[Symbol.asyncDispose]();
});

/** An idle voice does not keep the process alive. */
const flite = new Flite();

async function spokenBy(id: string, text: string, language = 'en-US'): Promise<Int16Array> {
  const { pcm, sampleRateHz } = await wholeSpeech(flite.speak({ text, voice: id, language }));
  return resample(pcm, sampleRateHz, 8000);
}

it('three agents with voices of their own hand one call over and back', { timeout: 90_000 }, async () => {
  const customer = `+1212555${2300 + repeats++}`;
  const body = {
    ...{ phoneNumber: customer, phoneNumberId: dialing.phoneNumberId },
    variables: { firstName: 'Ada' },
  };
  const placed = await program.request('POST', `/api/agents/${dialing.agentId}/calls`, { body });
  expect([placed.status, placed.text]).toEqual([201, expect.any(String)]);
  const { callId } = placed.body;
  const call = await phone.call(({ number }) => number === customer);
  /** Waits for the speech and its end: a key would cut the rest of it. */
  const heard = async (speech: Int16Array) => {
    await expect
      .poll(() => hear(call.rtp.receivedPcm(), speech).likeness, { timeout: 20_000, interval: 500 })
      .toBeGreaterThan(0.9);
    const last = () => call.rtp.receivedPcm().subarray(-quietSamples);
    await expect.poll(() => last().every((sample) => Math.abs(sample) < 100), { timeout: 20_000 }).toBe(true);
  };
  await heard(await spokenBy('slt', texts.reception));
  await call.incoming!.sendDigit('1');
  await heard(await spokenBy('rms', texts.billing));
  await call.incoming!.sendDigit('2');
  await heard(await spokenBy('awb', texts.archive, 'en-GB'));
  await call.incoming!.sendDigit('3');
  await heard(await spokenBy('rms', texts.billingAgain));
  await call.incoming!.sendDigit('4');
  const read = async () => (await program.request('GET', `/api/calls/${callId}`)).body;
  await expect.poll(async () => (await read()).status, { timeout: 30_000, interval: 100 }).toBe('ended');
  const record = await read();
  const [reception, billing, archive] = ids;
  type Entry = { role: string; message: string; name?: string; agentId?: string; agentVersion?: number };
  const entries = (record.transcript as Entry[]).filter(({ role }) => role !== 'user');
  expect(
    entries.map(({ message, name, agentId, agentVersion }) => [message || name, agentId, agentVersion]),
  ).toEqual([
    [texts.reception, reception, 1],
    ['toBilling', reception, 1],
    [texts.message, reception, 1],
    [texts.billing, billing, 1],
    ['toArchive', billing, 1],
    [texts.archive, archive, 1],
    ['handBack', archive, 1],
    [texts.billingAgain, billing, 1],
    ['handBack', billing, 1],
    [texts.receptionAgain, reception, 1],
    ['endCall', reception, 1],
  ]);
  expect(record.agentId).toBe(reception);
  const voices = record.usage.filter(({ kind }: { kind: string }) => kind === 'text-to-speech');
  expect(voices.map(({ agentId }: { agentId?: string }) => agentId)).toEqual([undefined, billing, archive]);
  const { body: why } = await program.request('GET', `/api/calls/${callId}/why`);
  const changes = why.decisions.filter(({ reason }: { reason: string }) => reason === 'agent-changed');
  expect(changes.map(({ message }: { message: string }) => message)).toEqual([
    '“Reception” (version 1) handed the call over to “Billing” (version 1).',
    '“Billing” (version 1) handed the call over to “Archive” (version 1).',
    '“Archive” (version 1) handed the call back to “Billing” (version 1): found',
    '“Billing” (version 1) handed the call back to “Reception” (version 1).',
  ]);
  const { body: feed } = await program.request('GET', '/api/events?types=call.agentChanged');
  // An earlier try left its own.
  const own = feed.events.filter(({ data }: { data: { callId: string } }) => data.callId === callId);
  expect(own.map(({ data }: { data: { toAgentId: string } }) => data.toAgentId)).toEqual([
    ...[billing, archive, billing, reception],
  ]);
  for (const { data } of feed.events) eventData['call.agentChanged'].parse(data);
  const path = join(program.dataDir, 'recordings', `${callId}.wav`);
  const { channels } = readWav(await readFile(path));
  for (const [id, text] of [
    ['rms', texts.billing],
    ['slt', texts.receptionAgain],
  ] as const)
    expect(hear(channels[1]!, await spokenBy(id, text)).likeness).toBeGreaterThan(0.9);
});
