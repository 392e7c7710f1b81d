import { expect, test } from 'vitest';
import { answerChallenge, chooseChallenges } from './digest.ts';

const chooseChallenge = (values: string[]) => chooseChallenges(values)[0] ?? null;

const mufasa = { username: 'Mufasa', password: 'Circle of Life' };
const request = { method: 'GET', uri: '/dir/index.html', body: '' };

function responseOf(value: string): string {
  return /response="([0-9a-f]+)"/.exec(value)![1]!;
}

test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])('the example of RFC 7616 §3.9.1, %s', (algorithm, response) => {
  const challenge = chooseChallenge([
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, ` +
      'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
  ])!;
  const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
  expect(responseOf(answerChallenge(challenge, mufasa, request, cnonce))).toBe(response);
});

test('the example of RFC 2617 §3.5', () => {
  const challenge = chooseChallenge([
    'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", ' +
      'opaque="5ccc069c403ebaf9f0171e9517f40e41"',
  ])!;
  const credentials = { username: 'Mufasa', password: 'Circle Of Life' };
  expect(responseOf(answerChallenge(challenge, credentials, request, '0a4f113b'))).toBe(
    '6629fae49393a05397450978507c4ef1',
  );
});

test('without qop there is no count and no cnonce', () => {
  const challenge = chooseChallenge(['Digest realm="r", nonce="n"'])!;
  const value = answerChallenge(challenge, mufasa, request);
  expect(value).not.toMatch(/nc=|cnonce=|qop=/);
});

test('auth-int depends on the body, -sess on the cnonce, and SHA-512-256 is known', () => {
  const only = chooseChallenge(['Digest realm="r", nonce="n", qop="auth-int", algorithm=SHA-512-256-sess'])!;
  expect(only).toMatchObject({ qop: 'auth-int', algorithm: 'SHA-512-256-sess' });
  const response = (body: string, cnonce: string): string =>
    responseOf(answerChallenge(only, mufasa, { ...request, body }, cnonce));
  expect(response('a', 'c')).toHaveLength(64);
  expect(new Set([response('a', 'c'), response('b', 'c'), response('a', 'd')]).size).toBe(3);
});

test('the first challenge that can be answered is chosen', () => {
  const challenges = [
    'Basic realm="r"',
    'Digest realm="r", nonce="a", algorithm=SHA-999',
    'Digest realm="r", nonce="b", qop="new"',
    'Digest realm="r", nonce="c", algorithm=sha-256, stale=TRUE',
    'Digest realm="r", nonce="d"',
  ];
  expect(chooseChallenge(challenges)).toMatchObject({ nonce: 'c', algorithm: 'SHA-256', stale: true });
});

test.each([
  ['Digest'],
  ['Digest realm="r"'],
  ['Digest realm="r", nonce="unclosed'],
  ['Digest realm="r", realm="s", nonce="n"'],
  ['Digest realm="r" x, nonce="n"'],
  [''],
])('%s is no challenge', (value) => {
  expect(chooseChallenge([value])).toBeNull();
});

test('quotes in names cannot break out of the header', () => {
  const challenge = chooseChallenge(['Digest realm="a\\"b", nonce="n"'])!;
  const value = answerChallenge(challenge, { username: 'x", evil="y\r\n', password: '' }, request);
  expect(value).toContain('username="x\\", evil=\\"y  ", realm="a\\"b"');
});
