/** Uncompressed 16-bit audio with one array of samples per channel, all of the same length. */
export interface WavAudio {
  sampleRateHz: number;
  channels: Int16Array[];
}

/** The length of the header; the samples follow it. */
export const wavHeaderBytes = 44;

/**
 * Returns the header of a 16-bit PCM WAV file with `dataBytes` bytes of samples: RIFF form, format chunk, and the head of
 * the data chunk. The format cannot express sizes beyond 4 GiB, so the sizes stop there.
 */
export function wavHeader(channelCount: number, sampleRateHz: number, dataBytes: number): Buffer {
  const header = Buffer.alloc(wavHeaderBytes);
  const size = Math.min(dataBytes, 0xffffffff - (wavHeaderBytes - 8));
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(size + wavHeaderBytes - 8, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channelCount, 22);
  header.writeUInt32LE(sampleRateHz, 24);
  header.writeUInt32LE(sampleRateHz * channelCount * 2, 28);
  header.writeUInt16LE(channelCount * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(size, 40);
  return header;
}

/** Returns a WAV file with these channels interleaved. Missing samples of a shorter channel are silent. */
export function writeWav(audio: WavAudio): Buffer {
  const channelCount = audio.channels.length;
  const frames = Math.max(0, ...audio.channels.map((channel) => channel.length));
  const file = Buffer.alloc(wavHeaderBytes + frames * channelCount * 2);
  wavHeader(channelCount, audio.sampleRateHz, file.length - wavHeaderBytes).copy(file);
  audio.channels.forEach((channel, c) => {
    for (let n = 0; n < channel.length; n++) {
      file.writeInt16LE(channel[n]!, wavHeaderBytes + (n * channelCount + c) * 2);
    }
  });
  return file;
}

/** The samples of a 16-bit PCM WAV file, as the file holds them. */
interface WavSamples {
  sampleRateHz: number;
  channelCount: number;
  /** Interleaved, little-endian. */
  data: Buffer;
  /** How many bytes of samples are missing at the end, by the size that the file states; 0 when it states none. */
  missingBytes: number;
}

/** The format tag of the extended header, whose real tag begins its last field (`WAVE_FORMAT_EXTENSIBLE`). */
const extensible = 0xfffe;
/** Programs that write to a pipe cannot know the size, and state a size near 2 or 4 GiB. */
const unknownBytes = 0x7fff_0000;

/** Finds the samples of a 16-bit PCM WAV file, and skips unknown chunks. Throws an Error with the reason for any other file. */
export function findWavSamples(file: Uint8Array): WavSamples {
  const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (view.toString('latin1', 0, 4) !== 'RIFF' || view.toString('latin1', 8, 12) !== 'WAVE') {
    throw new Error('not a WAV file: the RIFF WAVE header is missing');
  }
  let format: { channelCount: number; sampleRateHz: number } | null = null;
  for (let at = 12; at + 8 <= view.length; ) {
    const id = view.toString('latin1', at, at + 4);
    const size = view.readUInt32LE(at + 4);
    const data = view.subarray(at + 8, at + 8 + size);
    if (id === 'fmt ') format = readFormat(data);
    if (id === 'data') {
      if (!format) throw new Error('not a readable WAV file: the samples precede the format');
      return { ...format, data, missingBytes: size >= unknownBytes ? 0 : size - data.length };
    }
    at += 8 + size + (size % 2);
  }
  throw new Error('not a readable WAV file: the samples are missing');
}

/** Reads a 16-bit PCM WAV file. Samples that are cut off are read to their end. Throws as `findWavSamples`. */
export function readWav(file: Uint8Array): WavAudio {
  const { sampleRateHz, channelCount, data } = findWavSamples(file);
  const frames = Math.floor(data.length / (2 * channelCount));
  const channels = Array.from({ length: channelCount }, (_, c) => {
    const channel = new Int16Array(frames);
    for (let n = 0; n < frames; n++) channel[n] = data.readInt16LE((n * channelCount + c) * 2);
    return channel;
  });
  return { sampleRateHz, channels };
}

function readFormat(body: Buffer): { channelCount: number; sampleRateHz: number } {
  const tag = body.length < 16 ? 0 : body.readUInt16LE(0);
  const isPcm = tag === 1 || (tag === extensible && body.length >= 40 && body.readUInt16LE(24) === 1);
  if (!isPcm || body.readUInt16LE(14) !== 16) {
    throw new Error('not a readable WAV file: only 16-bit PCM is supported');
  }
  const channelCount = body.readUInt16LE(2);
  if (channelCount === 0) throw new Error('not a readable WAV file: it has no channels');
  return { channelCount, sampleRateHz: body.readUInt32LE(4) };
}
