import type { SendOptions } from './client.ts';

/** A request for a documented operation. Its ids need not exist. */
export interface OperationRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The path in the OpenAPI document. */
  readonly template: string;
  readonly options: SendOptions;
  /** Whether the operation answers a missing or wrong credential with 403 instead of 401. */
  readonly forbids: boolean;
  /** Whether the request succeeds. Otherwise it names an unknown id, and the answer is 404. */
  readonly succeeds: boolean;
}

const call = {
  campaignName: 'conformance',
  scheduleId: 'none',
  phoneNumber: '+12025550123',
  phoneNumberId: 'none',
  variables: {},
};

/** The seven operations of the interface document, in its order. */
export const operationRequests: readonly OperationRequest[] = [
  {
    name: 'audit export',
    method: 'GET',
    path: '/api/export/audit-logs',
    template: '/api/export/audit-logs',
    options: { query: { pageSize: '1', createdAtLt: '2000-01-01T00:00:00Z' } },
    forbids: true,
    succeeds: true,
  },
  {
    name: 'campaign call',
    method: 'POST',
    path: '/api/agents/none/calls/campaign',
    template: '/api/agents/{agentId}/calls/campaign',
    options: { body: call },
    forbids: false,
    succeeds: false,
  },
  {
    name: 'workflow trigger',
    method: 'POST',
    path: '/api/workflows/none/trigger',
    template: '/api/workflows/{workflowId}/trigger',
    options: { body: {} },
    forbids: false,
    succeeds: false,
  },
  {
    name: 'lookup by external id',
    method: 'GET',
    path: '/api/calls/external/none',
    template: '/api/calls/external/{externalId}',
    options: {},
    forbids: false,
    succeeds: true,
  },
  {
    name: 'lookup by phone',
    method: 'GET',
    path: '/api/calls/phone/+12025550123',
    template: '/api/calls/phone/{phoneNumber}',
    options: {},
    forbids: false,
    succeeds: true,
  },
  {
    name: 'chats of an agent',
    method: 'GET',
    path: '/api/agents/none/chats',
    template: '/api/agents/{agentId}/chats',
    options: {},
    forbids: false,
    succeeds: false,
  },
  {
    name: 'personalization push',
    method: 'POST',
    path: '/api/call-personalization-webhook',
    template: '/api/call-personalization-webhook',
    options: { body: { phoneNumber: '+12025550123', data: { firstName: 'Ada' } } },
    forbids: false,
    succeeds: true,
  },
];

const base64Url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the parts of a key that is a compact JWS, or null for another key. */
function partsOf(key: string): [string, string, string] | null {
  const parts = key.split('.');
  return parts.length === 3 ? (parts as [string, string, string]) : null;
}

function decode(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return {};
  }
}

/**
 * Returns keys made from a valid one that a server must refuse (RFC 8725, sections 2.1 and 3.1): unsigned in three
 * spellings, signed over another payload, or with a signature that was altered, cut, emptied or made with a public key.
 * Empty when the valid key is no JWT.
 */
export function forgedKeys(
  key: string,
  sign: (text: string, secret: string) => string,
): Record<string, string> {
  const parts = partsOf(key);
  if (parts === null) return {};
  const [header, payload, signature] = parts;
  const unsigned = (alg: string): string => `${base64Url({ ...decode(header), alg })}.${payload}.`;
  const later = base64Url({ ...decode(payload), exp: 4_102_444_800, conformance: true });
  const middle = Math.floor(signature.length / 2);
  const changed = signature[middle] === 'A' ? 'B' : 'A';
  const hmacHeader = base64Url({ alg: 'HS256', typ: 'JWT' });
  return {
    'unsigned (alg none)': unsigned('none'),
    'unsigned (alg None)': unsigned('None'),
    'alg none with the old signature': `${unsigned('NONE')}${signature}`,
    'with another payload': `${header}.${later}.${signature}`,
    'with an altered signature': `${header}.${payload}.${signature.slice(0, middle)}${changed}${signature.slice(middle + 1)}`,
    'with a cut signature': `${header}.${payload}.${signature.slice(0, -4)}`,
    'without its signature': `${header}.${payload}.`,
    'signed with an empty secret': `${hmacHeader}.${payload}.${sign(`${hmacHeader}.${payload}`, '\0')}`,
    'signed with a guessed secret': `${hmacHeader}.${payload}.${sign(`${hmacHeader}.${payload}`, 'secret')}`,
  };
}
