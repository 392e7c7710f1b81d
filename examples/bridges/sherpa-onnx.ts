/**
 * A bridge to sherpa-onnx-online-websocket-server (github.com/k2-fsa/sherpa-onnx) with a model for 16 kHz:
 * `npx node examples/bridges/sherpa-onnx.ts --listen 2711 --server ws://127.0.0.1:6006`.
 */
import { type Recognizer, startBridge } from './bridge.ts';

const modelRateHz = 16_000;
const done = 'Done!';

export const sherpaOnnx: Recognizer = {
  audio: (pcm, { sampleRateHz }) => {
    const times = modelRateHz / sampleRateHz;
    const floats = Float32Array.from({ length: pcm.length * times }, (_, n) => {
      const at = Math.floor(n / times);
      const next = pcm[at + 1] ?? pcm[at]!;
      return (pcm[at]! + ((next - pcm[at]!) * (n % times)) / times) / 32_768;
    });
    return new Uint8Array(floats.buffer);
  },
  end: 'Done',
  read: (message) => {
    if (message === done) return null;
    const { text, is_final } = JSON.parse(message) as { text: string; is_final?: boolean };
    return { isFinal: is_final === true, text: text.trim(), startMs: null, endMs: null, confidence: null };
  },
  isLast: (message) => message === done,
};

if (import.meta.main) await startBridge(sherpaOnnx);
