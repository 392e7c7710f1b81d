import { expect, test } from 'vitest';
import { setting } from '../src/platform/kernel/index.ts';
import { configurationPage } from './configuration-page.ts';

const base = { env: 'X', doc: 'What it is.', accepts: 'a | b', parse: () => 1 };

function lastRow(extra: {
  default: string | null;
  defaultWords?: string;
  secret?: boolean;
  doc?: string;
}): string {
  return configurationPage({ x: setting({ ...base, ...extra }) })
    .trimEnd()
    .split('\n')
    .at(-1)!;
}

test('a row says variable, default, what is accepted and what it is for', () => {
  expect(lastRow({ default: '8080' })).toBe('| `X` | `8080` | a \\| b | What it is. |');
});

test('words win over the default’s text, and no default is said to be none', () => {
  expect(lastRow({ default: null, defaultWords: 'made at first start' })).toContain(
    '| made at first start |',
  );
  expect(lastRow({ default: null })).toContain('| none |');
});

test('a secret is marked, and a row stays one line', () => {
  const row = lastRow({ default: null, secret: true, doc: 'One\ntwo.' });
  expect(row).toContain('| One two. Secret: ');
});
