import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { StreamedBody } from '../route.ts';
import { answerOf } from './streamed-answer.ts';

const large = 'x'.repeat(40_000);

/** A body of these chunks, and whether it was read to its end or told that nobody reads on. */
function bodyOf(chunks: (string | Uint8Array | Error)[]) {
  const state = { isOver: false };
  async function* read() {
    try {
      for (const chunk of chunks) {
        if (chunk instanceof Error) throw chunk;
        yield chunk;
      }
    } finally {
      state.isOver = true;
    }
  }
  return { body: new StreamedBody('text/plain', read()), state };
}

test('a body that ends soon is sent as a whole', async () => {
  for (const chunks of [[], ['é'], ['a', Buffer.from('b'), 'c'], [large]]) {
    const { body, state } = bodyOf(chunks);
    expect(String(await answerOf(body))).toBe(chunks.map(String).join(''));
    expect(state.isOver).toBe(true);
  }
});

test('a longer one is a stream of all of it', async () => {
  const { body } = bodyOf([large, large, '', 'end']);
  const answer = await answerOf(body);
  expect(answer).toBeInstanceOf(Readable);
  expect(await text(answer as Readable)).toBe(`${large}${large}end`);
});

test('a large chunk is written some at a time', async () => {
  const huge = 'é'.repeat(200_000);
  const answer = (await answerOf(bodyOf([large, large, huge]).body)) as Readable;
  const chunks = await answer.toArray();
  expect(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))).toString()).toBe(`${large}${large}${huge}`);
  expect(Math.max(...chunks.map(({ length }) => length))).toBe(65_536);
});

test('a stream that nobody reads tells its source', async () => {
  const { body, state } = bodyOf([large, large, large]);
  const answer = (await answerOf(body)) as Readable;
  answer.destroy();
  await once(answer, 'close');
  expect(state.isOver).toBe(true);
});

test('a failure is an error while nothing was sent, and breaks the stream off later', async () => {
  const failure = new Error('away');
  await expect(answerOf(bodyOf(['a', failure]).body)).rejects.toBe(failure);
  const answer = (await answerOf(bodyOf([large, large, failure]).body)) as Readable;
  await expect(text(answer)).rejects.toBe(failure);
});

test('a stream is not wrapped', async () => {
  const stream = Readable.from(['a']);
  expect(await answerOf(new StreamedBody('text/plain', stream))).toBe(stream);
});
