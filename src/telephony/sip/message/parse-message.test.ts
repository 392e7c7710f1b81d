import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SipMessage } from './message.ts';
import { messageLimits, parseMessage } from './parse-message.ts';
import { serializeRequest, serializeResponse } from './serialize.ts';
import { renderVia } from './via.ts';

const plain = [
  'INVITE sip:4711@example.com;transport=udp SIP/2.0',
  'Via: SIP/2.0/UDP 192.0.2.4:5062;branch=z9hG4bK776;rport, SIP/2.0/TCP proxy.example.com;branch=z9hG4bK1',
  'Via: SIP/2.0/UDP [2001:db8::9]:5060;branch=z9hG4bK2',
  'Max-Forwards: 70',
  'From: "Zoë \\"Z\\" Smith" <sip:zoe@example.com;x=1>;tag=abc',
  'To: <tel:+15550100>',
  'Call-ID: 1@x',
  'CSeq: 314159 INVITE',
  'Contact: sip:zoe@192.0.2.4;expires=5',
  'Record-Route: <sip:p1.example.com;lr>, <sip:p2.example.com>',
  'Content-Type: application/sdp',
  'Content-Length: 4',
  '',
  'v=0\n',
].join('\r\n');

/** Returns the parsed message. Fails when it is refused. */
function parsed(text: string | Buffer): SipMessage {
  const result = parseMessage(Buffer.from(text));
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  return result.message;
}

/** Returns why the text is refused, and whether it can be answered. */
function refused(text: string | Buffer): { reason: string; answerable: boolean } {
  const result = parseMessage(Buffer.from(text));
  if (result.ok) throw new Error('was taken');
  return { reason: result.reason, answerable: result.basis !== null };
}

test('a plain INVITE', () => {
  const message = parsed(plain);
  if (message.kind !== 'request') throw new Error('no request');
  expect(message.uri).toMatchObject({ scheme: 'sip', user: '4711', host: 'example.com', port: null });
  expect(message.topVia).toMatchObject({ transport: 'UDP', host: '192.0.2.4', port: 5062 });
  expect(message.basis.lowerVias).toEqual([
    'SIP/2.0/TCP proxy.example.com;branch=z9hG4bK1',
    'SIP/2.0/UDP [2001:db8::9]:5060;branch=z9hG4bK2',
  ]);
  expect(message.from).toMatchObject({ displayName: 'Zoë "Z" Smith', uri: { user: 'zoe' } });
  expect(message.to.uri).toMatchObject({ scheme: 'tel', user: '+15550100' });
  expect(message.cseq).toEqual({ number: 314159, method: 'INVITE' });
  expect(message.contact?.params.get('expires')).toBe('5');
  expect(message.recordRoutes.map((route) => route.uri.params.has('lr'))).toEqual([true, false]);
  expect(message.body.toString()).toBe('v=0\n');
});

test('legal white space, folded lines, compact and oddly written names', () => {
  const message = parsed(
    [
      'INVITE sip:vivek@example.com;unknown SIP/2.0',
      'TO :',
      ' sip:vivek@example.com ;   tag    = 19181',
      'from   : "J Rosenberg \\\\\\""       <sip:jdr@example.com>',
      '  ;',
      '  tag = 98asjd8',
      'MaX-fOrWaRdS: 0068',
      'Call-ID: wsinv.ndaksdj@192.0.2.1',
      'Content-Length   : 0',
      'cseq: 0009',
      '  INVITE',
      'Via  : SIP  /   2.0',
      ' /UDP',
      '    192.0.2.2;branch=390skdjuw',
      's :',
      'NewFangledHeader:   newfangled value',
      ' continued newfangled value',
      'v:  SIP  / 2.0  / TCP     spindle.example.com   ;',
      '  branch  =   z9hG4bK9ikj8  ,',
      ' SIP  /    2.0   / UDP  192.168.255.111   ; branch=z9hG4bK30239',
      'm:"Quoted string \\"\\"" <sip:jdr@example.com> ; newparam =',
      '      newvalue ;',
      '  secondparam ; q = 0.33',
      '',
      '',
    ].join('\r\n'),
  );
  expect(message.topVia).toMatchObject({ host: '192.0.2.2', port: null });
  expect(message.to.params.get('tag')).toBe('19181');
  expect(message.from).toMatchObject({ displayName: 'J Rosenberg \\"' });
  expect(message.cseq).toEqual({ number: 9, method: 'INVITE' });
  expect(message.contact?.params.get('newparam')).toBe('newvalue');
  expect(message.headers.get('newfangledheader')).toEqual(['newfangled value continued newfangled value']);
  expect(message.headers.get('subject')).toEqual(['']);
});

