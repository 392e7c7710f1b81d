import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { writeWav } from '../../src/telephony/media/index.ts';

/** Returns the audio of the fake microphone, which repeats: silence with an answer in it. */
export async function callerVoice(): Promise<Buffer> {
  await using flite = new Flite();
  const sampleRateHz = 16_000;
  const heard = new Int16Array(8 * sampleRateHz);
  let at = 4 * sampleRateHz;
  for await (const { pcm } of flite.speak({ text: 'Yes, please.', voice: 'rms', language: 'en' })) {
    heard.set(pcm, at);
    at += pcm.length;
  }
  return writeWav({ sampleRateHz, channels: [heard] });
}

/** Chromium's arguments to use that file as microphone. */
export const microphoneOf = (file: string) => [
  ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  `--use-file-for-fake-audio-capture=${file}`,
];

/** Returns speech that a fake microphone repeats, with pauses. */
export async function speechOf(text: string, voice: string, pauseSeconds: number): Promise<Buffer> {
  await using flite = new Flite();
  const pieces: Int16Array[] = [new Int16Array(pauseSeconds * 16_000)];
  for await (const { pcm } of flite.speak({ text, voice, language: 'en' })) pieces.push(pcm);
  const heard = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const pcm of pieces) {
    heard.set(pcm, at);
    at += pcm.length;
  }
  return writeWav({ sampleRateHz: 16_000, channels: [heard] });
}
