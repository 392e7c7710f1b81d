import { parentPort } from 'node:worker_threads';
import { results } from '../../src/conversation/providers/deepgram/fixtures.ts';
import { startLocalService } from '../../src/conversation/providers/testing/index.ts';
import { callerWords } from './caller-audio.ts';

/**
 * A stub of the recognizer's service, in its own thread. It accepts audio as the vendor does and answers every sound at
 * once with the same words, so it uses almost no time.
 */
const soundPeak = 1_000;
const wordsAfterSilentMs = 60;

const { baseUrl } = await startLocalService({
  onSocket(socket, request) {
    const samplesPerMs =
      Number(new URL(request.url ?? '/', 'http://local').searchParams.get('sample_rate')) / 1000;
    let heardMs = 0;
    let soundFromMs: number | null = null;
    let soundToMs = 0;
    const conclude = (isFinalize: boolean) => {
      const words = soundFromMs === null ? '' : callerWords;
      const span = [(soundFromMs ?? heardMs) / 1000, Math.max(soundToMs, heardMs) / 1000] as const;
      soundFromMs = null;
      socket.send(results(words, span, { is_final: true, speech_final: true, from_finalize: isFinalize }));
    };
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) {
        if (JSON.parse(data.toString()).type === 'Finalize') conclude(true);
        return;
      }
      const hasSound = peakOf(data) > soundPeak;
      heardMs += data.length / 2 / samplesPerMs;
      if (hasSound) {
        soundFromMs ??= heardMs;
        soundToMs = heardMs;
      } else if (soundFromMs !== null && heardMs - soundToMs >= wordsAfterSilentMs) conclude(false);
    });
  },
});
parentPort?.postMessage(baseUrl);

function peakOf(data: Buffer): number {
  let peak = 0;
  for (let at = 0; at + 1 < data.length; at += 16) peak = Math.max(peak, Math.abs(data.readInt16LE(at)));
  return peak;
}
