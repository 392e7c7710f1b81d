import { exampleTexts, exampleTimes, idTail, textsOfParts, textsOfSchemas } from './example-texts.ts';

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
  parentRunId: 'run',
  campaignParentCallId: 'call',
};

const formats: Record<string, string> = {
  'date-time': '2026-11-27T15:04:05.000Z',
  date: '2026-11-27',
  email: 'ada@example.com',
  uri: 'https://example.com/parley',
  uuid: '0b9f6c1e-8d7a-4f35-9c2b-1a6e5d4f3c2b',
};

const variables = { first_name: 'Maya', day: 'Thursday' };
const schema = { type: 'object', properties: { guests: { type: 'integer' } }, required: ['guests'] };
const outcomes = { 'customer-ended-call': 96, 'customer-did-not-answer': 32 };
/** Objects of any fields, by the field's name. */
const fields: Readonly<Record<string, Record<string, unknown>>> = {
  variables,
  callVariables: variables,
  chatVariables: variables,
  sessionVariables: variables,
  data: variables,
  input: variables,
  personalization: variables,
  structuredData: { day: '2026-12-03', confirmed: true },
  'flow.variables': schema,
  parameters: schema,
  responseSchema: schema,
  structuredDataSchema: schema,
  arguments: { day: 'Thursday' },
  body: { day: '{{day}}' },
  headers: { 'X-Source': 'parley' },
  output: { booked: true },
  result: { booked: true },
  byStatus: { ended: 126, 'in-progress': 2 },
  byOutcome: outcomes,
  'Forecast.byOutcome': { answered: 205, voicemail: 98, 'no-answer': 197 },
  byReason: outcomes,
  bySentiment: { positive: 71, neutral: 42, negative: 15 },
  rubricOutcomes: { offered_other_time: true },
};

/** Numbers by the field's name, or by its end. The first one counts. */
const numbers: readonly [string, number][] = [
  ['endCampaignAt', 1_796_169_600_000],
  ['endOfTurnMs', 250],
  ['waitedMs', 640],
  ['maxMs', 1_280],
  ['p50Ms', 380],
  ['p90Ms', 610],
  ['p95Ms', 720],
  ['P95Ms', 210],
  ['p99Ms', 940],
  ['Ms', 420],
  ['secondsFromStart', 12],
  ['Seconds', 90],
  ['duration', 3],
  ['sipCode', 200],
  ['responseCode', 200],
  ['mosListening', 4.2],
  ['mosRemote', 4.1],
  ['lossPercent', 0.2],
  ['packetsLost', 9],
  ['packetsLate', 3],
  ['packetsSent', 4_480],
  ['packetsReceived', 4_471],
  ['confidence', 0.93],
  ['score', 0.82],
  ['failureRate', 0.05],
  ['Rate', 0.41],
  ['port', 5060],
  ['Port', 5061],
  ['characters', 812],
  ['inputTokens', 1_240],
  ['outputTokens', 96],
  ['Tokens', 320],
  ['quantity', 1_240],
  ['ersion', 3],
  ['priority', 5],
  ['maxCallsPerSecond', 5],
  ['maxConcurrentCalls', 20],
  ['maxAttempts', 3],
  ['calls', 128],
  ['Calls', 128],
  ['callsToday', 128],
  ['rowsRead', 500],
  ['rowsAccepted', 497],
  ['rowsRefused', 3],
  ['total', 128],
  ['turns', 9],
];

/** Truth values that an example does not have. */
const usuallyFalse: ReadonlySet<string> = new Set([
  ...['notUnderstood', 'hasMore', 'hasMoreSteps', 'estimated', 'isDemo', 'isCut', 'isCorrected', 'paused'],
  ...['isEmbedded', 'needsBaseUrl', 'embedded'],
]);

export function exampleTruth(name: string): boolean {
  return !usuallyFalse.has(name);
}

/** Returns a number as a field of this name has it, if one is known. */
export function exampleNumber(name: string): number | undefined {
  return numbers.find(([ending]) => name.endsWith(ending))?.[1];
}

/** Where a text is. */
export interface TextPlace {
  format?: string | undefined;
  /** The named schema with the field. */
  owner?: string;
  /** The field of the object or list with the field. */
  parent?: string;
}

/** Returns a text as a field of this name has it; undefined where none is known. */
export function exampleText(
  name: string,
  { format, owner = '', parent = '' }: TextPlace = {},
): string | undefined {
  if (format === 'date-time' && exampleTimes[name]) return exampleTimes[name];
  if (name === 'nextPage') return exampleTexts.nextPage;
  if (format !== undefined && formats[format]) return formats[format];
  const inPart = textsOfParts[`${parent}.${name}`] ?? textsOfParts[name];
  if (inPart !== undefined) return inPart;
  const ofSchema = Object.keys(textsOfSchemas)
    .filter((key) => key.endsWith(`.${name}`) && owner.startsWith(key.split('.')[0]!))
    .toSorted((one, other) => other.length - one.length)[0];
  if (ofSchema !== undefined) return textsOfSchemas[ofSchema];
  return idOf(name) ?? exampleTexts[name] ?? exampleTexts[name.replace(/s$/, '')];
}

/** Returns an id for a field that holds one. Its prefix is the last word of the name: `parentRunId` holds that of a run. */
function idOf(name: string): string | undefined {
  const singular = name.replace(/Ids$/, 'Id');
  if (!singular.endsWith('Id') || Object.hasOwn(exampleTexts, singular)) return undefined;
  const [last] = /(?:[A-Z]|^)[a-z]+$/.exec(singular.slice(0, -'Id'.length)) ?? [''];
  return `${prefixes[singular] ?? last.toLowerCase()}_${idTail}`;
}

/** Returns the fields of an object of any fields. */
export function exampleFields(name: string, parent: string): Record<string, unknown> {
  return fields[`${parent}.${name}`] ?? fields[name] ?? {};
}
