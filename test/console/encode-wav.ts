/** Returns a WAV file of 16-bit PCM with interleaved channels. */
export function encodeWav(channels: readonly Int16Array[], sampleRateHz: number): ArrayBuffer {
  const frames = channels[0]?.length ?? 0;
  const blockBytes = channels.length * 2;
  const view = new DataView(new ArrayBuffer(44 + frames * blockBytes));
  const text = (at: number, word: string) => {
    for (const [offset, letter] of [...word].entries()) view.setUint8(at + offset, letter.charCodeAt(0));
  };
  text(0, 'RIFF');
  view.setUint32(4, view.byteLength - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * blockBytes, true);
  view.setUint16(32, blockBytes, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, frames * blockBytes, true);
  for (const [channel, samples] of channels.entries()) {
    for (const [frame, sample] of samples.entries())
      view.setInt16(44 + frame * blockBytes + channel * 2, sample, true);
  }
  return view.buffer;
}
