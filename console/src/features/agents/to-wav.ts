import { refusedField } from '../../api/index.ts';

/** The service stores sounds at this rate. */
const rateHz = 16_000;
/** The longest sound that the service takes. */
export const secondsMax = 120;
/** Decoded audio is many times larger than the file. */
const fileBytesMax = 50 * 2 ** 20;
const unreadable = 'Your browser cannot read this file. Choose a WAV or MP3 file.';

/**
 * Converts a file of any format that the browser can play to a WAV file: 16-bit PCM, mono, 16 kHz. Rejects with a refusal
 * of the field `file`.
 */
export async function toWav(file: Blob): Promise<Blob> {
  if (file.size > fileBytesMax) throw refusedField('file', 'The file is larger than 50 MB.');
  const decoder = new OfflineAudioContext(1, 1, rateHz);
  const audio = await file
    .arrayBuffer()
    .then((bytes) => decoder.decodeAudioData(bytes))
    .catch(() => {
      throw refusedField('file', unreadable);
    });
  if (audio.duration > secondsMax) {
    const seconds = Math.ceil(audio.duration);
    throw refusedField('file', `The file is ${seconds} s long; a recording has at most ${secondsMax} s.`);
  }
  const channels = Array.from({ length: audio.numberOfChannels }, (_, index) => audio.getChannelData(index));
  return wavOf(Float32Array.from(channels[0]!, (_, n) => meanAt(channels, n)));
}

function meanAt(channels: readonly Float32Array[], n: number): number {
  return channels.reduce((sum, channel) => sum + channel[n]!, 0) / channels.length;
}

/** Returns samples from -1 to 1 as a WAV file. */
function wavOf(samples: Float32Array): Blob {
  const header = new DataView(new ArrayBuffer(44));
  const text = (at: number, word: string) => {
    for (const [offset, letter] of [...word].entries()) header.setUint8(at + offset, letter.charCodeAt(0));
  };
  text(0, 'RIFF');
  header.setUint32(4, 36 + samples.length * 2, true);
  text(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, rateHz, true);
  header.setUint32(28, rateHz * 2, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  text(36, 'data');
  header.setUint32(40, samples.length * 2, true);
  const pcm = new DataView(new ArrayBuffer(samples.length * 2));
  for (const [n, sample] of samples.entries())
    pcm.setInt16(n * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  return new Blob([header, pcm], { type: 'audio/wav' });
}
