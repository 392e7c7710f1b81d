/**
 * `npm run probe -- recording.wav…` prints how long the customer waited for each answer in recordings: from the
 * customer's last sound to the agent's first, measured in the audio.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { UsageError } from '../src/cli/command-error.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { readWav } from '../src/telephony/media/index.ts';
import { endToEndLatencies } from '../test/audio/end-to-end-latency.ts';

const usage = `npm run probe -- RECORDING.wav…

Prints how long the customer waited for each answer in recordings of calls, measured in their audio.`;

const seconds = (ms: number) => (ms / 1000).toFixed(2).padStart(9);
await runCommand(usage, async () => {
  const { positionals: paths } = parseArgs({ allowPositionals: true });
  if (paths.length === 0) throw new UsageError('Name at least one recording.');
  let isRead = true;
  for (const path of paths) {
    const recording = await readFile(path)
      .then(readWav)
      .catch((error: Error) => error);
    if (recording instanceof Error) {
      console.error(`${path}: ${recording.message}`);
      isRead = false;
      continue;
    }
    if (recording.channels.length !== 2) {
      console.error(`${path}: a recording of a call is stereo, with the customer on the left`);
      isRead = false;
      continue;
    }
    const latencies = endToEndLatencies(recording);
    console.log(`${path}: ${latencies.length} answers`);
    if (latencies.length > 0) console.log('  customer    agent  latency');
    for (const { callerEndMs, agentStartMs, latencyMs } of latencies) {
      console.log(`${seconds(callerEndMs)}${seconds(agentStartMs)}${seconds(latencyMs)}`);
    }
  }
  return isRead;
});
