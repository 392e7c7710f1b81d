import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallIds } from './call-ids.ts';

const known = (text: string): string | null => {
  const callIds = new CallIds();
  callIds.hold('a84b4c@host');
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

/** Returns the Call-ID of a message, read line by line. */
function plainCallId(text: string): string | null {
  for (const line of text.split('\n').slice(1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    const blanks = name.length - name.replace(/[ \t]+$/, '').length;
    if (blanks > 8 || !['i', 'call-id'].includes(name.slice(0, name.length - blanks))) continue;
    const [value] = line
      .slice(colon + 1)
      .replace(/^[ \t]+/, '')
      .split(/[ \t\r]/);
    if (value) return value;
  }
  return null;
}

test('whatever the bytes are, what is found is what a reading line by line finds', () => {
  const held = new CallIds();
  held.hold('one');
  held.hold('two');
  const name = fc.constantFrom('i', 'I', 'Call-ID', 'call-id', 'Via', 'ai', 'ic', '');
  const blank = fc.constantFrom('', '', '', ' ', '\t ', ' '.repeat(9), '\r');
  const colon = fc.constantFrom(':', ':', ':', '::', '');
  const value = fc.constantFrom('one', 'two', 'three', 'i: one', 'one two', 'two\rone', '\0', 'ÿ', '');
  const header = fc.tuple(name, blank, colon, blank, value).map((parts) => parts.join(''));
  const lines = fc.array(fc.tuple(header, fc.constantFrom('\r\n', '\n', '\n', '\r')), {
    minLength: 1,
    maxLength: 8,
  });
  const found = { one: 0, two: 0, nothing: 0 };
  fc.assert(
    fc.property(fc.constantFrom('', 'BYE sip:x SIP/2.0\r\n'), lines, (start, rest) => {
      const text = start + rest.flat().join('');
      const plain = plainCallId(text);
      const expected = plain === 'one' || plain === 'two' ? plain : null;
      found[expected ?? 'nothing']++;
      expect(held.known(Buffer.from(text, 'latin1'))).toBe(expected);
    }),
    { numRuns: 1_000 },
  );
  expect(Math.min(found.one, found.two, found.nothing)).toBeGreaterThan(50);
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

test('a Call-ID is proven by a message with our tag, for as long as it is held', () => {
  const callIds = new CallIds();
  const without = Buffer.from('ACK sip:x@y SIP/2.0\r\nTo: <sip:x>;tag=other\r\ni: one\r\n\r\n');
  const withTag = Buffer.from('ACK sip:x@y SIP/2.0\r\nTo: <sip:x>;tag=ours\r\ni: one\r\n\r\n');
  const letGo = callIds.hold('one');
  callIds.expectTag('one', 'ours');
  expect([without, withTag, without].map((message) => callIds.isProven('one', message))).toEqual([
    false,
    true,
    true,
  ]);
  letGo();
  callIds.expectTag('one', 'ours');
  expect(callIds.isProven('one', withTag)).toBe(false);
});
