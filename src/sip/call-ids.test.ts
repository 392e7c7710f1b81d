import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallIds } from './call-ids.ts';

const known = (text: string, callId = 'a84b4c@host'): string | null => {
  const callIds = new CallIds();
  callIds.hold(callId);
  return callIds.known(Buffer.from(text, 'latin1'));
};

test('the Call-ID of what is going on is found in either of its names, wherever its line stands', () => {
  const before = 'INFO sip:x@y SIP/2.0\r\nVia: SIP/2.0/UDP h;branch=z9hG4bK1\r\nContact: <sip:i@c>\r\n';
  for (const line of ['Call-ID: a84b4c@host', 'i:a84b4c@host', 'I \t: a84b4c@host', 'CALL-id:\ta84b4c@host '])
    expect(known(`${before}${line}\r\nCSeq: 1 INFO\r\n\r\n`)).toBe('a84b4c@host');
  expect(known('SIP/2.0 200 OK\nCall-ID: a84b4c@host\n\n')).toBe('a84b4c@host');
  for (const line of ['Call-ID: other', 'Call-ID:', 'Call-Identity: a84b4c@host', 'Via: i:a84b4c@host', 'i'])
    expect(known(`${before}${line}\r\nCSeq: 1 INFO\r\n\r\n`)).toBeNull();
});

test('the first Call-ID counts: one that is written into the rest of a message is another one', () => {
  expect(known('INFO sip:x@y SIP/2.0\r\ni: mine\r\n\r\ni: a84b4c@host\r\n')).toBeNull();
});

test('it is looked for in a bounded part of a message', () => {
  const lines = (count: number, line: string): string =>
    `x\r\n${`${line}\r\n`.repeat(count)}i: a84b4c@host\r\n`;
  expect(known(lines(63, 'Via: a'))).toBe('a84b4c@host');
  expect(known(lines(64, 'Via: a'))).toBeNull();
  expect(known(lines(2, `i${' '.repeat(1_500)}`))).toBe('a84b4c@host');
  expect(known(lines(3, `i${' '.repeat(1_500)}`))).toBeNull();
});

test('whatever the bytes are, nothing that is not held is found', () => {
  const bytes = fc.array(
    fc.constantFrom('\r', '\n', '\r\n', 'i', 'Call-ID', ':', ' ', '\t', 'a84b4c@host', '\0', 'ÿ'),
  );
  fc.assert(fc.property(bytes, (parts) => ['a84b4c@host', null].includes(known(parts.join('')))));
  fc.assert(fc.property(bytes, (parts) => known(parts.join(''), 'nobody has it') === null));
});

test('a Call-ID is held until all who hold it have let go, each once', () => {
  const callIds = new CallIds();
  const message = Buffer.from('BYE sip:x@y SIP/2.0\r\ni: one\r\n\r\n');
  const [dialog, transaction] = [callIds.hold('one'), callIds.hold('one')];
  dialog();
  dialog();
  expect(callIds.known(message)).toBe('one');
  transaction();
  expect([callIds.known(message), callIds.size]).toEqual([null, 0]);
});
