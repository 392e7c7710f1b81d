import { setImmediate as nextTurn } from 'node:timers/promises';
import { LevelledSpeech, VoiceLevel } from '../../conversation/pipeline/index.ts';
import { invalid, toError } from '../../platform/kernel/index.ts';
import { findWavSamples, Resampler, writeWav } from '../../telephony/media/index.ts';
import { soundSecondsMax } from './schemas.ts';

/** The rate of stored sounds: the highest that a line has, except with Opus. */
const storedRateHz = 16_000;
const ratesHz = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const advice =
  'send 16-bit PCM in a WAV file, such as from `ffmpeg -i FILE -ac 1 -ar 16000 -c:a pcm_s16le OUT.wav`';

/** The beginnings of common files of other formats. */
const otherFormats: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['an MP3 file', /^(ID3|\xff[\xe2-\xff])/],
  ['an Ogg file', /^OggS/],
  ['a FLAC file', /^fLaC/],
  ['an MP4 file', /^.{4}ftyp/s],
  ['a WebM file', /^\x1a\x45\xdf\xa3/],
  ['an AIFF file', /^FORM.{4}AIF/s],
];

/**
 * Converts a WAV file to the stored form: mono, 16 kHz, with the level of speech that agents have. Works on a second of
 * audio at a time, so that other requests are answered in between. Throws a 400 for a file that is not taken.
 */
export async function convertSound(file: Buffer): Promise<{ durationMs: number; audio: Buffer }> {
  const { sampleRateHz, channelCount, data } = samplesOf(file);
  const resampler = new Resampler(sampleRateHz, storedRateHz);
  const level = new VoiceLevel();
  const measuring = new LevelledSpeech(level, storedRateHz);
  const parts: Int16Array[] = [];
  const take = (pcm: Int16Array) => {
    measuring.push(pcm);
    parts.push(pcm);
  };
  const secondBytes = sampleRateHz * channelCount * 2;
  for (let at = 0; at < data.length; at += secondBytes) {
    take(resampler.push(mixed(data.subarray(at, at + secondBytes), channelCount)));
    await nextTurn();
  }
  take(resampler.flush());
  if (!level.isHeard)
    throw invalid('body', 'is silent: it has no speech, or speech that is too quiet to be heard');
  // The level of the whole is known now, so all of it gets the same gain.
  const levelled = new LevelledSpeech(level, storedRateHz);
  const channel = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const part of parts) {
    channel.set(levelled.push(part), filled);
    filled += part.length;
    await nextTurn();
  }
  const durationMs = Math.round((channel.length * 1000) / storedRateHz);
  return { durationMs, audio: writeWav({ sampleRateHz: storedRateHz, channels: [channel] }) };
}

/** Returns the samples of a file that can be converted. */
function samplesOf(file: Buffer): ReturnType<typeof findWavSamples> {
  const found = readSamples(file);
  const { sampleRateHz, channelCount, data, missingBytes } = found;
  const frameBytes = channelCount * 2;
  const problem = (message: string) => invalid('body', message);
  if (!ratesHz.includes(sampleRateHz))
    throw problem(`has a sample rate of ${sampleRateHz} Hz; it must be one of ${ratesHz.join(', ')}`);
  if (channelCount > 2) throw problem(`has ${channelCount} channels; it must be mono or stereo`);
  if (missingBytes > 0) throw problem(`is cut off: ${missingBytes} bytes of its audio are missing`);
  if (data.length < frameBytes) throw problem('has no audio');
  const seconds = data.length / frameBytes / sampleRateHz;
  if (seconds > soundSecondsMax)
    throw problem(`is ${Math.ceil(seconds)} s long; a sound has at most ${soundSecondsMax} s`);
  return { ...found, data: data.subarray(0, data.length - (data.length % frameBytes)) };
}

function readSamples(file: Buffer): ReturnType<typeof findWavSamples> {
  if (file.length === 0) throw invalid('body', `is empty; ${advice}`);
  const head = file.toString('latin1', 0, 12);
  const other = otherFormats.find(([, pattern]) => pattern.test(head));
  if (other) throw invalid('body', `is ${other[0]}; ${advice}`);
  try {
    return findWavSamples(file);
  } catch (error) {
    throw invalid('body', `is ${toError(error).message}; ${advice}`);
  }
}

/** Returns interleaved samples as one channel. */
function mixed(data: Buffer, channelCount: number): Int16Array {
  const mono = new Int16Array(data.length / (2 * channelCount));
  for (let n = 0; n < mono.length; n++) {
    const at = n * channelCount * 2;
    const left = data.readInt16LE(at);
    mono[n] = channelCount === 1 ? left : (left + data.readInt16LE(at + 2)) >> 1;
  }
  return mono;
}
