/**
 * Runs in the page before its scripts: keeps each connection in `window.taken`, and the audio that it receives, as 16-bit samples
 * at 16 kHz. `window.changeAnswer` changes an answer before the browser takes it.
 */
export const capturing = `(() => {
  const Own = window.RTCPeerConnection;
  window.taken = [];
  window.RTCPeerConnection = class extends Own {
    constructor(...given) {
      super(...given);
      const one = { connection: this, frames: [] };
      window.taken.push(one);
      this.addEventListener('track', ({ track }) => {
        const context = new AudioContext({ sampleRate: 16000 });
        const processor = context.createScriptProcessor(4096, 1, 1);
        processor.onaudioprocess = ({ inputBuffer }) => {
          const samples = inputBuffer.getChannelData(0);
          one.frames.push(Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32767));
        };
        context.createMediaStreamSource(new MediaStream([track])).connect(processor);
        processor.connect(context.destination);
        one.context = context;
      });
    }
    async setRemoteDescription(given) {
      return super.setRemoteDescription({ ...given, sdp: await window.changeAnswer(given.sdp) });
    }
  };
})()`;

/** What the browser counted of the audio that it received. */
export interface BrowserCounts {
  packetsReceived: number;
  packetsLost: number;
  fecPacketsReceived: number;
  concealedShare: number;
  jitterBufferMs: number;
}

/** Evaluates to the counts of the newest connection. */
export const counting = `(async () => {
  const report = await window.taken.at(-1).connection.getStats();
  const stats = [...report.values()].find(({ type }) => type === 'inbound-rtp');
  return {
    packetsReceived: stats.packetsReceived,
    packetsLost: stats.packetsLost,
    fecPacketsReceived: stats.fecPacketsReceived ?? 0,
    concealedShare: (stats.concealedSamples - stats.silentConcealedSamples) / stats.totalSamplesReceived,
    jitterBufferMs: (1000 * stats.jitterBufferDelay) / stats.jitterBufferEmittedCount,
  };
})()`;

/** Evaluates to the samples of the newest connection in base64. */
export const captured = `(async () => {
  const { frames } = window.taken.at(-1);
  const reader = new FileReader();
  const read = new Promise((resolve) => reader.addEventListener('load', resolve));
  reader.readAsDataURL(new Blob(frames));
  await read;
  return reader.result.slice(reader.result.indexOf(',') + 1);
})()`;
