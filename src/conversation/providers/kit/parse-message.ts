import { ProviderError } from './provider-error.ts';

/** Parses a provider's JSON object; its contents are unchecked. Throws a `ProviderError` for anything else. */
export function parseMessage(provider: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new ProviderError(provider, `${provider} sent a message that is not a JSON object`, {
    retryable: true,
  });
}

/** Returns the value if it is an object, else an empty object. */
export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
