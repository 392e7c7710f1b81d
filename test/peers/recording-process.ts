/**
 * A process that records a call until it is killed: `node recording-process.ts <wav> <port min> <port max> [pieces]
 * [peer port]`. It sends half a second of speech after half a second of noise to the peer port of this machine (9, the
 * discard port, by default), and prints a line with the position of each piece's end. After the given number of pieces
 * it closes, prints the summary of the recording as JSON, and exits.
 */
import { silentLog } from '../../src/platform/kernel/index.ts';
import { startMediaWorker } from '../../src/telephony/media/index.ts';
import { noise } from '../audio/signals.ts';

const [recordingPath = '', min = '', max = '', pieces = 'Infinity', peerPort = '9'] = process.argv.slice(2);
const rtpPorts = { min: Number(min), max: Number(max) };
const worker = await startMediaWorker({ bindHost: '127.0.0.1', rtpPorts, log: silentLog });
const session = await worker.openSession({ sessionId: 'call', recordingPath, inactivityTimeoutMs: 60_000 });
session.connect({
  remoteAddress: '127.0.0.1',
  remotePort: Number(peerPort),
  codec: 'pcmu',
  payloadType: 0,
  telephoneEventPayloadType: null,
});
for (let i = 0; i < Number(pieces); i++) {
  const { endMs } = await session.play(noise(i + 1, 500));
  process.stdout.write(`${endMs}\n`);
}
const { recording } = await session.close();
process.stdout.write(`${JSON.stringify(recording)}\n`);
await worker.close();
