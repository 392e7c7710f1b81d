/**
 * Scripts for pages, which note in `window.onsets` the epoch times in milliseconds at which sound began after silence. The newest
 * 256 samples are looked at every 2 ms.
 */
const watching = `
  window.onsets = [];
  const watch = (context, source, afterMs) => {
    const analyser = new AnalyserNode(context, { fftSize: 256 });
    source(analyser);
    const samples = new Float32Array(256);
    let lastLoudMs = performance.now();
    setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      if (!samples.some((sample) => Math.abs(sample) > 0.03)) return;
      const now = performance.now();
      if (now - lastLoudMs > 400) window.onsets.push(performance.timeOrigin + now + afterMs(context));
      lastLoudMs = now;
    }, 2);
  };
`;

/** Notes the sounds that a page gives to the loudspeaker, on the left, with the delay of the output that the browser names. */
export const tappedLoudspeaker = `(() => {
  ${watching}
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (target, ...rest) {
    const { context } = this;
    if (target === context.destination) {
      watch(context, (analyser) => connect.call(connect.call(this, new ChannelSplitterNode(context)), analyser, 0),
        ({ outputLatency }) => 1000 * (window.outputLatency = outputLatency || 0));
    }
    return connect.call(this, target, ...rest);
  };
})()`;

/** Notes the sounds that a page gets from its microphone. */
export const tappedMicrophone = `(() => {
  ${watching}
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (...how) => {
    const stream = await open(...how);
    const context = new AudioContext();
    watch(context, (analyser) => context.createMediaStreamSource(stream).connect(analyser), () => 0);
    return stream;
  };
})()`;
