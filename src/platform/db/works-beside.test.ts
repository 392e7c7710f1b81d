import { expect, test } from 'vitest';
import { worksBeside } from './works-beside.ts';

test.each([
  ['1.4.0', '1.4.9', true],
  ['1.4.0', '1.5.0', true],
  ['1.5.2', '1.4.0', true],
  ['1.4.0', '1.6.0', false],
  ['1.6.0', '1.4.0', false],
  ['2.0.0', '1.9.0', false],
  ['0.10.0', '0.9.0-rc.1', true],
  ['0.1.0', null, true],
])('%s beside %s: %s', (version, other, works) => {
  expect(worksBeside(version, other)).toBe(works);
});
