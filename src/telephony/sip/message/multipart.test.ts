import { expect, test } from 'vitest';
import { partOf } from './multipart.ts';

const sdp = 'v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\n';
const type = 'application/sdp';
const part = (head: string, body: string) => `--x=1\r\n${head}\r\n\r\n${body}\r\n`;
const location = part('Content-Type: application/pidf+xml', '<presence/>');
const described = part(
  'content-type: Application/SDP; charset=utf-8\r\nContent-Disposition: session',
  sdp.slice(0, -2),
);

test.each([
  ['first', `${described}${location}--x=1--\r\n`],
  ['last', `${location}${described}--x=1--`],
  ['after a preamble', `To who cannot read it.\r\n${described}--x=1--\r\n`],
  ['unfinished', `${location}${described}`],
])('a session description is found %s among the parts', (_where, body) => {
  for (const boundary of ['boundary="x=1"', 'start=a; Boundary=x=1']) {
    expect(partOf(body, `multipart/mixed; ${boundary}`, type)?.trimEnd()).toBe(sdp.trimEnd());
  }
});

test.each([
  ['without a boundary', described, 'multipart/mixed'],
  ['of another boundary', described, 'multipart/mixed; boundary=y'],
  ['without such a part', `${location}--x=1--`, 'multipart/mixed; boundary="x=1"'],
  ['after the end', `${location}--x=1--\r\n${described}`, 'multipart/mixed; boundary="x=1"'],
  [
    'encoded',
    part(`Content-Type: ${type}\r\nContent-Transfer-Encoding: base64`, 'dj0w'),
    'multipart/mixed; boundary="x=1"',
  ],
  ['without its head', `--x=1\r\n${sdp}--x=1--`, 'multipart/mixed; boundary="x=1"'],
])('there is none in a body %s', (_what, body, contentType) => {
  expect(partOf(body, contentType, type)).toBeNull();
});

test.each(['8bit', '7bit', 'binary', 'Identity'])(
  'an encoding that changes nothing is taken: %s',
  (encoding) => {
    const body = part(`Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}`, sdp);
    expect(partOf(`${location}${body}--x=1--`, 'multipart/mixed; boundary="x=1"', type)).toContain('o=- 1 1');
  },
);
