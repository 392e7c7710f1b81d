import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { correlate } from '../../test/audio/correlation.ts';
import { labelledSpeech } from '../../test/audio/labelled-speech.ts';
import { noise, tone } from '../../test/audio/signals.ts';
import { RtpPeer } from '../../test/peers/rtp-peer.ts';
import { silentLog } from '../kernel/index.ts';
import {
  type MediaSession,
  type MediaWorker,
  NoFreePortError,
  type OpenSessionOptions,
  readWav,
  startMediaWorker,
  toTelephoneRate,
} from './index.ts';
import { parseRtcp, type RtcpReport, writeRtcp } from './rtcp-packet.ts';

/** Each worker has a range of its own, below the ports that the system gives to whoever asks for any. */
const rtpPorts = { min: 24_100, max: 24_199 };
const narrowRange = { min: 24_200, max: 24_205 };
const fragileRange = { min: 24_210, max: 24_219 };
const sixthRange = { min: 24_250, max: 24_259 };
const telephone = { codec: 'pcmu', payloadType: 0, telephoneEventPayloadType: 101 } as const;

/**
 * For tests that compare whole signals: where the machine stops this process or the thread for long enough, ticks
 * are left out or packets come too late, as they should be, and the test has to be done again.
 */
const exact = { retry: 3 };

let worker: MediaWorker;
let folder: string;
let sessionCount = 0;
const disposals: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-media-'));
  worker = await startMediaWorker({ bindHost: '127.0.0.1', rtpPorts, log: silentLog });
});

afterEach(async () => {
  await Promise.all(disposals.splice(0).map((dispose) => dispose()));
});

afterAll(async () => {
  await worker.close();
  await rm(folder, { recursive: true });
});

async function openPeer(options: Parameters<typeof RtpPeer.open>[0] = {}): Promise<RtpPeer> {
  const peer = await RtpPeer.open(options);
  disposals.push(() => peer[Symbol.asyncDispose]());
  return peer;
}

function sessionOptions(options: Partial<OpenSessionOptions> = {}): OpenSessionOptions {
  const sessionId = `call-${++sessionCount}`;
  return {
    sessionId,
    recordingPath: join(folder, `${sessionId}.wav`),
    inactivityTimeoutMs: 60_000,
    ...options,
  };
}

async function openCall(
  options: Partial<OpenSessionOptions> = {},
  peerOptions: Parameters<typeof RtpPeer.open>[0] = {},
): Promise<{ peer: RtpPeer; session: MediaSession }> {
  const peer = await openPeer(peerOptions);
  const session = await worker.openSession(sessionOptions(options));
  disposals.push(() => session.close());
  peer.setRemote('127.0.0.1', session.localPort);
  return { peer, session };
}

function remote(peer: RtpPeer): { remoteAddress: string; remotePort: number } {
  return { remoteAddress: peer.host, remotePort: peer.port };
}

test('a stream has one packet per tick, in order, from one source', async () => {
  const { peer, session } = await openCall();
  session.connect({ ...telephone, ...remote(peer) });
  await session.play(noise(1, 600));
  await peer.until((received) => received.length >= 40);
  const packets = peer.received;
  expect(packets[0]?.marker).toBe(true);
  for (let i = 1; i < packets.length; i++) {
    const [before, packet] = [packets[i - 1]!, packets[i]!];
    expect((packet.sequenceNumber - before.sequenceNumber) & 0xffff).toBe(1);
    // After a stall of over 200 ms ticks are left out, and then the packet is marked; otherwise none is.
    const ticks = ((packet.timestamp - before.timestamp) | 0) / 160;
    expect(ticks).toBe(packet.marker ? Math.max(ticks, 10) : 1);
    expect(packet.ssrc).toBe(packets[0]!.ssrc);
    expect(packet.payload.length).toBe(160);
  }
});

test.each(['pcmu', 'pcma'] as const)(
  'what is played arrives as %s, and positions are those of RTP',
  exact,
  async (codec) => {
    const { peer, session } = await openCall({}, { codec });
    const signal = noise(2, 770);
    session.connect({ ...telephone, ...remote(peer), codec, payloadType: codec === 'pcmu' ? 0 : 8 });
    await peer.until((received) => received.length >= 5);
    const playback = await session.play(signal);
    expect(playback).toMatchObject({ completed: true, playedMs: 770, endMs: playback.startMs + 770 });
    await peer.until((received) => received.length * 20 > playback.endMs);
    const found = correlate(peer.receivedPcm(), signal);
    expect(found.coefficient).toBeGreaterThan(0.99);
    expect(found.lag).toBe(playback.startMs * 8);
    const arrivedAtMs = performance.timeOrigin + peer.received[0]!.arrivedAtMs;
    expect(arrivedAtMs).toBeGreaterThanOrEqual(session.timeZeroEpochMs! - 5);
  },
);

