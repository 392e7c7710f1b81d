/**
 * A bridge to vosk-server (github.com/alphacep/vosk-server, websocket/asr_server.py):
 * `npx node examples/bridges/vosk.ts --listen 2710 --server ws://127.0.0.1:2700`. The phrases that the dialogue expects are
 * passed on with `--phrases`; then the recognizer hears nothing else, and the model must support it.
 */
import { type Recognizer, startBridge } from './bridge.ts';

interface VoskResult {
  partial?: string;
  text?: string;
  result?: { conf: number; start: number; end: number; word: string }[];
}

const isLimited = process.argv.includes('--phrases');

export const vosk: Recognizer = {
  opening: ({ sampleRateHz, phrases }) =>
    JSON.stringify({
      config: {
        sample_rate: sampleRateHz,
        words: true,
        ...(isLimited && phrases.length > 0 && { phrase_list: [...phrases, '[unk]'] }),
      },
    }),
  audio: (pcm) => new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength),
  // The server compares the text, with this space.
  end: '{"eof" : 1}',
  read: (message) => {
    const { partial, text, result = [] } = JSON.parse(message) as VoskResult;
    if (partial !== undefined)
      return { isFinal: false, text: partial, startMs: null, endMs: null, confidence: null };
    if (text === undefined) return null;
    const [first, last] = [result[0], result.at(-1)];
    return {
      isFinal: true,
      text,
      startMs: first ? Math.round(first.start * 1000) : null,
      endMs: last ? Math.round(last.end * 1000) : null,
      confidence: first ? Math.min(...result.map(({ conf }) => conf)) : null,
    };
  },
  isLast: (message) => 'text' in (JSON.parse(message) as VoskResult),
};

if (import.meta.main)
  await startBridge(
    vosk,
    process.argv.slice(2).filter((arg) => arg !== '--phrases'),
  );
