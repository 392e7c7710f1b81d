import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { correlate } from '../../../../test/audio/correlation.ts';
import { noise } from '../../../../test/audio/signals.ts';
import { exact, MediaCalls, remote, telephone } from '../../../../test/world/media-calls.ts';
import { readWav } from '../index.ts';
import { parseRtcp, type RtcpReport, writeRtcp } from '../rtp/rtcp-packet.ts';

const media = new MediaCalls();

test('protected sessions hear each other and no other source', exact, async () => {
  const [one, other] = await Promise.all([media.openCall(), media.openCall()]);
  const keys = [Buffer.alloc(30, 1), Buffer.alloc(30, 2)] as const;
  const suite = 'AES_CM_128_HMAC_SHA1_80';
  const call = { ...telephone, remoteAddress: '127.0.0.1', rtcpMux: true };
  const srtp = { suite, localKey: keys[0], remoteKey: keys[1] } as const;
  const reverse = { suite, localKey: keys[1], remoteKey: keys[0] } as const;
  expect(() =>
    one.session.connect({ ...call, remotePort: 9, srtp: { ...srtp, localKey: Buffer.alloc(16) } }),
  ).toThrow(RangeError);
  one.session.connect({ ...call, remotePort: other.session.localPort, srtp });
  other.session.connect({ ...call, remotePort: one.session.localPort, srtp: reverse });
  const spoken = noise(90, 600);
  // Plain packets come first; they must not say where the peer is.
  await one.peer.sendPcm(noise(91, 60));
  // A re-INVITE with the same keys keeps the state.
  const playing = other.session.play(spoken);
  other.session.connect({ ...call, remotePort: one.session.localPort, srtp: reverse });
  const playback = await playing;
  await one.session.play(noise(92, 200));
  const [summary] = await Promise.all([one.session.close(), other.session.close()]);
  const left = readWav(await readFile(summary.recording!.path)).channels[0]!;
  expect(playback.completed).toBe(true);
  expect(correlate(left, spoken).coefficient).toBeGreaterThan(0.3);
  expect(summary.packetsLost).toBe(0);
});

test('packets go to where they come from, and no other source is heard', async () => {
  const decoy = await media.openPeer();
  const intruder = await media.openPeer();
  const { peer, session } = await media.openCall();
  intruder.setRemote('127.0.0.1', session.localPort);
  session.connect({ ...telephone, ...remote(decoy) });
  await decoy.until((received) => received.length >= 2);
  const spoken = noise(40, 400);
  const injected = noise(41, 400);
  await peer.sendPcm(noise(42, 20));
  await peer.until((received) => received.length >= 2);
  await Promise.all([peer.sendPcm(spoken), intruder.sendPcm(injected)]);
  const packetsAtEnd = peer.received.length;
  await peer.until((received) => received.length > packetsAtEnd + 8);
  const summary = await session.close();
  const left = readWav(await readFile(summary.recording!.path)).channels[0]!;
  expect(intruder.received).toEqual([]);
  expect(summary.packetsReceived).toBe(21);
  expect(correlate(left, spoken).coefficient).toBeGreaterThan(0.3);
  expect(correlate(left, injected).coefficient).toBeLessThan(0.2);
});

test('a peer without acknowledgement or audio gets a packet a second, and played audio waits', async () => {
  const { peer, session } = await media.openCall();
  session.connect({ ...telephone, ...remote(peer), isAcknowledged: false });
  const playing = session.play(noise(45, 100));
  await peer.until((received) => received.length >= 2);
  const [first, second] = peer.received;
  expect((second!.timestamp - first!.timestamp) | 0).toBe(8_000);
  session.connect({ ...telephone, ...remote(peer) });
  expect(await playing).toMatchObject({ completed: true, playedMs: 100 });
});

test('a peer that sends audio gets audio before it has acknowledged anything', async () => {
  const { peer, session } = await media.openCall();
  session.connect({ ...telephone, ...remote(peer), isAcknowledged: false });
  await peer.sendPcm(noise(46, 40));
  expect(await session.play(noise(47, 100))).toMatchObject({ completed: true });
});

test.each(['report', 'keep-alive'])(
  'a %s of a peer without audio reports that media flows, and counts as an acknowledgement',
  async (what) => {
    const started = Promise.withResolvers<number>();
    const { peer, session } = await media.openCall({ onMediaStarted: started.resolve });
    session.connect({ ...telephone, ...remote(peer), rtcpMux: true, isAcknowledged: false });
    await peer.until((received) => received.length >= 1);
    const { ssrc, sequenceNumber: highestSequenceNumber } = peer.received[0]!;
    const lost = { fractionLost: 0, packetsLost: 0, jitter: 0 };
    const times = { lastSenderReport: 0, delaySinceLastSenderReport: 0 };
    const block = { ssrc, highestSequenceNumber, ...lost, ...times };
    // A keep-alive may be RTP of a type that was not negotiated (RFC 6263 §4.6).
    if (what === 'keep-alive') peer.sendRaw(peer.nextPacket(77, false, 0, new Uint8Array(0)));
    else peer.sendRaw(writeRtcp(peer.ssrc, 'peer', null, block, false));
    await started.promise;
    expect(await session.play(noise(48, 100))).toMatchObject({ completed: true });
  },
);

