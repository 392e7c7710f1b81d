import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '../kernel/index.ts';
import type { MediaSession, MediaWorker } from '../media/index.ts';
import { Locator } from '../sip/index.ts';
import { CallAudio } from './call-audio.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

it('does not wait for ever for a media thread that hangs', async () => {
  const session = { close: () => new Promise(() => undefined) } as unknown as MediaSession;
  const media = { openSession: async () => session } as unknown as MediaWorker;
  const audio = new CallAudio({
    environment: {
      media,
      locator: new Locator('127.0.0.1'),
      publicAddress: '127.0.0.1',
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
  await audio.open(false);
  const closed = audio.close(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await closed).toEqual({});
});
