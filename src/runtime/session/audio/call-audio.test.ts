import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '../../../platform/kernel/index.ts';
import type { ConnectOptions, MediaSession, MediaWorker } from '../../../telephony/media/index.ts';
import { buildOffer, Locator, readAnswer } from '../../../telephony/sip/index.ts';
import { CallAudio } from './call-audio.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

function audioWith(media: object, publicAddress = '127.0.0.1'): CallAudio {
  const session = media as MediaSession;
  return new CallAudio({
    environment: {
      media: { openSession: async () => session } as unknown as MediaWorker,
      locator: new Locator('127.0.0.1'),
      publicAddress,
      recordingsDir: '/nowhere',
      recordingShortage: () => null,
      mediaTimeoutMs: 1000,
      holdTimeoutMs: 1000,
    },
    callId: 'call_a',
    trunk: { codecs: ['PCMU'], mediaEncryption: 'off' },
    log: silentLog,
    onGone: () => undefined,
    onUnrecorded: () => undefined,
  });
}

it('closes although the media thread hangs', async () => {
  const audio = audioWith({ close: () => new Promise(() => undefined) });
  await audio.open(false);
  const closed = audio.close(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await closed).toEqual({});
});

it('offers the public address and the bound port', async () => {
  const audio = audioWith({ localPort: 30_000 }, '203.0.113.7');
  await audio.open(false);
  const offer = buildOffer(audio.offer());
  expect(offer).toContain('c=IN IP4 203.0.113.7\r\n');
  expect(offer).toContain('m=audio 30000 RTP/AVP 0');
});

const peerAudio = {
  ...{ address: '192.0.2.7', port: 4000, codecs: ['PCMU'] as const },
  ...{ sessionId: 1, version: 1 },
};
const peerOffer = buildOffer(peerAudio);
const movedOffer = buildOffer({ ...peerAudio, port: 4002 });

/** Returns audio whose session records its connections. */
async function connectable() {
  const connections: [how: string, remotePort: number, direction: string | undefined][] = [];
  const note = (how: string) => (options: ConnectOptions) =>
    void connections.push([how, options.remotePort, options.direction]);
  const session = { localPort: 30_000, connect: note('connect'), connectEarly: note('early') };
  const audio = audioWith({ ...session, listen: () => undefined, close: async () => null });
  await audio.open(false);
  return { audio, connections };
}

it('follows a change before the answer, and then the answer', async () => {
  const { audio, connections } = await connectable();
  const local = audio.offer();
  audio.connectEarly(peerOffer);
  expect(audio.answerChange(movedOffer)).toContain('m=audio 30000 ');
  expect(connections).toEqual([
    ['early', 4000, 'sendrecv'],
    ['early', 4002, 'sendrecv'],
  ]);
  const agreed = await audio.early.agreedBy(movedOffer, local);
  expect(agreed).toMatchObject({ ok: true, audio: { remote: { port: 4002 } } });
  expect(await audio.early.agreedBy(peerOffer, local)).toMatchObject({ audio: { remote: { port: 4000 } } });
  await audio.close(true);
});

it('continues while the peer has switched audio off', async () => {
  const { audio, connections } = await connectable();
  const off = peerOffer.replace('m=audio 4000', 'm=audio 0');
  // Audio that was never negotiated cannot be switched off.
  expect(audio.answerChange(off)).toBeNull();
  const agreed = readAnswer(peerOffer, audio.offer());
  if (!agreed.ok) throw new Error(agreed.reason);
  audio.connect(agreed.audio);
  const answer = audio.answerChange(off);
  expect(answer).toContain('m=audio 0 RTP/AVP 0');
  expect(audio.answerChange(movedOffer)).toContain('m=audio 30000 ');
  audio.acceptChange(off);
  expect(connections).toEqual([
    ['connect', 4000, 'sendrecv'],
    ['connect', 0, 'inactive'],
    ['connect', 4002, 'sendrecv'],
    ['connect', 0, 'inactive'],
  ]);
  await audio.close(true);
});
