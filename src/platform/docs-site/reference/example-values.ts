import { exampleTexts, idTail, textsOfSchemas } from './example-texts.ts';

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

/**
 * Returns a text as a field of this name and format has it; undefined where none is known. `owner` is the schema with the
 * field.
 */
export function exampleText(name: string, { format, owner = '' }: { format?: string; owner?: string } = {}): string | undefined {
  if (format !== undefined && formats[format]) return formats[format];
  const own = Object.keys(textsOfSchemas).find((key) => `${owner}.${name}`.startsWith(key.replace(/\.\w+$/, '')) && key.endsWith(`.${name}`));
  if (own) return textsOfSchemas[own];
  const singular = name.replace(/Ids$/, 'Id');
  if (singular.endsWith('Id') && !Object.hasOwn(exampleTexts, singular)) {
    const prefix = prefixes[singular] ?? singular.slice(0, -'Id'.length).toLowerCase();
    return `${prefix}_${idTail}`;
  }
  return exampleTexts[name] ?? exampleTexts[name.replace(/s$/, '')];
}
