import { expect, test } from 'vitest';
import { hostUrls, isDatabaseUrl } from './host-urls.ts';

test.each([
  ['postgres://u:p@a:5432/db', ['postgres://u:p@a:5432/db']],
  ['postgres://u@%2Fvar%2Frun:5432/db', ['postgres://u@%2Fvar%2Frun:5432/db']],
  ['postgres://u:p@a:5432,b:5433/db', ['postgres://u:p@a:5432/db', 'postgres://u:p@b:5433/db']],
  [
    'postgresql://u:p@a,[::1]:5/db?sslmode=require&target_session_attrs=read-write',
    ['postgresql://u:p@a/db?sslmode=require', 'postgresql://u:p@[::1]:5/db?sslmode=require'],
  ],
  ['postgres://a,b', ['postgres://a', 'postgres://b']],
])('%s has a URL for each host', (url, urls) => {
  expect(isDatabaseUrl(url)).toBe(true);
  expect(hostUrls(url)).toEqual(urls);
});

test.each([
  'mysql://a/db',
  'postgres://a:1,/db',
  'postgres://a:b:c/db',
  'postgres://a/d b',
  'postgres://a,b/db?target_session_attrs=standby',
])('%s is refused', (url) => {
  expect(isDatabaseUrl(url)).toBe(false);
});
