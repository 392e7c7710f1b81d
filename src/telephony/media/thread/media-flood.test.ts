import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { noise } from '../../../../test/audio/signals.ts';
import { exact, MediaCalls, remote, telephone } from '../../../../test/world/media-calls.ts';

const media = new MediaCalls();
const flooder = new URL('../../../../test/peers/flooder.ts', import.meta.url).pathname;

test('a flood from a stranger costs neither its call nor another one a packet', exact, async () => {
  const calls = await Promise.all([media.openCall(), media.openCall()]);
  for (const { peer, session } of calls) session.connect({ ...telephone, ...remote(peer) });
  const [flooded] = calls;
  const firstNumbers = calls.map(({ peer }) => peer.sequenceNumber);
  const end = new AbortController();
  const speaking = calls.map(({ peer }) => peer.sendPcm(noise(95, 60_000), { signal: end.signal }));
  await flooded!.peer.until((received) => received.length > 5);
  const port = String(flooded!.session.localPort);
  const stranger = spawn(process.execPath, [flooder, '127.0.0.1', port, '127.0.0.2', '10000', '1500']);
  const printed = once(stranger.stdout, 'data');
  const exited = once(stranger, 'exit');
  const flood = Number(String((await printed)[0]));
  await exited;
  end.abort();
  await Promise.all(speaking);
  const sent = calls.map(({ peer }, i) => (peer.sequenceNumber - firstNumbers[i]! + 65_536) % 65_536);
  const seen = flooded!.peer.received.length;
  await flooded!.peer.until((received) => received.length > seen + 5);
  const { packetsIgnored } = await media.worker.stats();
  const summaries = await Promise.all(calls.map(({ session }) => session.close()));
  expect(summaries.map(({ packetsLost }) => packetsLost)).toEqual([0, 0]);
  expect(summaries.map(({ packetsReceived }) => packetsReceived)).toEqual(sent);
  expect(flood).toBeGreaterThan(2_000);
  expect(packetsIgnored).toBeLessThan(flood / 2);
});
