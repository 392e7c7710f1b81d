import { type TortureMessage, tortureSdp, wireLength } from './torture-valid.ts';

/** The fields of the messages below by default. `null` leaves a field out, and a list repeats it. */
const usual = {
  To: 'sip:j.user@example.com',
  From: 'sip:caller@example.net;tag=134161461246',
  'Max-Forwards': '7',
  Via: 'SIP/2.0/UDP 192.0.2.15;branch=z9hG4bKkdjuw',
  Contact: '<sip:caller@host5.example.net>',
};

type Fields = Readonly<Record<string, string | readonly string[] | null>>;

/** Returns one message of the RFC. An INVITE has a session description. */
function message(
  name: string,
  answer: number | null,
  method: string,
  fields: Fields = {},
  parts: { start?: string; body?: string; stream?: TortureMessage['stream'] } = {},
): TortureMessage {
  const body = parts.body ?? (method === 'INVITE' ? tortureSdp : '');
  const all: Fields = {
    ...usual,
    'Call-ID': `${name}.0ha0isndaksdj@192.0.2.15`,
    CSeq: `8 ${method}`,
    ...(body === '' ? {} : { 'Content-Type': 'application/sdp' }),
    'Content-Length': String(wireLength(body)),
    ...fields,
  };
  const lines = Object.entries(all).flatMap(([field, values]) =>
    (values === null ? [] : typeof values === 'string' ? [values] : values).map(
      (value) => `${field}: ${value}`,
    ),
  );
  const start = parts.start ?? `${method} sip:user@example.com SIP/2.0`;
  const { stream = 'open' } = parts;
  return { name, answer, stream, text: `${start}\n${lines.join('\n')}\n\n${body}` };
}

const start = (line: string) => ({ start: line });
const unended = (it: TortureMessage): TortureMessage => ({ ...it, text: it.text.slice(0, -1) });
const baddn: Fields = {
  Via: 'SIP/2.0/UDP c.example.com:5060;branch=z9hG4bKkdjuw',
  From: 'Bell, Alexander <sip:a.g.bell@example.com>;tag=43',
  To: 'Watson, Thomas <sip:t.watson@example.org>',
};

/**
 * RFC 4475 §3.1.2: invalid messages. Where the RFC allows several answers, the expected one is this user agent's
 * choice.
 */
export const invalidMessages: readonly TortureMessage[] = [
  message('badinv01', 400, 'INVITE', {
    Via: 'SIP/2.0/UDP 192.0.2.15;;,;,,',
    Contact: '"Joe" <sip:joe@example.org>;;;;',
  }),
  message('clerr', 400, 'INVITE', { 'Content-Length': '9999' }, { stream: 'waits' }),
  message('ncl', 400, 'INVITE', { 'Content-Length': '-999' }, { stream: 'closed' }),
  message('scalar02', 400, 'REGISTER', {
    CSeq: '36893488147419103232 REGISTER',
    'Max-Forwards': '300',
    Expires: '1000000000000000000000000000000000000',
    Contact: '<sip:user@host129.example.com>;expires=280297596632815',
  }),
  message(
    'scalarlg',
    null,
    'INVITE',
    {
      CSeq: '9292394834772304023312 OPTIONS',
      'Retry-After': '949302838503028349304023988',
      Warning: '1812 overture "In Progress"',
    },
    { start: 'SIP/2.0 503 Service Unavailable', body: '' },
  ),
  message('quotbal', 400, 'INVITE', { To: '"Mr. J. User <sip:j.user@example.com>' }),
  message('ltgtruri', 400, 'INVITE', {}, start('INVITE <sip:user@example.com> SIP/2.0')),
  message('lwsruri', 400, 'INVITE', {}, start('INVITE sip:user@example.com; lr SIP/2.0')),
  message('lwsstart', 400, 'INVITE', {}, start('INVITE  sip:user@example.com  SIP/2.0')),
  // The meaning is clear.
  message('trws', 200, 'OPTIONS', {}, start('OPTIONS sip:remote-target@example.com SIP/2.0  ')),
  message(
    'escruri',
    200,
    'INVITE',
    {},
    start('INVITE sip:user@example.com?Route=%3Csip:example.com%3E SIP/2.0'),
  ),
  message('baddate', 200, 'INVITE', { Date: 'Fri, 01 Jan 2010 16:00:00 EST' }),
  message('regbadct', 405, 'REGISTER', { Contact: 'sip:user@example.com?Route=%3Csip:sip.example.com%3E' }),
  message('badaspec', 200, 'OPTIONS', {
    To: '"Watson, Thomas" < sip:t.watson@example.org >',
    From: '"Bell, Alexander" <sip:a.g.bell@example.com>;tag=433423',
  }),
  // Unquoted words are accepted, because their meaning is clear.
  message('baddn', 200, 'OPTIONS', baddn),
  // The version in the RFC's archive, without the empty line.
  unended(message('baddn unended', 400, 'OPTIONS', baddn, { stream: 'waits' })),
  message(
    'badvers',
    505,
    'OPTIONS',
    { Via: 'SIP/7.0/UDP c.example.com;branch=z9hG4bKkdjuw' },
    start('OPTIONS sip:t.watson@example.org SIP/7.0'),
  ),
  message('mismatch01', 400, 'OPTIONS', { CSeq: '8 INVITE' }),
  message('mismatch02', 501, 'NEWMETHOD', { CSeq: '8 INVITE' }, { body: tortureSdp }),
  message(
    'bigcode',
    null,
    'INVITE',
    {},
    { start: 'SIP/2.0 4294967301 better not break the receiver', body: '' },
  ),
];

