import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventParser } from './event-parser.ts';

const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
const event = fc.record({
  id: fc.option(fc.stringMatching(/^[a-z0-9.~]{1,8}$/), { nil: undefined }),
  event: fc.option(fc.constantFrom('state', 'entry', 'end'), { nil: undefined }),
  data: fc.jsonValue(),
});

test('understands a stream however it is cut into pieces, with any ends of lines', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 6 }),
      lineEnd,
      fc.integer({ min: 1, max: 9 }),
      (events, end, size) => {
        const text = events
          .map(({ id, event: name, data }) =>
            [
              ': a sign',
              ...(id === undefined ? [] : [`id: ${id}`]),
              ...(name === undefined ? [] : [`event:${name}`]),
              ...JSON.stringify(data, null, 1)
                .split('\n')
                .map((line) => `data: ${line}`),
              '',
              '',
            ].join(end),
          )
          .join('');
        const parser = new EventParser();
        const pieces = [...(text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []), ':\n'];
        const found = pieces.flatMap((piece) => parser.push(piece));
        let last: string | null = null;
        const expected = events.map(({ id, event: name = 'message', data }) => {
          last = id ?? last;
          return { id: last, event: name, data: JSON.parse(JSON.stringify(data)) };
        });
        expect(found).toEqual(expected);
      },
    ),
  );
});

test('data that is no JSON, and a line without an end, are errors', () => {
  expect(() => new EventParser().push('data: {\n\n')).toThrow(SyntaxError);
  const parser = new EventParser();
  expect(() => {
    for (let i = 0; i < 20; i++) parser.push('x'.repeat(1_000_000));
  }).toThrow(/without an end/);
});
