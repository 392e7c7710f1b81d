import { expect, test } from 'vitest';
import { skippedChecks } from './skipped-checks.ts';

test('says so when nothing was skipped', () => {
  expect(skippedChecks('a line that says SKIPPED: is no reason', [{ path: 'a.test.ts', skipped: [] }])).toBe(
    'No check was skipped.',
  );
});

test('names each reason once, then the checks by file', () => {
  const output =
    'started\nSKIPPED: tests against sipp. Install sip-tester.  \nSKIPPED: tests against sipp. Install sip-tester.';
  const files = [
    { path: 'a.test.ts', skipped: ['sipp > calls us', 'sipp > is called'] },
    { path: 'b.test.ts', skipped: [] },
    { path: 'c.test.ts', skipped: ['as root'] },
  ];
  expect(skippedChecks(output, files).split('\n')).toEqual([
    'SKIPPED: 3 checks did not run on this machine.',
    '  tests against sipp. Install sip-tester.',
    '  a.test.ts',
    '    sipp > calls us',
    '    sipp > is called',
    '  c.test.ts',
    '    as root',
  ]);
});

test('a reason counts although its tests are not known as skipped', () => {
  expect(skippedChecks('SKIPPED: the browser. Install chromium.', [])).toContain(
    '  the browser. Install chromium.',
  );
});
