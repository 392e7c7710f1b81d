/** The drawing of a recording: for each channel, the peaks of equally long pieces, from 0 to 1. */
export interface Peaks {
  channels: Float32Array[];
  durationMs: number;
}

/** The place and format of the samples in a RIFF file. */
interface WavLayout {
  channelCount: number;
  sampleRateHz: number;
  data: DataView;
}

/**
 * Returns the peaks of a 16-bit PCM WAV file, or null for any other file. It reads the samples directly; the browser's
 * decoder would convert all of them to floats.
 */
export function wavPeaks(file: ArrayBuffer, pieces: number): Peaks | null {
  const layout = layoutOf(new DataView(file));
  if (!layout) return null;
  const { channelCount, sampleRateHz, data } = layout;
  const samples = Math.floor(data.byteLength / 2 / channelCount);
  const channels = Array.from({ length: channelCount }, (_, channel) => {
    const peaks = new Float32Array(Math.min(pieces, Math.max(1, samples)));
    for (let piece = 0; piece < peaks.length; piece++) {
      const from = Math.floor((piece * samples) / peaks.length);
      const to = Math.floor(((piece + 1) * samples) / peaks.length);
      let loudest = 0;
      for (let at = from; at < to; at++) {
        loudest = Math.max(loudest, Math.abs(data.getInt16((at * channelCount + channel) * 2, true)));
      }
      peaks[piece] = loudest / 32_768;
    }
    return peaks;
  });
  return { channels, durationMs: (samples * 1_000) / sampleRateHz };
}

/** Reads the chunks of the file: `RIFF` size `WAVE`, then name, size and content of each, padded to even sizes. */
function layoutOf(view: DataView): WavLayout | null {
  if (view.byteLength < 12 || textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WAVE') return null;
  let format: { channelCount: number; sampleRateHz: number } | null = null;
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const bytes = Math.min(view.getUint32(at + 4, true), view.byteLength - at - 8);
    if (textAt(view, at) === 'fmt ' && bytes >= 16 && view.getUint16(at + 22, true) === 16) {
      format = { channelCount: view.getUint16(at + 10, true), sampleRateHz: view.getUint32(at + 12, true) };
    }
    if (textAt(view, at) === 'data' && format && format.channelCount > 0) {
      return { ...format, data: new DataView(view.buffer, at + 8, bytes) };
    }
    at += 8 + bytes + (bytes % 2);
  }
  return null;
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}