test('pieces follow each other without a gap, an empty one included', exact, async () => {
  const { peer, session } = await openCall();
  session.connect({ ...telephone, ...remote(peer) });
  const signal = noise(3, 700);
  const pieces = [signal.subarray(0, 2_403), new Int16Array(0), signal.subarray(2_403)];
  const [first, empty, last] = await Promise.all(pieces.map((pcm) => session.play(pcm)));
  expect(empty).toEqual({ startMs: first!.endMs, endMs: first!.endMs, playedMs: 0, completed: true });
  expect(last).toMatchObject({ startMs: first!.endMs, completed: true });
  await peer.until((received) => received.length * 20 > last!.endMs);
  expect(correlate(peer.receivedPcm(), signal).coefficient).toBeGreaterThan(0.99);
});

test(
  'two calls at once are recorded apart: customer left, agent right, at their positions',
  exact,
  async () => {
    const calls = await Promise.all([openCall(), openCall()]);
    const results = await Promise.all(
      calls.map(async ({ peer, session }, i) => {
        const spoken = noise(10 + i, 800);
        const played = noise(20 + i, 800);
        session.connect({ ...telephone, ...remote(peer) });
        const [playback] = await Promise.all([session.play(played), peer.sendPcm(spoken)]);
        await peer.until((received) => received.length > playback.endMs / 20 + 10);
        const summary = await session.close();
        return { spoken, played, playback, summary, heard: peer.receivedPcm() };
      }),
    );
    for (const [i, { spoken, played, playback, summary, heard }] of results.entries()) {
      const other = results[1 - i]!;
      const wav = readWav(await readFile(summary.recording!.path));
      const [left, right] = [wav.channels[0]!, wav.channels[1]!];
      expect(wav.sampleRateHz).toBe(8_000);
      expect(summary.recording!.durationMs).toBe(left.length / 8);
      expect(summary).toMatchObject({ packetsReceived: 40, packetsLost: 0 });
      expect(correlate(right, played)).toEqual({
        lag: playback.startMs * 8,
        coefficient: expect.closeTo(1, 6),
      });
      expect(correlate(left, spoken).coefficient).toBeGreaterThan(0.3);
      expect(correlate(left, played).coefficient).toBeLessThan(0.2);
      expect(correlate(left, other.spoken).coefficient).toBeLessThan(0.2);
      expect(correlate(right, other.played).coefficient).toBeLessThan(0.2);
      expect(correlate(heard, other.played).coefficient).toBeLessThan(0.2);
    }
  },
);

test('lost, doubled and reordered packets leave the rest in its place', exact, async () => {
  const { peer, session } = await openCall();
  session.connect({ ...telephone, ...remote(peer) });
  const spoken = noise(30, 1_000);
  const fates = { 5: 'lose', 9: 'duplicate', 20: 'hold-one', 31: 'lose' } as const;
  await peer.sendPcm(spoken, { impair: (index) => fates[index as keyof typeof fates] ?? 'send' });
  const packetsAtEnd = peer.received.length;
  await peer.until((received) => received.length > packetsAtEnd + 8);
  const summary = await session.close();
  expect(summary).toMatchObject({ packetsReceived: 49, packetsLost: 1 });
  const left = readWav(await readFile(summary.recording!.path)).channels[0]!;
  expect(correlate(left, spoken).coefficient).toBeGreaterThan(0.3);
});

test('stopping drops what is played and what waits, and says how far it came', async () => {
  const { peer, session } = await openCall();
  session.connect({ ...telephone, ...remote(peer) });
  const playing = session.play(noise(5, 5_000));
  const waiting = session.play(noise(6, 5_000));
  // Twice as many as are asked for below: the first may be of the silence before the audio reached the thread.
  await peer.until((received) => received.length >= 20);
  session.stopPlaying();
  const [stopped, dropped] = await Promise.all([playing, waiting]);
  expect(stopped.completed).toBe(false);
  expect(stopped.playedMs).toBeGreaterThanOrEqual(200);
  expect(stopped.playedMs).toBeLessThan(5_000);
  expect(dropped).toMatchObject({ completed: false, playedMs: 0, startMs: dropped.endMs });
  const after = await session.play(noise(7, 40));
  expect(after).toMatchObject({ completed: true, playedMs: 40 });
  expect(after.startMs).toBeGreaterThanOrEqual(stopped.endMs);
});

