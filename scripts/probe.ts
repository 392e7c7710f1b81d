/**
 * `npm run probe -- recording.wav…` prints how long the customer waited for each answer in recordings: from the
 * customer's last sound to the agent's first, measured in the audio.
 */
import { readFile } from 'node:fs/promises';
import { readWav } from '../src/telephony/media/index.ts';
import { endToEndLatencies } from '../test/audio/end-to-end-latency.ts';

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('Name at least one recording: npm run probe -- recording.wav');
  process.exit(2);
}
const seconds = (ms: number) => (ms / 1000).toFixed(2).padStart(9);
for (const path of paths) {
  const recording = await readFile(path)
    .then(readWav)
    .catch((error: Error) => error);
  if (recording instanceof Error) {
    console.error(`${path}: ${recording.message}`);
    process.exitCode = 2;
    continue;
  }
  if (recording.channels.length !== 2) {
    console.error(`${path}: a recording of a call is stereo, with the customer on the left`);
    process.exitCode = 2;
    continue;
  }
  const latencies = endToEndLatencies(recording);
  console.log(`${path}: ${latencies.length} answers`);
  if (latencies.length > 0) console.log('  customer    agent  latency');
  for (const { callerEndMs, agentStartMs, latencyMs } of latencies) {
    console.log(`${seconds(callerEndMs)}${seconds(agentStartMs)}${seconds(latencyMs)}`);
  }
}
