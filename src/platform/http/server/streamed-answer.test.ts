import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { StreamedBody } from '../route.ts';
import { answerOf } from './streamed-answer.ts';

const large = 'x'.repeat(40_000);

/** Returns a body of these chunks, and whether it was read to its end or closed. */
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

test('returns a short body whole', async () => {
  for (const chunks of [[], ['é'], ['a', Buffer.from('b'), 'c'], [large]]) {
    const { body, state } = bodyOf(chunks);
    expect(String(await answerOf(body))).toBe(chunks.map(String).join(''));
    expect(state.isOver).toBe(true);
  }
});

test('returns a longer body as a stream from its beginning', async () => {
  const { body } = bodyOf([large, large, '', 'end']);
  const answer = await answerOf(body);
  expect(answer).toBeInstanceOf(Readable);
  expect(await text(answer as Readable)).toBe(`${large}${large}end`);
});

test('splits a large chunk into several writes', async () => {
  const huge = 'é'.repeat(200_000);
  const answer = (await answerOf(bodyOf([large, large, huge]).body)) as Readable;
  const chunks = await answer.toArray();
  expect(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))).toString()).toBe(`${large}${large}${huge}`);
  expect(Math.max(...chunks.map(({ length }) => length))).toBe(65_536);
});

test('closes the source of a stream that is never read', async () => {
  const { body, state } = bodyOf([large, large, large]);
  const answer = (await answerOf(body)) as Readable;
  answer.destroy();
  await once(answer, 'close');
  expect(state.isOver).toBe(true);
});

test('rejects on a failure before anything was sent, and breaks off the stream later', async () => {
  const failure = new Error('away');
  await expect(answerOf(bodyOf(['a', failure]).body)).rejects.toBe(failure);
  const answer = (await answerOf(bodyOf([large, large, failure]).body)) as Readable;
  await expect(text(answer)).rejects.toBe(failure);
});

test('passes on a Readable unwrapped', async () => {
  const stream = Readable.from(['a']);
  expect(await answerOf(new StreamedBody('text/plain', stream))).toBe(stream);
});
