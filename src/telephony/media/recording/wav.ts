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

/**
 * Reads a 16-bit PCM WAV file and skips unknown chunks. A data chunk that is cut off is read to its end. Throws an Error
 * with the reason for any other file.
 */
export function readWav(file: Uint8Array): WavAudio {
  const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (view.toString('latin1', 0, 4) !== 'RIFF' || view.toString('latin1', 8, 12) !== 'WAVE') {
    throw new Error('not a WAV file: the RIFF WAVE header is missing');
  }
  let format: { channelCount: number; sampleRateHz: number } | null = null;
  for (let at = 12; at + 8 <= view.length; ) {
    const id = view.toString('latin1', at, at + 4);
    const size = view.readUInt32LE(at + 4);
    const body = view.subarray(at + 8, at + 8 + size);
    if (id === 'fmt ') format = readFormat(body);
    if (id === 'data') {
      if (!format) throw new Error('not a readable WAV file: the samples precede the format');
      return { sampleRateHz: format.sampleRateHz, channels: deinterleave(body, format.channelCount) };
    }
    at += 8 + size + (size % 2);
  }
  throw new Error('not a readable WAV file: the samples are missing');
}

function readFormat(body: Buffer): { channelCount: number; sampleRateHz: number } {
  if (body.length < 16 || body.readUInt16LE(0) !== 1 || body.readUInt16LE(14) !== 16) {
    throw new Error('not a readable WAV file: only 16-bit PCM is supported');
  }
  const channelCount = body.readUInt16LE(2);
  if (channelCount === 0) throw new Error('not a readable WAV file: it has no channels');
  return { channelCount, sampleRateHz: body.readUInt32LE(4) };
}

function deinterleave(body: Buffer, channelCount: number): Int16Array[] {
  const frames = Math.floor(body.length / (2 * channelCount));
  return Array.from({ length: channelCount }, (_, c) =>
    Int16Array.from({ length: frames }, (_, n) => body.readInt16LE((n * channelCount + c) * 2)),
  );
}
