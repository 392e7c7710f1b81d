const idTail = '01kb3v6n0r7c2m9x4t8q5w1z3h';

/** The prefix of an id by the field's name, where it is not the name without `Id`. */
const prefixes: Record<string, string> = {
  phoneNumberId: 'number',
  requestedPhoneNumberId: 'number',
  callRetryConfigId: 'retry',
  callParentId: 'call',
  webhookEndpointId: 'webhook',
  webhookDeliveryId: 'delivery',
  workflowRunId: 'run',
  apiKeyId: 'key',
  providerKeyId: 'pkey',
  organizationId: 'org',
  requestId: 'req',
  sourceId: 'ksource',
  documentId: 'kdoc',
  chunkId: 'kchunk',
  dataDeletionId: 'deletion',
  browserCallId: 'bcall',
  factId: 'fact',
};

/** Values by the field's name. */
const values: Record<string, string> = {
  name: 'Reminders',
  agentName: 'Appointment reminder',
  campaignName: 'November reminders',
  description: 'Reminds customers of their appointment',
  prompt: 'You remind {{first_name}} of an appointment.',
  instructions: 'Ask whether the time still suits.',
  firstMessage: 'Hello {{first_name}}, this is a reminder of your appointment.',
  message: 'Hello, how can I help?',
  content: 'We are open on weekdays from nine to five.',
  text: 'We are open on weekdays from nine to five.',
  title: 'Opening hours',
  query: 'when are you open',
  phoneNumber: '+12025550123',
  customerPhoneNumber: '+12025550123',
  customerNumber: '+12025550123',
  fromNumber: '+12025550100',
  toNumber: '+12025550123',
  destination: '+12025550199',
  customerUniqueId: 'customer-4711',
  externalId: 'customer-4711',
  email: 'ada@example.com',
  host: 'sip.example.com',
  username: 'parley',
  url: 'https://example.com/parley',
  baseUrl: 'https://api.example.com',
  timeZone: 'America/New_York',
  language: 'en-US',
  currency: 'USD',
  start: '09:00',
  end: '17:00',
  key: 'order_number',
  reason: 'The customer asked for it',
  summary: 'The customer confirmed the appointment.',
  fact: 'Prefers mornings',
  topic: 'preferred time',
  tag: 'complaint',
  cost: '0.0073',
  amount: '0.0073',
  total: '0.0073',
  status: 'ended',
  type: 'outboundPhoneCall',
  sentiment: 'positive',
  stage: 'greeting',
  provider: 'deepgram',
  fileName: 'opening-hours.pdf',
  address: 'https://example.com/opening-hours',
  recordingUrl: 'https://parley.example.com/recordings/call.wav',
};

const formats: Record<string, string> = {
  'date-time': '2026-11-27T15:04:05.000Z',
  date: '2026-11-27',
  email: 'ada@example.com',
  uri: 'https://example.com/parley',
  uuid: '0b9f6c1e-8d7a-4f35-9c2b-1a6e5d4f3c2b',
};

/** Numbers by the end of the field's name. */
const numbers: readonly [string, number][] = [
  ['Ms', 420],
  ['Seconds', 90],
  ['secondsFromStart', 12],
  ['duration', 3],
  ['sipCode', 200],
  ['mosListening', 4],
];

/** Returns a number as a field of this name has it, if one is known. */
export function exampleNumber(name: string): number | undefined {
  return numbers.find(([ending]) => name.endsWith(ending))?.[1];
}

/** Returns a text as a field of this name and format has it, and `…` where none is known. */
export function exampleText(name: string, format?: string): string {
  if (format !== undefined && formats[format]) return formats[format];
  const singular = name.replace(/Ids$/, 'Id');
  if (singular.endsWith('Id') && !Object.hasOwn(values, singular)) {
    const prefix = prefixes[singular] ?? singular.slice(0, -'Id'.length).toLowerCase();
    return `${prefix}_${idTail}`;
  }
  return values[name] ?? values[name.replace(/s$/, '')] ?? '…';
}
