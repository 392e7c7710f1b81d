import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { delimiter } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
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

  test.each([
    ['no JSON', 'hello'],
    ['null', 'null'],
    ['no type', '{}'],
    ['a sample rate of 0', '{"type":"start","sampleRateHz":0}'],
    ['a sample rate that no call has', '{"type":"start","sampleRateHz":1e-9}'],
    ['phrases that are no list', '{"type":"terms","phrases":5}'],
    ['a phrase that is no text', '{"type":"terms","phrases":[{}]}'],
  ])('a caller that sends %s loses only its own connection', async (_, message) => {
    const bridge = await startBridge(vosk, ['--listen', '0', '--server', 'ws://127.0.0.1:1']);
    closing.push(bridge.close);
    const call = async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${bridge.port}`);
      await once(socket, 'open');
      closing.push(() => socket.terminate());
      return socket;
    };
    const [other, caller] = [await call(), await call()];
    caller.send(message);
    expect((await once(caller, 'close'))[0]).toBe(1003);
    other.send('{"type":"finish"}');
    expect(String((await once(other, 'message'))[0])).toBe('{"type":"flushed"}');
  });

  test.each(['hello', 'null', '{"text":"yes","result":5}', '{"text":"yes","result":[{}]}', '{"text":5}'])(
    'a recognizer that sends %s fails only that utterance',
    async (message) => {
      const left = Promise.withResolvers<void>();
      let isFirst = true;
      const server = await stub(16_000, (socket, said) => {
        if (said !== '{"eof" : 1}') return;
        socket.on('close', () => left.resolve());
        socket.send(isFirst ? message : '{"text":"yes"}');
        isFirst = false;
      });
      const bridge = await startBridge(vosk, ['--listen', '0', '--server', server]);
      closing.push(bridge.close);
      const caller = new WebSocket(`ws://127.0.0.1:${bridge.port}`);
      await once(caller, 'open');
      closing.push(() => caller.terminate());
      const utter = async () => {
        caller.send(new Int16Array(160));
        caller.send('{"type":"finish"}');
        return JSON.parse(String((await once(caller, 'message'))[0]));
      };
      expect(await utter()).toEqual({ type: 'error', message: 'the recognizer sent an invalid message' });
      await left.promise;
      expect(await utter()).toEqual({ type: 'final', text: 'yes' });
    },
  );
});

/** Returns the commands that start a bridge, from a page or from the head of a program. */
function commandsOf(file: string): string[] {
  return readFileSync(file, 'utf8').match(/(?:npx )?node examples\/bridges\/[^\n`]+/g) ?? [];
}

test('the written commands start a bridge where `node` is not the one of Parley', async () => {
  const files = ['docs/bridges.md', 'examples/bridges/vosk.ts', 'examples/bridges/sherpa-onnx.ts'];
  const commands = files.flatMap(commandsOf);
  expect(commands).toHaveLength(4);
  const PATH = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith('.bin'));
  for (const command of new Set(commands)) {
    const anyPort = command.replace(/--listen \d+/, '--listen 0');
    const bridge = spawn('bash', ['-c', `exec ${anyPort}`], {
      env: { ...process.env, PATH: PATH.join(delimiter) },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    closing.push(() => process.kill(-bridge.pid!, 'SIGKILL'));
    expect(String((await once(bridge.stdout, 'data'))[0])).toMatch(/^listening on ws:/);
  }
});
