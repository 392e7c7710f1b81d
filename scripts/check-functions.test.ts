import { expect, test } from 'vitest';
import { functionsOf } from './check-functions.ts';

test('comments, elements, templates and inner functions count, blank lines do not', () => {
  const source = [
    'export function Page() {',
    '  // a comment',
    '',
    '  const text = `one',
    'two`;',
    '  const inner = () => {',
    '    return text;',
    '  };',
    '  return (',
    '    <p>',
    '      {inner()}',
    '    </p>',
    '  );',
    '}',
  ].join('\n');
  expect(functionsOf('page.tsx', source)).toEqual([
    { name: 'Page', line: 1, lines: 13 },
    { name: 'inner', line: 6, lines: 3 },
  ]);
});

test('methods, properties and arguments are functions too', () => {
  const source = [
    'class Call {',
    '  readonly #end = () => 1;',
    '  constructor() {',
    '    run(() => 2);',
    '  }',
    '}',
    'const calls = { hangUp() {}, hold: function pause() {} };',
  ].join('\n');
  expect(functionsOf('call.ts', source).map(({ name, line, lines }) => [name, line, lines])).toEqual([
    ['#end', 2, 1],
    ['constructor', 3, 3],
    ['a function without a name', 4, 1],
    ['hangUp', 7, 1],
    ['pause', 7, 1],
  ]);
});

test('a file that cannot be read is refused by name', () => {
  expect(() => functionsOf('broken.ts', 'function (')).toThrow(/^broken\.ts: /);
});