test('speech is told, and the audio of each session goes to it alone', exact, async () => {
  const [spoken] = await labelledSpeech();
  const utterance = spoken!.spoken[3]!;
  const pcm = toTelephoneRate(spoken!.pcm, 16_000).subarray(
    (utterance.startMs - 400) * 8,
    (utterance.endMs + 600) * 8,
  );
  const edges: { type: string; atMs: number; decidedAtMs: number }[] = [];
  const audio: { pcm: Int16Array; atMs: number }[] = [];
  const elsewhere: Int16Array[] = [];
  const ended = Promise.withResolvers<void>();
  const { peer, session } = await openCall({
    onSpeechStarted: (event) => edges.push({ type: 'started', ...event }),
    onSpeechEnded: (event) => {
      edges.push({ type: 'ended', ...event });
      ended.resolve();
    },
    onAudio: (event) => audio.push(event),
  });
  const other = await openCall({ onAudio: (event) => elsewhere.push(event.pcm) });
  for (const call of [{ peer, session }, other]) call.session.connect({ ...telephone, ...remote(call.peer) });
  session.listen({ audio: true, speech: { endAfterMs: 250 } });
  other.session.listen({ audio: true, speech: null });
  await peer.sendPcm(pcm);
  await ended.promise;
  session.listen({ audio: false, speech: null });
  const summary = await session.close();
  expect(edges.map(({ type }) => type)).toEqual(['started', 'ended']);
  const [started, end] = edges as [(typeof edges)[0], (typeof edges)[0]];
  const left = readWav(await readFile(summary.recording!.path)).channels[0]!;
  const lag = correlate(left, pcm).lag / 8;
  expect(Math.abs(started.atMs - (lag + 400))).toBeLessThan(60);
  expect(Math.abs(end.atMs - (lag + 400 + utterance.endMs - utterance.startMs))).toBeLessThan(200);
  expect(started.decidedAtMs - started.atMs).toBeLessThanOrEqual(160);
  expect(end.decidedAtMs - end.atMs).toBeGreaterThanOrEqual(230);
  for (const piece of audio)
    expect([...piece.pcm]).toEqual([...left.subarray(piece.atMs * 8, piece.atMs * 8 + 160)]);
  for (const [i, piece] of audio.entries()) expect(piece.atMs - audio[0]!.atMs).toBe(i * 20);
  expect(elsewhere.length).toBeGreaterThan(0);
  expect(elsewhere.every((piece) => piece.every((sample) => sample === 0))).toBe(true);
});

test('each key press is told once, whatever is lost of it', async () => {
  const digits: string[] = [];
  const all = Promise.withResolvers<void>();
  const { peer, session } = await openCall({
    onDtmf({ digit, atMs }) {
      expect(atMs % 20).toBe(0);
      digits.push(digit);
      if (digit === 'D') all.resolve();
    },
  });
  session.connect({ ...telephone, ...remote(peer) });
  await peer.until((received) => received.length >= 1);
  await peer.sendDigits('11');
  await peer.sendDigits('59', { lose: (packet) => packet > 1 });
  await peer.sendDigits('#*', { lose: (packet) => packet < 5 });
  await peer.sendDigits('D');
  await all.promise;
  expect(digits.join('')).toBe('1159#*D');
});

