import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '../kernel/index.ts';
import type { MediaSession, MediaWorker } from '../media/index.ts';
import { buildOffer, Locator } from '../sip/index.ts';
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

it('does not wait for ever for a media thread that hangs', async () => {
  const audio = audioWith({ close: () => new Promise(() => undefined) });
  await audio.open(false);
  const closed = audio.close(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await closed).toEqual({});
});

it('offers the public address, and the port that is bound', async () => {
  const audio = audioWith({ localPort: 30_000 }, '203.0.113.7');
  await audio.open(false);
  const offer = buildOffer(audio.offer());
  expect(offer).toContain('c=IN IP4 203.0.113.7\r\n');
  expect(offer).toContain('m=audio 30000 RTP/AVP 0');
});
