import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readWav } from '../../src/telephony/media/index.ts';
import { type CallRecord, expect, type Why } from './api.ts';
import type { Stage } from './stage.ts';
import { secondsOfSpeech, waveform } from './waveform.ts';

const waveformWidth = 50;

/** Prints the most important part of the finished record. */
export function showRecord({ screen }: Stage, record: CallRecord): void {
  const { startedAt, endedAt, transcript } = record;
  const isInbound = record.type === 'inboundPhoneCall';
  const route = isInbound
    ? `${record.customerNumber} → ${record.phoneNumber}`
    : `${record.phoneNumber} → ${record.customerNumber}`;
  const talkedMs = Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '');
  screen.heading('The record', `GET /api/calls/${record.callId}`);
  screen.field('call', `${record.type}, ${route}`);
  screen.field('talked', `${(talkedMs / 1000).toFixed(1)} s, from ${startedAt}`);
  screen.field('ended', `${record.endedBy} (${record.endedReason})`);
  for (const { secondsFromStart, role, message } of transcript) {
    const who = role === 'bot' ? screen.paint('cyan', 'agent') : role;
    screen.field(
      'transcript',
      `${screen.paint('dim', `${secondsFromStart.toFixed(2)} s`)} ${who} “${message}”`,
    );
  }
}

/** Prints every decision about the call. */
export async function showWhy({ api, screen }: Stage, callId: string): Promise<void> {
  const { decisions } = await api.get<Why>(`/api/calls/${callId}/why`);
  expect(decisions.length >= 3, 'the call does not say why it went as it did');
  const zeroMs = Date.parse(decisions[0]!.at);
  screen.heading('Why it went so', `GET /api/calls/${callId}/why`);
  for (const { at, decision, message } of decisions) {
    screen.event((Date.parse(at) - zeroMs) / 1000, decision, message);
  }
}

/**
 * Fetches the recording, draws it and stores it as a file. Fails when `customerSpoke` and the customer is not audible.
 */
export async function keepRecording(
  { api, screen, outputFolder }: Stage,
  callId: string,
  fileName: string,
  customerSpoke: boolean,
): Promise<void> {
  const file = await api.download(`/api/calls/${callId}/recording`);
  const { channels, sampleRateHz } = readWav(file);
  const [customer, agent] = channels;
  expect(customer && agent && sampleRateHz === 8_000, 'the recording is not stereo at 8 kHz');
  expect(secondsOfSpeech(agent) > 1, 'the agent cannot be heard on the recording');
  expect(secondsOfSpeech(customer) > 0.5 === customerSpoke, 'the recording of the customer is wrong');
  await mkdir(outputFolder, { recursive: true });
  const path = join(outputFolder, fileName);
  await writeFile(path, file);
  const seconds = (agent.length / sampleRateHz).toFixed(1);
  screen.heading('The recording', `${seconds} s, left the customer, right the agent`);
  screen.field('customer', screen.paint('yellow', waveform(customer, waveformWidth)));
  screen.field('agent', screen.paint('cyan', waveform(agent, waveformWidth)));
  screen.field('file', relative('', path));
}
