import { expect, test } from 'vitest';
import { SpeechLink } from '../../src/conversation/pipeline/speech-to-speech/speech-link.ts';
import { newUtterance } from '../../src/conversation/pipeline/speech-to-speech/utterance.ts';
import { geminiLive } from '../../src/conversation/providers/gemini-live/index.ts';
import { LiveServer } from '../../src/conversation/providers/gemini-live/live-server.ts';
import type { SpeechToSpeechSession } from '../../src/conversation/providers/interfaces/index.ts';

test('answers on another connection when the service does not end an interrupted answer', async () => {
  const server = new LiveServer('the-key');
  const baseUrl = await server.start();
  await using _ = { [Symbol.asyncDispose]: async () => server.close() };
  const problems: string[] = [];
  const link = new SpeechLink({
    provider: geminiLive({ apiKey: 'the-key', baseUrl }),
    ...{ sampleRateHz: 8_000, instructions: 'Be kind.', language: 'en', thereafter: { kind: 'none' } },
    ...{ tools: () => [], history: () => [], onTurn: () => newUtterance(0), onHeard: () => undefined },
    onProblem: ({ error }) => problems.push((error as Error).message),
    onGone: () => problems.push('gone'),
  });
  const speak = () => {
    const utterance = newUtterance(0);
    link.write(new Int16Array(8_000).fill(900), utterance);
    link.finish(utterance);
    return utterance;
  };
  const read = async (session: SpeechToSpeechSession | null, signal: AbortSignal, onAudio = () => {}) => {
    let text = '';
    for await (const part of session!.respond({ tools: [], signal })) {
      if (part.type === 'text-delta') text += part.text;
      else if (part.type === 'audio') onAudio();
    }
    return text;
  };
  const interruption = new AbortController();
  server.stallNext();
  server.answerNext({ text: 'It was a dark and stormy night.' }, { text: 'Good day.' });
  const first = speak();
  const reason = new Error('the caller speaks');
  const interrupted = read(await link.connected(), interruption.signal, () => interruption.abort(reason));
  await expect(interrupted).rejects.toBe(reason);
  first.isAnswered = true;
  speak();
  const failures: string[] = [];
  const answer = async () => {
    for (;;) {
      const session = await link.connected();
      try {
        return await read(session, new AbortController().signal);
      } catch (error) {
        failures.push((error as Error).message);
      }
    }
  };
  expect(await answer()).toBe('Good day.');
  // The failed connection was asked once.
  expect(failures).toEqual(['google did not end an answer']);
  expect(problems).toEqual(['google did not end an answer']);
  link.close();
});