const multipart = `--7a9cbec02ceef655
Content-Type: text/plain
Content-Transfer-Encoding: binary

Hello
--7a9cbec02ceef655--
`;
const other = 'Text that is no session description.\n';

/** A message without a branch, a tag, and a length, which a stream requires (RFC 3261 §18.3). */
const inv2543: Fields = {
  Via: 'SIP/2.0/UDP iftgw.example.com',
  From: '<sip:+13035551111@ift.client.example.net;user=phone>',
  'Record-Route': '<sip:UserB@example.com;maddr=ss1.example.com>',
  Contact: null,
  'Max-Forwards': null,
  'Content-Length': null,
  'Content-Type': 'application/sdp',
};

/** RFC 4475 §3.1.1.11 and §3.2 to §3.4: transactions, application layer, backward compatibility. */
export const applicationMessages: readonly TortureMessage[] = [
  message(
    'mpart01',
    405,
    'MESSAGE',
    { 'Content-Type': 'multipart/mixed;boundary=7a9cbec02ceef655' },
    { body: multipart },
  ),
  message('badbranch', 200, 'OPTIONS', { Via: 'SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK' }),
  message('insuf', 400, 'INVITE', { 'Call-ID': null, From: null, To: null }),
  message('unkscm', 416, 'OPTIONS', {}, start('OPTIONS nobodyKnowsThisScheme:totallyopaquecontent SIP/2.0')),
  message('novelsc', 416, 'OPTIONS', {}, start('OPTIONS soap.beep://192.0.2.103:3002 SIP/2.0')),
  message('unksm2', 405, 'REGISTER', { To: 'isbn:2983792873', From: '<http://www.example.com>;tag=3234233' }),
  message('bext01', 420, 'OPTIONS', { Require: 'nothingSupportsThis, nothingSupportsThisEither' }),
  message('invut', 415, 'INVITE', { 'Content-Type': 'application/unknownformat' }, { body: other }),
  message('regaut01', 405, 'REGISTER', { Authorization: 'NoOneKnowsThisScheme opaque-data=here' }),
  message('multi01', 400, 'INVITE', {
    CSeq: ['5 INVITE', '59 INVITE'],
    'Call-ID': ['multi01.98asdh@192.0.2.1', 'multi01.98asdh@192.0.2.2'],
    To: ['sip:user@example.com', 'sip:other@example.net'],
    From: ['sip:caller@example.net;tag=3413415', 'sip:caller@example.net;tag=2923420123'],
  }),
  message(
    'mcl01',
    400,
    'OPTIONS',
    { 'Content-Length': ['13', '5'] },
    { body: 'There are no 13', stream: 'closed' },
  ),
  message(
    'bcast',
    null,
    'INVITE',
    { Via: 'SIP/2.0/UDP 255.255.255.255;branch=z9hG4bK1saber23' },
    start('SIP/2.0 200 OK'),
  ),
  message('zeromf', 200, 'OPTIONS', { 'Max-Forwards': '0' }),
  message('cparam01', 405, 'REGISTER', { Contact: 'sip:+19725552222@gw1.example.net;unknownparam' }),
  message('cparam02', 405, 'REGISTER', { Contact: '<sip:+19725552222@gw1.example.net;unknownparam>' }),
  message('regescrt', 405, 'REGISTER', { Contact: '<sip:user@example.com?Route=%3Csip:sip.example.com%3E>' }),
  message('sdp01', 406, 'INVITE', { Accept: 'text/nobodyKnowsThis' }),
  message('inv2543', 200, 'INVITE', inv2543, { stream: 'closed' }),
];
