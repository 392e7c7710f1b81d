import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventParser, type ServerSentEvent, serverSentEvents } from './server-sent-events.ts';

async function* partsOf(text: string, size: number): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size = 1_000, lengthMax = 1_000): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of serverSentEvents('some-vendor', partsOf(text, size), lengthMax))
    events.push(event);
  return events;
}

test('parses fields, comments, several data lines and names', async () => {
  const text =
    ': hello\n\nevent: add\ndata: one\ndata:  two\nid: 7\n\ndata\n\nevent: nothing\n\ndata:é→\n\ndata: cut';
  expect(await read(text)).toEqual([
    { event: 'add', data: 'one\n two' },
    { event: 'message', data: '' },
    { event: 'message', data: 'é→' },
  ]);
});

test('parses the same events for any pieces and line endings', async () => {
  const line = fc.constantFrom('data: é1', 'data:{"a":1}', 'event: x', '', ': c', 'id: 3', 'datax: 1');
  const ending = fc.constantFrom('\n', '\r\n', '\r');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(line, ending), { maxLength: 30 }),
      fc.integer({ min: 1, max: 9 }),
      async (lines, size) => {
        const plain = `${lines.map(([text]) => `${text}\n`).join('')}\ndata: end\n\n`;
        // A CR before an empty line that ends with LF would be one line break, not two.
        const endings = lines.map(([text, end], i) => {
          const next = lines[i + 1];
          return `${text}${end === '\r' && next?.[0] === '' ? '\n' : end}`;
        });
        const mixed = `${endings.join('').replace(/\r$/, '\n')}\ndata: end\n\n`;
        expect(await read(mixed, size)).toEqual(await read(plain));
      },
    ),
  );
});

test('rejects an endless event within its memory limit', async () => {
  await expect(read(`data: ${'x'.repeat(5_000)}`, 100)).rejects.toMatchObject({
    provider: 'some-vendor',
    retryable: false,
  });
  await expect(read('data: x\n'.repeat(2_000), 100)).rejects.toMatchObject({ retryable: false });
});

test('parses a long line in linear time for any pieces', () => {
  const parser = new EventParser();
  for (let n = 0; n < 200_000; n++) expect([...parser.push('xy')]).toEqual([]);
  expect(parser.pendingLength).toBe(400_000);
});