test('responses, with and without a phrase', () => {
  const response = (startLine: string): string =>
    plain.replace('INVITE sip:4711@example.com;transport=udp SIP/2.0', startLine);
  expect(parsed(response('SIP/2.0 200 = 2**3 * 5**2 да'))).toMatchObject({
    status: 200,
    reason: '= 2**3 * 5**2 да',
  });
  expect(parsed(response('SIP/2.0 100 '))).toMatchObject({ status: 100, reason: '' });
  expect(refused(response('SIP/2.0 4294967301 better not'))).toMatchObject({ answerable: false });
  expect(refused(response('SIP/2.0 999 Unknown'))).toMatchObject({ answerable: false });
});

test('escapes in a user are decoded, unless they hide control characters', () => {
  const user = (text: string) => {
    const message = parsed(plain.replace('sip:4711@', `sip:${text}@`));
    return message.kind === 'request' ? message.uri.user : null;
  };
  expect(user('%2B1555;phone-context=x?y')).toBe('+1555;phone-context=x?y');
  expect(user('a%0d%0ab')).toBe('a%0d%0ab');
  expect(refused(plain.replace('sip:4711@', 'sip:%zz@'))).toMatchObject({ answerable: true });
});

describe('what is refused, though it can be answered', () => {
  test.each([
    ['a negative CSeq', 'CSeq: 314159', 'CSeq: -314159'],
    ['a CSeq beyond 2^31', 'CSeq: 314159', 'CSeq: 36893488147419103232'],
    ['a CSeq of another method', 'CSeq: 314159 INVITE', 'CSeq: 314159 BYE'],
    ['a negative Content-Length', 'Content-Length: 4', 'Content-Length: -999'],
    ['a Content-Length that is no number', 'Content-Length: 4', 'Content-Length: four'],
    ['a Content-Length above what came', 'Content-Length: 4', 'Content-Length: 9999'],
    ['two Content-Lengths', 'Content-Length: 4', 'Content-Length: 4\r\nl: 2'],
    ['two From headers', 'Max-Forwards: 70', 'From: <sip:a@b>;tag=1'],
    ['two Call-IDs', 'Max-Forwards: 70', 'i: other'],
    ['a Max-Forwards beyond reason', 'Max-Forwards: 70', 'Max-Forwards: 300'],
    ['a From without a tag', ';tag=abc', ''],
    ['an unclosed quote in From', '"Zoë \\"Z\\" Smith"', '"Zoë'],
    ['an unclosed angle bracket in To', '<tel:+15550100>', '<tel:+15550100'],
    ['a Request-URI in angle brackets', 'sip:4711@example.com;transport=udp', '<sip:4711@example.com>'],
    ['a Request-URI with blanks', 'sip:4711@example.com;transport=udp', 'sip:4711@example.com; lr'],
    ['a port that is none', 'sip:4711@example.com;transport=udp', 'sip:4711@example.com:99999'],
    ['a Contact that is none', 'sip:zoe@192.0.2.4;expires=5', 'sip:'],
    ['a SIP version to come', 'transport=udp SIP/2.0', 'transport=udp SIP/7.0'],
    ['no From', 'From', 'Frum'],
    ['no empty line', '\r\n\r\n', '\r\n'],
    ['a bare line feed in a header', 'Call-ID: 1@x', 'Call-ID: 1@x\nX: y'],
    ['a bare carriage return in a header', 'Call-ID: 1@x', 'Call-ID: 1@x\rX: y'],
    ['a NUL in a header', 'Call-ID: 1@x', 'Call-ID: 1@\0x'],
    ['a line without a colon', 'Max-Forwards: 70', 'Max-Forwards 70'],
    ['a blank in a header name', 'Max-Forwards: 70', 'Max Forwards: 70'],
    ['too many headers', 'Max-Forwards: 70', Array(300).fill('X: y').join('\r\n')],
    ['a header too long', '1@x', 'x'.repeat(messageLimits.lineBytes)],
    ['separators too many in a Via', ';branch=z9hG4bK776;rport,', ';;,;,,'],
    ['a Via of another version', 'Via: SIP/2.0/UDP', 'Via: SIP/7.0/UDP'],
    ['a To with two tags', '<tel:+15550100>', '<tel:+15550100>;tag=a;tag=b'],
  ])('%s', (_what, from, to) => {
    expect(plain).toContain(from);
    expect(refused(plain.replace(from, to)).answerable).toBe(true);
  });
});