test('datagrams that are no RTP of this call are ignored and counted', async () => {
  const { peer, session } = await media.openCall();
  session.connect({ ...telephone, ...remote(peer) });
  await peer.until((received) => received.length >= 1);
  const before = await media.worker.stats();
  const hostile = [
    Buffer.alloc(0),
    Buffer.from('80'),
    Buffer.alloc(1_400, 0xff),
    Buffer.from('40000001000000a0deadbeef00', 'hex'),
    Buffer.from('90000001000000a0deadbeefbedeffff00000000', 'hex'),
    Buffer.from('a0000001000000a0deadbeef00ff', 'hex'),
    peer.nextPacket(77, false, 0, new Uint8Array(160)),
  ];
  for (const datagram of hostile) peer.sendRaw(datagram);
  await peer.sendPcm(noise(50, 100));
  const packetsAtEnd = peer.received.length;
  await peer.until((received) => received.length > packetsAtEnd + 2);
  const after = await media.worker.stats();
  expect(after.packetsIgnored - before.packetsIgnored).toBe(hostile.length);
  expect(await session.close()).toMatchObject({ packetsReceived: 5 });
});

test('reports are sent and received, and the last one is a goodbye', async () => {
  const reports = createSocket('udp4').bind(0, '127.0.0.1');
  await once(reports, 'listening');
  media.defer(async () => reports.close());
  const arrived: { report: RtcpReport; port: number; datagram: Buffer }[] = [];
  const { peer, session } = await media.openCall();
  const answered = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  reports.on('message', (datagram, source) => {
    const report = parseRtcp(datagram)!;
    arrived.push({ report, port: source.port, datagram });
    if (report.byes.length > 0) left.resolve();
    const block = {
      ssrc: report.ssrc,
      fractionLost: 0,
      packetsLost: 2,
      highestSequenceNumber: 100,
      jitter: 0,
      lastSenderReport: report.senderReportId!,
      delaySinceLastSenderReport: 0,
    };
    reports.send(Buffer.from('garbage!'), source.port, '127.0.0.1');
    reports.send(writeRtcp(peer.ssrc, 'peer', null, block, false), source.port, '127.0.0.1', () =>
      answered.resolve(),
    );
  });
  const before = await media.worker.stats();
  session.connect({ ...telephone, ...remote(peer), remoteRtcpPort: reports.address().port });
  await peer.sendPcm(noise(43, 200));
  await answered.promise;
  // Earlier datagrams were read when a later packet has been counted.
  await peer.sendPcm(noise(44, 100));
  const packetsAtEnd = peer.received.length;
  await peer.until((received) => received.length > packetsAtEnd + 2);
  const { quality } = await session.close();
  await left.promise;
  expect(arrived[0]!.port).toBe(session.localPort + 1);
  expect(arrived[0]!.report.senderReportId).not.toBeNull();
  expect(arrived[0]!.report.blocks[0]).toMatchObject({ ssrc: peer.ssrc, packetsLost: 0 });
  expect(arrived.at(-1)!.report.byes).toEqual([peer.received[0]!.ssrc]);
  expect(quality.rttMs).toBeLessThan(1_000);
  expect(quality.mosListening).toBeGreaterThan(4);
  expect(quality.mosRemote).toBeLessThan(quality.mosListening!);
  expect((await media.worker.stats()).rtcpIgnored - before.rtcpIgnored).toBeGreaterThanOrEqual(1);
});

test('a re-INVITE changes codec and address, and the stream continues', async () => {
  const { peer, session } = await media.openCall();
  const other = await media.openPeer({ codec: 'pcma' });
  session.connect({ ...telephone, ...remote(peer) });
  const signal = noise(60, 1_000);
  const playing = session.play(signal);
  await peer.until((received) => received.length >= 10);
  session.connect({ ...telephone, ...remote(other), codec: 'pcma', payloadType: 8 });
  await playing;
  await other.until((received) => received.length >= 10);
  const last = peer.received.at(-1)!;
  const first = other.received[0]!;
  expect(first).toMatchObject({ ssrc: last.ssrc, payloadType: 8 });
  expect((first.sequenceNumber - last.sequenceNumber) & 0xffff).toBe(1);
  expect(correlate(other.receivedPcm(), signal).coefficient).toBeGreaterThan(0.3);
});

test('a call on hold sends nothing, and its audio waits', async () => {
  const { peer, session } = await media.openCall();
  session.connect({ ...telephone, ...remote(peer) });
  await peer.until((received) => received.length >= 2);
  session.connect({ ...telephone, ...remote(peer), direction: 'recvonly' });
  const playing = session.play(noise(70, 100));
  // The hold has reached the thread when a later request is answered.
  await media.worker.stats();
  const heldAfter = peer.received.length;
  await peer.sendPcm(noise(71, 200));
  session.connect({ ...telephone, ...remote(peer) });
  expect(await playing).toMatchObject({ completed: true, playedMs: 100 });
  await peer.until((received) => received.length > heldAfter + 6);
  expect(peer.received.filter(({ marker }) => marker).length).toBeGreaterThanOrEqual(2);
});
