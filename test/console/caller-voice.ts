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