test('keys are pressed as events between the audio before and after them', exact, async () => {
  const { peer, session } = await openCall();
  session.connect({ ...telephone, ...remote(peer) });
  const before = session.play(noise(31, 200));
  const keys = session.sendDtmf('5#', { durationMs: 60, gapMs: 80 });
  const after = session.play(noise(32, 100));
  const [first, , last] = await Promise.all([before, keys, after]);
  expect(last.startMs - first.endMs).toBe(2 * 140);
  await peer.until((received) => received.length * 20 > last.endMs);
  const events = peer.received.filter(({ payloadType }) => payloadType === 101);
  expect(events.map(({ payload }) => payload.toString('hex'))).toEqual(
    ['05', '0b'].flatMap((key) => [
      `${key}0a00a0`,
      `${key}0a0140`,
      ...new Array<string>(3).fill(`${key}8a01e0`),
    ]),
  );
  expect(events.map(({ marker }) => marker)).toEqual(
    [0, 1].flatMap(() => [true, false, false, false, false]),
  );
  expect(new Set(events.map(({ timestamp }) => timestamp)).size).toBe(2);
  const firstTimestamp = peer.received[0]!.timestamp;
  expect((events[0]!.timestamp - firstTimestamp) | 0).toBe(first.endMs * 8);
  const steps = peer.received
    .slice(1)
    .map((it, i) => (it.sequenceNumber - peer.received[i]!.sequenceNumber) & 0xffff);
  expect(new Set(steps)).toEqual(new Set([1]));
  await expect(session.sendDtmf('12x')).rejects.toThrow(RangeError);
  await expect(session.sendDtmf('1', { gapMs: 10 })).rejects.toThrow(RangeError);
});

test('without telephone events keys are tones both ways, each told once', exact, async () => {
  const digits: string[] = [];
  const all = Promise.withResolvers<void>();
  const one = await openCall({ onDtmf: ({ digit }) => digits.push(digit) === 6 && all.resolve() });
  const other = await worker.openSession(sessionOptions({ recordingPath: null }));
  disposals.push(() => other.close());
  const toneCall = { ...telephone, telephoneEventPayloadType: null, remoteAddress: '127.0.0.1' };
  one.session.connect({ ...toneCall, remotePort: other.localPort });
  other.connect({ ...toneCall, remotePort: one.session.localPort });
  await other.sendDtmf('11*0D9');
  await all.promise;
  expect(digits.join('')).toBe('11*0D9');
});

test(
  'a call with G.722 is wide-band to its recording, and goes on when it becomes G.711',
  exact,
  async () => {
    const [one, other] = await Promise.all([openCall(), openCall()]);
    const wide = { ...telephone, codec: 'g722', payloadType: 9, remoteAddress: '127.0.0.1' } as const;
    one.session.connect({ ...wide, remotePort: other.session.localPort });
    other.session.connect({ ...wide, remotePort: one.session.localPort });
    expect(one.session.sampleRateHz).toBe(16_000);
    // Above 4 kHz, where G.711 has nothing.
    const high = tone(5_500, 500, 8_000, 16_000);
    const first = await one.session.play(high);
    expect(first).toMatchObject({ playedMs: 500, completed: true });
    one.session.connect({ ...telephone, remoteAddress: '127.0.0.1', remotePort: other.session.localPort });
    other.session.connect({ ...telephone, remoteAddress: '127.0.0.1', remotePort: one.session.localPort });
    const low = tone(700, 500, 8_000, 16_000);
    const second = await one.session.play(low);
    await one.session.play(new Int16Array(4_800));
    const [mine, theirs] = await Promise.all([one.session.close(), other.session.close()]);
    const sent = readWav(await readFile(mine.recording!.path));
    const heard = readWav(await readFile(theirs.recording!.path));
    expect([sent.sampleRateHz, heard.sampleRateHz]).toEqual([16_000, 16_000]);
    const said = sent.channels[1]!;
    expect(correlate(said, high).lag).toBe(first.startMs * 16);
    const left = heard.channels[0]!;
    expect(correlate(left, high).coefficient).toBeGreaterThan(0.9);
    expect(correlate(left, low).coefficient).toBeGreaterThan(0.9);
    expect(second.completed).toBe(true);
  },
);

