import fc from 'fast-check';

/** Returns a placeholder for an existing id of that kind, filled in when the request is sent. */
export const idOf = (parameter: string) => fc.constant(`ID<${parameter}>`);

const numbers = fc.integer({ min: 0, max: 9999 }).map((n) => `+1202555${String(n).padStart(4, '0')}`);
const starts = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('00:00', '09:00') },
  { weight: 1, arbitrary: fc.constantFrom('9:00', '24:00', '25:00', '12:30') },
);
const ends = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('17:00', '24:00') },
  { weight: 1, arbitrary: fc.constantFrom('12:30', '23:59', '24:01', '') },
);
const addresses = ['192.0.2.1', '192.0.2.0/24', '2001:db8::/32', '::1', '0.0.0.0/0', '1.2.3', 'fe80::1%eth0'];
const fallbacks = [
  { provider: 'flite' },
  { provider: 'openai', model: 'gpt-4.1-mini' },
  { provider: 'deepgram' },
  { provider: 'groq' },
  { provider: 'none' },
  {},
];

/** Values that are probably accepted, or just not, by the name of the field. Schemas do not contain these rules. */
export const plausible: Record<string, fc.Arbitrary<unknown>> = {
  agentId: idOf('agentId'),
  tag: fc.constantFrom('refund', 'vip customer', 'follow-up', 'Refund', '12345'),
  voicemailSoundId: fc.oneof(fc.constant(null), idOf('soundId')),
  inboundAgentId: idOf('agentId'),
  trunkId: idOf('trunkId'),
  fallbackTrunkIds: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(idOf('trunkId'), { maxLength: 5 }) },
  ),
  fallbacks: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...fallbacks), { maxLength: 6 }) },
  ),
  scheduleId: idOf('scheduleId'),
  phoneNumberId: idOf('phoneNumberId'),
  callRetryConfigId: idOf('callRetryConfigId'),
  campaignId: idOf('campaignId'),
  memberId: idOf('memberId'),
  phoneNumber: fc.oneof(numbers, fc.constantFrom('(555) 123-4567', '5551234567', '+4930123456', '+1', '911')),
  customerNumber: numbers,
  campaignName: fc.constantFrom('A', 'B', '日'.repeat(40), '🙂'.repeat(40), 'x'.repeat(41)),
  host: fc.constantFrom('sip.example.com', '192.0.2.7', '2001:db8::1', 'localhost', 'no host', '-a.example'),
  'allowedAddresses[]': fc.constantFrom(...addresses),
  timeZone: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('UTC', 'America/New_York', 'customer') },
    { weight: 1, arbitrary: fc.constantFrom('Mars/Olympus', 'utc', '+01:00', '') },
  ),
  start: starts,
  end: ends,
  days: fc.subarray(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], { minLength: 1 }),
  fileName: fc.constantFrom('a.md', 'a.txt', 'a.csv', 'a.html', 'a.exe', '.md', 'a'),
  address: fc.constantFrom(
    'https://example.com/',
    'https://example.com/help/',
    'http://10.0.0.1/',
    'ftp://a',
    'x',
  ),
  date: fc.constantFrom('2026-12-25', '2026-02-30', '0000-00-00', '2026-1-1', '9999-12-31'),
  url: fc.constantFrom(
    ...[
      'https://example.com/hooks',
      'https://example.com/hooks?a=1',
      'http://10.0.0.1/',
      'ftp://example.com',
    ],
  ),
  events: fc.oneof(fc.constant(['*']), fc.subarray(['call.ended', 'chat.message', 'audit.entry', '*'])),
  after: fc.constantFrom('latest', '1.0~~0', '1.1.5~1.9~7', '1~~0', 'x'),
  types: fc.constantFrom('call.ended', 'call.ended,chat.message', 'audit.entry', 'call.gone', ''),
  since: fc.constantFrom(...instants()),
  cron: fc.constantFrom('0 9 * * 1-5', '*/5 * * * *', '60 * * * *', '* * * *', '1-0 * * * *', '* * 31 2 *'),
  language: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('en-US', 'de', 'zh-Hant-TW') },
    { weight: 1, arbitrary: fc.constantFrom('x-y', 'no language', 'en-u-ca-gregory') },
  ),
  destination: fc.constantFrom('+12025550143', '+4930123456', 'sip:sales@example.com'),
  email: fc.constantFrom('a@example.com', 'A@EXAMPLE.COM', 'no', 'ü@example.com', 'a@b'),
  externalIdHeader: fc.constantFrom('X-External-ID', 'Call-ID', 'a b', 'x', 'Via'),
  'allowedCountries[]': fc.constantFrom('US', 'de', 'GB', 'XX', 'us '),
  prompt: fc.constantFrom(
    'Be kind.',
    'Hello {{name}}',
    '{{constructor}} {{__proto__}}',
    '{{a b}}',
    '{{',
    '}}{{',
  ),
  firstMessage: fc.constantFrom('Hello {{ firstName }}', '', null, '{{toString}}'),
  expiresAt: fc.constantFrom(
    '2030-01-01T00:00:00Z',
    '2030-01-01T00:00:00.123456789+14:00',
    '2000-01-01T00:00:00Z',
    null,
  ),
  'allowedOrigins[]': fc.constantFrom('https://api.example.com', 'http://127.0.0.1:1', 'https://a/b', '*'),
  currency: fc.constantFrom('USD', 'EUR', 'usd', 'XXX', ''),
  delimiter: fc.constantFrom('comma', 'semicolon', 'tab', ','),
  country: fc.constantFrom('US', 'DE', 'de', 'XX', ''),
  columns: fc.constantFrom('{}', '{"name":"phoneNumber"}', '{"__proto__":"phoneNumber"}', '[]', '{'),
  amount: fc.constantFrom('0', '0.000000001', '12.50', '.5', '1e3', '-1', '1000000000'),
  endCampaignAt: fc.constantFrom(4_102_444_800_000, 253_402_300_799_999, 0, -1, 253_402_300_800_000, null),
  pageToken: fc.oneof(
    fc.constant(
      Buffer.from('2026-01-01T00:00:00.000Z call_00000000000000000000000000').toString('base64url'),
    ),
    fc.constant(
      Buffer.from('2026-99-01T00:00:00.000Z call_00000000000000000000000000').toString('base64url'),
    ),
    fc.base64String({ maxLength: 80 }),
  ),
  createdAtGt: fc.constantFrom(...instants()),
  createdAtLt: fc.constantFrom(...instants()),
  externalId: fc.oneof(idOf('externalId'), fc.string()),
  variableName: fc.constantFrom('name', 'firstName', 'a_1', 'constructor', 'toString', 'hasOwnProperty', '_'),
};

function instants(): string[] {
  return [
    '2026-11-21T09:30:00Z',
    '0001-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59.999999999-23:59',
    `2026-01-01T00:00:00.${'1'.repeat(30)}Z`,
    `2026-01-01T00:00:00.${'1'.repeat(300)}Z`,
    '2026-02-29T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-06-30T23:59:60Z',
    '0000-01-01T00:00:00Z',
    '2026-11-21',
  ];
}
