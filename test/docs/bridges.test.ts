import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Recognizer, startBridge } from '../../examples/bridges/bridge.ts';
import { sherpaOnnx } from '../../examples/bridges/sherpa-onnx.ts';
import { vosk } from '../../examples/bridges/vosk.ts';
import type { TranscriptEvent } from '../../src/conversation/providers/interfaces/index.ts';
import { websocketSpeechToText } from '../../src/conversation/providers/websocket/index.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a stub of a recognizer's server. `play` gets each message: text, or the seconds of audio so far. */
async function stub(
  bytesPerSecond: number,
  play: (socket: WebSocket, message: string | number) => void,
): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    let bytes = 0;
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) bytes += data.length;
      play(socket, isBinary ? bytes / bytesPerSecond : String(data));
    });
  });
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function listenThrough(recognizer: Recognizer, server: string) {
  const bridge = await startBridge(recognizer, ['--listen', '0', '--server', server]);
  closing.push(bridge.close);
  const stream = websocketSpeechToText({
    apiKey: null,
    baseUrl: `http://127.0.0.1:${bridge.port}`,
  }).listen({
    ...{ sampleRateHz: 8_000, language: 'en', phrases: () => [], keyTerms: [] },
    signal: new AbortController().signal,
  });
  closing.push(() => stream.close());
  const events = stream[Symbol.asyncIterator]();
  const say = (fromMs: number) => {
    for (let at = 0; at < 1_000; at += 20) stream.write(new Int16Array(160).fill(900), fromMs + at);
    stream.finish(fromMs + 1_000);
  };
  /** Returns the events up to the final result. */
  const utterance = async (): Promise<TranscriptEvent[]> => {
    const seen: TranscriptEvent[] = [];
    for (;;) {
      const { value, done } = await events.next();
      if (done) return expect.fail('the stream has ended');
      seen.push(value);
      if (value.type === 'final') return seen;
    }
  };
  return { say, utterance };
}

describe('the bridges of examples', () => {
  test('to Vosk: partial and final words at their positions, one connection for each utterance', async () => {
    const said = ['a table for four', ''];
    const server = await stub(16_000, (socket, message) => {
      if (message === 0.5 && said[0]?.startsWith('a table'))
        socket.send(JSON.stringify({ partial: 'a table' }));
      if (message !== '{"eof" : 1}') return;
      const text = said.shift() ?? 'yes';
      const words = text.split(' ').filter(Boolean);
      const result = words.map((word, n) => ({ word, start: 0.1 + n / 5, end: 0.3 + n / 5, conf: 0.9 }));
      socket.send(JSON.stringify(words.length === 0 ? { text } : { result, text }));
      socket.close();
    });
    const { say, utterance } = await listenThrough(vosk, server);
    say(5_000);
    const [partial, final] = await utterance();
    expect(partial).toMatchObject({ type: 'partial', text: 'a table' });
    expect(final).toMatchObject({ text: 'a table for four', startMs: 5_100, endMs: 6_000, confidence: 0.9 });
    say(7_000);
    expect(await utterance()).toMatchObject([{ text: '', endMs: 8_000 }]);
    say(9_000);
    expect(await utterance()).toMatchObject([{ text: 'yes', startMs: 9_100 }]);
  });

  test('to sherpa-onnx: floating-point samples at 16 kHz, and the words after the end', async () => {
    const result = (text: string, is_final: boolean) => JSON.stringify({ text, is_final, segment: 0 });
    const server = await stub(64_000, (socket, message) => {
      if (message === 0.5) socket.send(result(' yes', false));
      if (message !== 'Done') return;
      socket.send(result(' yes please', true));
      socket.send('Done!');
    });
    const { say, utterance } = await listenThrough(sherpaOnnx, server);
    say(5_000);
    const seen = await utterance();
    expect(seen.map((event) => 'text' in event && event.text)).toEqual(['yes', 'yes please']);
    expect(seen[1]).toMatchObject({ startMs: 5_000, endMs: 6_000 });
  });

  test('a recognizer that cannot be reached is a failure that may pass', async () => {
    const { say, utterance } = await listenThrough(vosk, 'ws://127.0.0.1:1');
    say(0);
    await expect(utterance()).rejects.toMatchObject({ provider: 'websocket', retryable: true });
  });
});
