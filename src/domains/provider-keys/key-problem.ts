import { createPrivateKey } from 'node:crypto';
import {
  addressedProviders,
  isServiceAccount,
  type KeyedProvider,
  type KeyFieldName,
  keyFieldNames,
  keyFields,
  signedProviders,
} from '../../conversation/providers/catalog.ts';
import type { CreateProviderKey } from './schemas.ts';

/** A field of a provider key, and what is wrong with it. */
interface Problem {
  field: string;
  message: string;
}

const headerKeyLengthMax = 1_000;

/** Returns what the provider does not accept about a key; `null` for a usable key. */
export function keyProblem(input: CreateProviderKey): Problem | null {
  const fields = keyFieldNames.map((name) => fieldProblem(input, name));
  return addressProblem(input) ?? apiKeyProblem(input) ?? fields.find((problem) => problem !== null) ?? null;
}

function addressProblem({ provider, baseUrl }: CreateProviderKey): Problem | null {
  const address = addressedProviders.get(provider);
  if (address === undefined || baseUrl !== null) return null;
  return { field: 'baseUrl', message: `is required for ${provider}: ${address}` };
}

function fieldProblem(input: CreateProviderKey, field: KeyFieldName): Problem | null {
  const { provider, baseUrl } = input;
  const takes = keyFields[provider]?.[field];
  const value = input[field];
  if (value !== null && takes === undefined) {
    return { field, message: `must be left out: keys of ${provider} have no ${field}` };
  }
  if (value !== null || takes === undefined || takes === 'optional') return null;
  if (takes === 'required') return { field, message: `is required for ${provider}` };
  return baseUrl === null
    ? { field, message: `is required for ${provider} unless baseUrl names the whole address` }
    : null;
}

function apiKeyProblem({ provider, apiKey, baseUrl }: CreateProviderKey): Problem | null {
  const field = 'apiKey';
  if (isServiceAccount(provider, apiKey)) return serviceAccountProblem(provider, apiKey);
  if (apiKey === null) {
    if (signedProviders.has(provider)) return { field, message: `is required for ${provider}` };
    return baseUrl === null
      ? { field, message: 'is required unless baseUrl names a service without keys' }
      : null;
  }
  if (apiKey.length > headerKeyLengthMax) {
    return { field, message: `must have at most ${headerKeyLengthMax} characters` };
  }
  // A key is sent in a header, which carries only printable ASCII reliably.
  return /^[\x21-\x7e]*$/.test(apiKey)
    ? null
    : { field, message: 'must be printable ASCII without white space' };
}

function serviceAccountProblem(provider: KeyedProvider, apiKey: string | null): Problem | null {
  const field = 'apiKey';
  const account = apiKey === null ? null : parsed(apiKey);
  if (account === null) {
    return {
      field,
      message: `must be the JSON of a service account for ${provider}, as Google's console writes it`,
    };
  }
  for (const name of ['project_id', 'client_email', 'private_key']) {
    if (typeof account[name] !== 'string' || account[name] === '') {
      return { field, message: `must be the JSON of a service account: it has no ${name}` };
    }
  }
  if (!isPrivateKey(String(account.private_key))) {
    return { field, message: 'must be the JSON of a service account: its private_key is no PKCS #8 RSA key' };
  }
  if (!/^[a-z\d.:-]+$/.test(String(account.project_id))) {
    return { field, message: 'must be the JSON of a service account: its project_id is not one of Google' };
  }
  return null;
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey({ key: pem, format: 'pem', type: 'pkcs8' }).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
