import { expect, it } from 'vitest';
import { ToolArguments } from './tool-arguments.ts';

function parsed(...pieces: string[]): unknown {
  const given = new ToolArguments('some-vendor');
  for (const piece of pieces) given.push(piece);
  return given.parse();
}

it('are joined from their pieces', () => {
  expect(parsed('{"a":', '[1]}')).toEqual({ a: [1] });
  expect(parsed('')).toEqual({});
});

it.each([
  ['no JSON', '{"a":', 'are no JSON'],
  ['a list', '[1]', 'are not a JSON object'],
  ['lists in lists', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'are nested too deep'],
  ['a long text', `"${'x'.repeat(262_144)}"`, 'are too long'],
])('rejects %s', (_, text, words) => {
  expect(() => parsed(text)).toThrow(`some-vendor: the arguments of a tool call ${words}`);
});