test('headers that are no UTF-8', () => {
  expect(refused(Buffer.from(plain, 'latin1'))).toEqual({
    reason: 'Bad Request: headers are not UTF-8',
    answerable: true,
  });
});

test('what can be read of a wrong Via is what the answer goes by', () => {
  const via = (value: string) => {
    const result = parseMessage(Buffer.from(plain.replace(/^Via: .*$/m, `Via: ${value}`)));
    return result.ok ? null : result.basis && renderVia(result.basis.topVia);
  };
  const sentBy = 'SIP/2.0/UDP 192.0.2.15';
  expect(via(`${sentBy};;,;,,`)).toBe(sentBy);
  expect(via(`${sentBy};;branch=z9hG4bKa;=;rport;x="`)).toBe(`${sentBy};branch=z9hG4bKa;rport`);
  expect(via('SIP/7.0/UDP [2001:db8::1]:5080;branch=a')).toBe('SIP/7.0/UDP [2001:db8::1]:5080;branch=a');
});

describe('what is refused in silence', () => {
  test.each([
    ['nothing', ''],
    ['no Via', plain.replaceAll('Via', 'Vai')],
    ['a Via that is none', plain.replace('SIP/2.0/UDP 192.0.2.4:5062', 'SIP/2.0 192.0.2.4')],
    ['a Via without a host', plain.replace('192.0.2.4:5062', ';;')],
    ['a control character in the first line', plain.replace('sip:4711', 'sip:\x004711')],
    ['HTTP', plain.replace('example.com;transport=udp SIP/2.0', 'example.com HTTP/1.1')],
    ['no version', plain.replace('example.com;transport=udp SIP/2.0', 'example.com')],
    ['headers beyond reason', plain.replace('70', 'x'.repeat(messageLimits.headerBytes))],
  ])('%s', (_what, text) => {
    expect(refused(text).answerable).toBe(false);
  });

  test('more than a datagram holds', () => {
    expect(refused(plain + 'x'.repeat(65_536)).reason).toBe('message too large');
  });
});

