import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { readWav, startMediaWorker, writeWav } from '../../src/telephony/media/index.ts';
import { answerOffer, type LocalAudio, newSrtpKeys } from '../../src/telephony/sip/index.ts';
import { heardTone } from '../audio/heard-tone.ts';
import { level } from '../audio/line.ts';
import { tone } from '../audio/signals.ts';
import { hasBaresip, hasBaresipOpus, startBaresip } from './baresip.ts';
import { freePort, openSipAgent } from './sip-agent.ts';

describe.skipIf(!hasBaresip)('baresip', () => {
  test('is heard in G.722 over SRTP', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'media-baresip-'));
    const playFile = join(folder, 'tone.wav');
    writeFileSync(playFile, writeWav({ sampleRateHz: 16_000, channels: [tone(440, 30_000, 4_000, 16_000)] }));
    const media = await startMediaWorker({
      bindHost: '127.0.0.1',
      rtpPorts: { min: 24_270, max: 24_279 },
      log: silentLog,
    });
    const heard = Promise.withResolvers<void>();
    let pieces = 0;
    const session = await media.openSession({
      sessionId: 'call',
      recordingPath: join(folder, 'call.wav'),
      inactivityTimeoutMs: 60_000,
      onAudio: ({ pcm }) => {
        if (pcm.length === 320 && level(pcm) > 500 && ++pieces === 150) heard.resolve();
      },
    });
    const audio: LocalAudio = {
      address: '127.0.0.1',
      port: session.localPort,
      codecs: ['G722'],
      sessionId: 1,
      version: 1,
      encryption: { mode: 'required', keys: newSrtpKeys() },
    };
    await using us = await openSipAgent((call) => {
      const result = answerOffer(call.sdpOffer ?? '', audio);
      if (!result.ok) return call.reject(488);
      call.accept(result.sdp);
      const { remote, payloadType, dtmfPayloadType, rtcpMux, rtcpPort, srtp } = result.audio;
      session.connect({
        remoteAddress: remote.address,
        remotePort: remote.port,
        codec: 'g722',
        payloadType,
        telephoneEventPayloadType: dtmfPayloadType,
        rtcpMux,
        remoteRtcpPort: rtcpPort,
        srtp,
      });
      session.listen({ audio: true, speech: null });
      void session.play(tone(1_000, 8_000, 8_000, 16_000));
    });
    await using phone = await startBaresip({
      sipPort: await freePort(),
      rtpPort: 21_500,
      dial: `sip:4711@127.0.0.1:${us.agent.address.port}`,
      codecs: { names: 'G722/16000/1', modules: ['g722'] },
      encrypted: true,
      playFile,
    });
    await phone.printed(/SRTP is Enabled/);
    await heard.promise;
    const summary = await session.close();
    await media.close();
    const { sampleRateHz, channels } = readWav(await readFile(summary.recording!.path));
    rmSync(folder, { recursive: true });
    expect(sampleRateHz).toBe(16_000);
    expect(channels[0]!.length).toBeGreaterThan(150 * 320);
    expect(summary.quality).toMatchObject({ packetsLost: 0, lossPercent: 0 });
  });
});

describe.skipIf(!hasBaresipOpus)('baresip with Opus', () => {
  test('hears us and is heard, at its own payload types', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'opus-baresip-'));
    const playFile = join(folder, 'tone.wav');
    const theirs = tone(440, 30_000, 4_000, 48_000);
    writeFileSync(playFile, writeWav({ sampleRateHz: 48_000, channels: [theirs, theirs] }));
    const media = await startMediaWorker({
      bindHost: '127.0.0.1',
      rtpPorts: { min: 24_280, max: 24_289 },
      log: silentLog,
    });
    const heard = Promise.withResolvers<void>();
    let pieces = 0;
    const session = await media.openSession({
      sessionId: 'call',
      recordingPath: join(folder, 'call.wav'),
      inactivityTimeoutMs: 60_000,
      onAudio: ({ pcm }) => {
        if (pcm.length === 320 && level(pcm) > 500 && ++pieces === 150) heard.resolve();
      },
    });
    const audio: LocalAudio = {
      address: '127.0.0.1',
      port: session.localPort,
      codecs: ['opus'],
      sessionId: 1,
      version: 1,
    };
    const played = Promise.withResolvers<void>();
    const ours = tone(1_000, 3_000, 8_000, 16_000);
    await using us = await openSipAgent((call) => {
      const result = answerOffer(call.sdpOffer ?? '', audio);
      if (!result.ok) return call.reject(488);
      call.accept(result.sdp);
      const { remote, payloadType, dtmfPayloadType, rtcpMux, rtcpPort, srtp } = result.audio;
      session.connect({
        remoteAddress: remote.address,
        remotePort: remote.port,
        codec: 'opus',
        payloadType,
        telephoneEventPayloadType: dtmfPayloadType,
        rtcpMux,
        remoteRtcpPort: rtcpPort,
        srtp,
      });
      session.listen({ audio: true, speech: null });
      void session.play(ours).then(() => played.resolve());
    });
    await using phone = await startBaresip({
      sipPort: await freePort(),
      rtpPort: 21_600,
      dial: `sip:4711@127.0.0.1:${us.agent.address.port}`,
      codecs: { names: 'opus/48000/2', modules: ['opus'] },
      playFile,
      recordFolder: folder,
    });
    await Promise.all([heard.promise, played.promise]);
    const summary = await session.close();
    await phone[Symbol.asyncDispose]();
    await media.close();
    const { sampleRateHz, channels } = readWav(await readFile(summary.recording!.path));
    const name = readdirSync(folder).find((file) => file.includes('dec'))!;
    const wav = await readFile(join(folder, name));
    rmSync(folder, { recursive: true });
    expect(sampleRateHz).toBe(16_000);
    expect(summary.quality).toMatchObject({ packetsLost: 0, lossPercent: 0 });
    const inOurs = heardTone(channels[0]!, 440, 16_000);
    expect(inOurs.seconds).toBeGreaterThan(2);
    expect(inOurs.share).toBeGreaterThan(0.75);
    const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + (wav.length & ~3)));
    const left = samples.filter((_, n) => n % 2 === 0);
    const inTheirs = heardTone(left, 1_000, 48_000);
    expect(inTheirs.seconds).toBeGreaterThan(2);
    expect(inTheirs.share).toBeGreaterThan(0.75);
  });
});
