import { readFile } from 'node:fs/promises';
import type { TextToSpeech } from '../conversation/providers/interfaces/index.ts';
import { wholeSpeech } from '../conversation/providers/kit/index.ts';
import { readWav, toTelephoneRate } from '../telephony/media/index.ts';
import type { Utterance } from './behaviour.ts';

/** Returns an utterance as 8 kHz samples. Rejects for an unreadable file, and for a text without a voice. */
export async function toPcm(utterance: Utterance, voice: TextToSpeech | null): Promise<Int16Array> {
  if ('pcm' in utterance) return utterance.pcm;
  if ('wavPath' in utterance) {
    const { channels, sampleRateHz } = readWav(await readFile(utterance.wavPath));
    if (channels.length !== 1) throw new Error(`${utterance.wavPath} is not mono`);
    return toTelephoneRate(channels[0]!, sampleRateHz);
  }
  if (!voice) throw new Error('a simulated customer without a voice cannot say a text');
  const { pcm, sampleRateHz } = await wholeSpeech(
    voice.speak({ text: utterance.text, voice: null, language: 'en' }),
  );
  return toTelephoneRate(pcm, sampleRateHz);
}