test('protected sessions hear each other and nobody else', exact, async () => {
  const [one, other] = await Promise.all([openCall(), openCall()]);
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
  // Plain packets, and the first to come: they may not say where the peer is.
  await one.peer.sendPcm(noise(91, 60));
  // A re-INVITE with the same keys goes on where it was.
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

test('while a recording is paused neither side is in it, and positions stay', exact, async () => {
  const { peer, session } = await openCall();
  session.connect({ ...telephone, ...remote(peer) });
  const [open, secret, after] = [noise(33, 400), noise(34, 400), noise(35, 400)];
  await Promise.all([session.play(open), peer.sendPcm(noise(36, 400))]);
  session.pauseRecording(true);
  const [paused] = await Promise.all([session.play(secret), peer.sendPcm(noise(37, 400))]);
  session.pauseRecording(false);
  const last = await session.play(after);
  const { recording } = await session.close();
  const [left, right] = readWav(await readFile(recording!.path)).channels;
  for (const channel of [left!, right!]) {
    expect(channel.subarray((paused.startMs + 60) * 8, (paused.endMs - 60) * 8).every((it) => it === 0)).toBe(
      true,
    );
  }
  expect(left!.some((sample) => sample !== 0)).toBe(true);
  expect(correlate(right!, open).coefficient).toBeGreaterThan(0.9);
  expect(correlate(right!, after)).toEqual({ lag: last.startMs * 8, coefficient: expect.closeTo(1, 6) });
});

test('silence on the line is told once, and again after the line was alive', async () => {
  const told: string[] = [];
  let next = Promise.withResolvers<void>();
  const tell = (what: string) => {
    told.push(what);
    next.resolve();
  };
  const { peer, session } = await openCall({
    inactivityTimeoutMs: 200,
    onMediaStarted: () => tell('started'),
    onInactive: () => tell('inactive'),
  });
  session.connect({ ...telephone, ...remote(peer) });
  await next.promise;
  next = Promise.withResolvers();
  await peer.sendPcm(noise(8, 20));
  await next.promise;
  next = Promise.withResolvers();
  await next.promise;
  expect(told).toEqual(['inactive', 'started', 'inactive']);
});

test('a report shows that the peer is there, and so does what was just agreed on', async () => {
  let silent = Promise.withResolvers<void>();
  const { peer, session } = await openCall({ inactivityTimeoutMs: 200, onInactive: () => silent.resolve() });
  const connect = () => session.connect({ ...telephone, ...remote(peer), rtcpMux: true });
  connect();
  await silent.promise;
  // It is told again only of who was there in between.
  silent = Promise.withResolvers();
  peer.sendRaw(writeRtcp(peer.ssrc, 'peer', null, null, false));
  await silent.promise;
  silent = Promise.withResolvers();
  connect();
  await silent.promise;
});

test('packets go to where they come from, and nobody else is heard', async () => {
  const decoy = await openPeer();
  const intruder = await openPeer();
  const { peer, session } = await openCall();
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

test('datagrams that are no RTP of this call are ignored and counted', async () => {
  const { peer, session } = await openCall();
  session.connect({ ...telephone, ...remote(peer) });
  await peer.until((received) => received.length >= 1);
  const before = await worker.stats();
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
  const after = await worker.stats();
  expect(after.packetsIgnored - before.packetsIgnored).toBe(hostile.length);
  expect(await session.close()).toMatchObject({ packetsReceived: 5 });
});

test('reports go out and come in, and the last one says goodbye', async () => {
  const reports = createSocket('udp4').bind(0, '127.0.0.1');
  await once(reports, 'listening');
  disposals.push(async () => reports.close());
  const arrived: { report: RtcpReport; port: number; datagram: Buffer }[] = [];
  const { peer, session } = await openCall();
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
  const before = await worker.stats();
  session.connect({ ...telephone, ...remote(peer), remoteRtcpPort: reports.address().port });
  await peer.sendPcm(noise(43, 200));
  await answered.promise;
  // What was sent to the thread's sockets has been read when a later packet has been counted.
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
  expect((await worker.stats()).rtcpIgnored - before.rtcpIgnored).toBeGreaterThanOrEqual(1);
});

test('a re-INVITE changes codec and address, and the stream goes on', async () => {
  const { peer, session } = await openCall();
  const other = await openPeer({ codec: 'pcma' });
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

test('on hold nothing is sent, and audio waits until it may be', async () => {
  const { peer, session } = await openCall();
  session.connect({ ...telephone, ...remote(peer) });
  await peer.until((received) => received.length >= 2);
  session.connect({ ...telephone, ...remote(peer), direction: 'recvonly' });
  const playing = session.play(noise(70, 100));
  // The hold has reached the thread when a later request is answered.
  await worker.stats();
  const heldAfter = peer.received.length;
  await peer.sendPcm(noise(71, 200));
  session.connect({ ...telephone, ...remote(peer) });
  expect(await playing).toMatchObject({ completed: true, playedMs: 100 });
  await peer.until((received) => received.length > heldAfter + 6);
  expect(peer.received.filter(({ marker }) => marker).length).toBeGreaterThanOrEqual(2);
});

test('a closed session refuses audio and says the same summary again', async () => {
  const { peer, session } = await openCall({ recordingPath: null });
  session.connect({ ...telephone, ...remote(peer) });
  const playing = session.play(noise(80, 5_000));
  const summary = await session.close();
  expect(await playing).toMatchObject({ completed: false });
  expect(summary.recording).toBeNull();
  expect(await session.close()).toBe(summary);
  await expect(session.play(noise(80, 20))).rejects.toThrow('closed');
});

test('what waits in a session is bounded, and nonsense is refused', async () => {
  const { session, peer } = await openCall();
  const long = session.play(new Int16Array(300 * 8_000));
  await expect(session.play(new Int16Array(1))).rejects.toThrow(RangeError);
  session.stopPlaying();
  expect(await long).toMatchObject({ completed: false, startMs: 0, playedMs: 0 });
  const valid = { ...telephone, ...remote(peer) };
  expect(() => session.connect({ ...valid, remoteAddress: 'peer.example' })).toThrow(RangeError);
  expect(() => session.connect({ ...valid, remotePort: 65_536 })).toThrow(RangeError);
  expect(() => session.connect({ ...valid, payloadType: 128 })).toThrow(RangeError);
  expect(() => session.listen({ audio: false, speech: { endAfterMs: 50 } })).toThrow(RangeError);
});

test('ports come from the range, past those that others hold, until there is none', async () => {
  const squatter = createSocket('udp4').bind(24_202, '127.0.0.1');
  await once(squatter, 'listening');
  disposals.push(async () => squatter.close());
  const narrow = await startMediaWorker({ bindHost: '127.0.0.1', rtpPorts: narrowRange, log: silentLog });
  disposals.push(() => narrow.close());
  const first = await narrow.openSession(sessionOptions());
  const second = await narrow.openSession(sessionOptions());
  expect([first.localPort, second.localPort].sort()).toEqual([24_200, 24_204]);
  await expect(narrow.openSession(sessionOptions())).rejects.toThrow(NoFreePortError);
  await first.close();
  expect((await narrow.openSession(sessionOptions())).localPort).toBe(first.localPort);
  expect(narrow.liveSessions()).toBe(2);
});

test('a recording that cannot be made refuses the session and keeps no port', async () => {
  const recordingPath = join(folder, 'no such folder', 'call.wav');
  await expect(worker.openSession(sessionOptions({ recordingPath }))).rejects.toThrow('ENOENT');
  const existing = sessionOptions();
  disposals.push(await worker.openSession(existing).then((session) => () => session.close()));
  const again = sessionOptions({ recordingPath: existing.recordingPath });
  await expect(worker.openSession(again)).rejects.toThrow('EEXIST');
  await expect(worker.openSession(existing)).rejects.toThrow('already');
});

test('calls over IPv6 are as those over IPv4', exact, async () => {
  const sixth = await startMediaWorker({ bindHost: '::1', rtpPorts: sixthRange, log: silentLog });
  disposals.push(() => sixth.close());
  const peer = await RtpPeer.open({ host: '::1' });
  disposals.push(() => peer[Symbol.asyncDispose]());
  const session = await sixth.openSession(sessionOptions());
  peer.setRemote('::1', session.localPort);
  session.connect({ ...telephone, ...remote(peer) });
  const signal = noise(95, 300);
  const [playback] = await Promise.all([session.play(signal), peer.sendPcm(noise(96, 300))]);
  await peer.until((received) => received.length * 20 > playback.endMs);
  expect(correlate(peer.receivedPcm(), signal).coefficient).toBeGreaterThan(0.99);
  expect(await session.close()).toMatchObject({ packetsReceived: 15, packetsLost: 0 });
});

test('the death of the thread is told, and nothing waits for it', async () => {
  const died = Promise.withResolvers<Error>();
  const options = { bindHost: '127.0.0.1', rtpPorts: fragileRange, log: silentLog, onExit: died.resolve };
  const fragile = await startMediaWorker(options);
  const session = await fragile.openSession(sessionOptions());
  const playing = session.play(noise(90, 100));
  // No codec of this name exists, which the types forbid; the thread cannot survive such a mistake.
  session.connect({
    ...telephone,
    codec: 'nonsense' as 'pcmu',
    remoteAddress: '127.0.0.1',
    remotePort: 9,
  });
  await expect(playing).rejects.toThrow();
  expect(await died.promise).toBeInstanceOf(Error);
  await expect(fragile.openSession(sessionOptions())).rejects.toThrow();
  await expect(session.close()).rejects.toThrow();
  expect(fragile.liveSessions()).toBe(0);
  await fragile.close();
});