/** Mutates a message like an attacker or a broken peer: bytes flipped, pieces cut, doubled and swapped. */
const mutated = fc
  .array(
    fc.record({
      at: fc.nat(plain.length),
      length: fc.nat(60),
      kind: fc.nat(4),
      byte: fc.nat(255),
      to: fc.nat(600),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((changes) => {
    let bytes = Buffer.from(plain);
    for (const { at, length, kind, byte, to } of changes) {
      const piece = bytes.subarray(at, at + length);
      const without = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
      if (kind === 0) bytes = without;
      else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, to), piece, bytes.subarray(to)]);
      else if (kind === 2)
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.alloc(length * 40, byte), bytes.subarray(at)]);
      else if (at < bytes.length) bytes[at] = kind === 3 ? byte : '\r\n;,"<>:=\\ \0@['.charCodeAt(byte % 14);
    }
    return bytes;
  });

test('no mutation throws, and whatever is taken can be answered in legal bytes', () => {
  let taken = 0;
  let answered = 0;
  fc.assert(
    fc.property(mutated, (bytes) => {
      const result = parseMessage(bytes);
      const basis = result.ok
        ? result.message.kind === 'request'
          ? result.message.basis
          : null
        : result.basis;
      if (result.ok) taken++;
      if (!basis) return;
      answered++;
      const response = serializeResponse({ basis, status: 400, toTag: 'tag', headers: [], body: null });
      const head = response.toString().split('\r\n\r\n', 1)[0]!;
      expect(/[\r\n]/.test(head.replaceAll('\r\n', ''))).toBe(false);
      if (result.ok) expect(parseMessage(response).ok).toBe(true);
    }),
    { numRuns: 5_000, seed: 3 },
  );
  // The mutations must pass the first check, or the test shows nothing.
  expect(taken).toBeGreaterThan(200);
  expect(answered).toBeGreaterThan(taken);
});

test('what patterns are given grows with the length of a hostile header and no faster', () => {
  const hostile = ['"', '\\', '<', ';', ';a=', ',', ' ', ':', '=', '[', 'SIP / ', '%', ';a;'];
  for (const piece of hostile) {
    for (const header of ['From', 'Via', 'Contact', 'Record-Route', 'Call-ID', 'CSeq', 'Require']) {
      const steps = [2_000, 8_000].map((length) => {
        const value = piece.repeat(Math.floor(length / piece.length));
        return countedReads(plain.replace('Max-Forwards: 70', `${header}: ${value}`));
      });
      expect(steps[1]!).toBeLessThanOrEqual(steps[0]! * 5 + 100);
    }
  }
});

/** Counts the characters that parsing passes to patterns. No part may be read again for every earlier piece. */
function countedReads(text: string): number {
  const original = RegExp.prototype.exec;
  let count = 0;
  RegExp.prototype.exec = function (this: RegExp, input: string) {
    count += input.length;
    return original.call(this, input);
  };
  try {
    parseMessage(Buffer.from(text));
  } finally {
    RegExp.prototype.exec = original;
  }
  return count;
}

test('what we send, we can read', () => {
  const bytes = serializeRequest({
    method: 'INVITE',
    uri: 'sip:a@b',
    sentBy: '192.0.2.1:5060',
    branch: 'z9hG4bKx',
    routes: ['<sip:r;lr>'],
    from: '"Ä" <sip:a@b>;tag=1',
    to: '<sip:c@d>',
    callId: 'id',
    cseq: 7,
    headers: [['X-Note', 'ü']],
    body: { contentType: 'application/sdp', content: 'v=0 é' },
  });
  const message = parsed(bytes);
  expect(message.body.toString()).toBe('v=0 é');
  expect(message.headers.get('x-note')).toEqual(['ü']);
  expect(message.topVia.params.has('rport')).toBe(true);
});

test('a response whose reason phrase is Latin-1 is read as such', () => {
  const text = [
    'SIP/2.0 486 Occup\u00e9',
    'Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1',
    'From: <sip:a@example.com>;tag=1',
    'To: <sip:b@example.com>;tag=2',
    'Call-ID: c',
    'CSeq: 1 INVITE',
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n');
  const read = parseMessage(Buffer.from(text, 'latin1'));
  expect(read).toMatchObject({ message: { status: 486, reason: 'Occup\u00e9' } });
});
