import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StreamReader } from './stream-reader.ts';

function read(chunks: readonly Buffer[]) {
  const messages: string[] = [];
  let pings = 0;
  const reader = new StreamReader({
    onMessage: (message) => messages.push(message.toString('latin1')),
    onPing: () => pings++,
  });
  let problem: string | null = null;
  for (const chunk of chunks) problem = reader.push(chunk)?.reason ?? null;
  return { messages, pings, problem, reader };
}

const message = (body: string, name = 'Content-Length'): string =>
  `OPTIONS sip:a@b SIP/2.0\r\nVia: SIP/2.0/TCP h;branch=z9hG4bKa\r\n${name}: ${body.length}\r\n\r\n${body}`;

/** Cuts a text at these positions. */
function cut(text: string, places: readonly number[]): Buffer[] {
  const at = [0, ...places.map((place) => place % text.length).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, i) => Buffer.from(text.slice(at[i], end), 'latin1'));
}

test('however a stream is cut, the same messages come out', () => {
  const bodies = fc.array(fc.string({ maxLength: 40 }).map((text) => text.replace(/[^ -~\r\n]/g, 'x')));
  fc.assert(
    fc.property(bodies, fc.array(fc.nat()), fc.boolean(), (list, places, isCompact) => {
      const wanted = list.map((body) => message(body, isCompact ? 'l  ' : 'CONTENT-LENGTH'));
      const stream = `${wanted.join('\r\n')}\r\n`;
      const { messages, problem, reader } = read(cut(stream, places));
      expect([problem, messages, reader.isWithinMessage]).toEqual([null, wanted, false]);
    }),
  );
});

test('byte by byte, and all at once', () => {
  const stream = message('one') + message('') + message('\r\n\r\nthree');
  const single = [...stream].map((char) => Buffer.from(char, 'latin1'));
  expect(read(single).messages).toEqual([message('one'), message(''), message('\r\n\r\nthree')]);
  expect(read([Buffer.from(stream)]).messages).toHaveLength(3);
});

test('a double line end between messages is a ping, a single one is not', () => {
  const { pings, messages } = read([
    Buffer.from('\r\n\r\n'),
    Buffer.from(`${message('a')}\r\n`),
    Buffer.from(`${message('b')}\r\n\r\n`),
  ]);
  expect([pings, messages.length]).toEqual([2, 2]);
});

test.each([
  ['no Content-Length', 'OPTIONS sip:a@b SIP/2.0\r\nVia: x\r\n\r\n', /Content-Length/],
  ['no number', message('').replace('Length: 0', 'Length: many'), /Content-Length/],
  ['a negative one', message('').replace('Length: 0', 'Length: -1'), /Content-Length/],
  [
    'two that differ',
    message('').replace('Content-Length: 0', 'l: 5\r\nContent-Length: 0'),
    /Content-Length/,
  ],
  ['more than a message may have', message('').replace('Length: 0', 'Length: 70000'), /too large/],
  ['4 GiB', message('').replace('Length: 0', 'Length: 4294967296'), /too large/],
  ['a head without an end', 'OPTIONS sip:a@b SIP/2.0\r\nX: '.padEnd(40_000, 'a'), /headers too large/],
])('%s: the stream is of no use any more', (_name, stream, problem) => {
  const { messages, problem: found, reader } = read([Buffer.from(stream)]);
  expect(found).toMatch(problem);
  expect(messages).toEqual([]);
  expect(reader.push(Buffer.from(message('a')))?.reason).toBe(found);
});

test('two Content-Lengths that agree are one', () => {
  const twice = message('').replace('Content-Length: 0', 'l: 0\r\nContent-Length: 0');
  expect(read([Buffer.from(twice)])).toMatchObject({ problem: null, messages: [twice] });
});

test('a megabyte of messages, byte by byte, is read in linear time', () => {
  let count = 0;
  const reader = new StreamReader({ onMessage: () => count++, onPing: () => {} });
  const bytes = Buffer.from(message('x'.repeat(30_000)));
  for (let round = 0; round < 33; round++) {
    for (let at = 0; at < bytes.length; at++) reader.push(bytes.subarray(at, at + 1));
  }
  expect(count).toBe(33);
});
