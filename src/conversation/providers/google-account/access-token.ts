import { monotonicMs } from '../../../platform/kernel/index.ts';
import { asNumber, asText, ProviderError, parseMessage, type VendorOptions } from '../kit/index.ts';
import { requestText } from '../network/index.ts';

const scope = 'https://www.googleapis.com/auth/cloud-platform';
const answerBytesMax = 65_536;
/** A token is replaced this long before it expires. */
const earlyMs = 60_000;

interface ServiceAccount {
  projectId: string;
  email: string;
  privateKey: string;
  tokenUri: string;
}

/**
 * Returns the function that returns an access token of the service account in `apiKey`. It asks for a new one shortly before the last
 * expires, and adds each to `secrets`. It waits for the token service for `firstByteTimeoutMs` at most, by default as long as any
 * request.
 */
export function accessTokens(
  provider: string,
  options: VendorOptions & { firstByteTimeoutMs?: number },
  secrets: string[],
): () => Promise<string> {
  let token: { value: Promise<string>; untilMs: number } | null = null;
  return () => {
    if (token && monotonicMs() < token.untilMs) return token.value;
    const asked = { value: Promise.resolve(''), untilMs: Number.POSITIVE_INFINITY };
    asked.value = accessToken(provider, options, secrets).then(
      ({ value, expiresMs }) => {
        secrets.push(value);
        asked.untilMs = monotonicMs() + expiresMs - earlyMs;
        return value;
      },
      (error: unknown) => {
        if (token === asked) token = null;
        throw error;
      },
    );
    token = asked;
    return asked.value;
  };
}

/** Exchanges a signed assertion for an access token (RFC 7523 §2.1). */
async function accessToken(
  provider: string,
  { apiKey, dispatcher, firstByteTimeoutMs }: VendorOptions & { firstByteTimeoutMs?: number },
  secrets: readonly string[],
): Promise<{ value: string; expiresMs: number }> {
  const { email, privateKey, tokenUri } = readServiceAccount(provider, apiKey);
  const { importPKCS8, SignJWT } = await import('jose');
  const key = await importPKCS8(privateKey, 'RS256').catch(() => {
    throw unusable(provider, 'private_key of the service account is not a PKCS #8 key');
  });
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience(tokenUri)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key);
  const grant = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion,
  });
  const answer = parseMessage(
    provider,
    await requestText(
      {
        ...{ provider, url: tokenUri, secrets: [...secrets, assertion], dispatcher },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: grant.toString(),
        ...(firstByteTimeoutMs !== undefined && { firstByteTimeoutMs }),
      },
      answerBytesMax,
    ),
  );
  const value = asText(answer.access_token);
  if (value === '') throw unusable(provider, 'the token service answered without a token');
  return { value, expiresMs: (asNumber(answer.expires_in) ?? 3_600) * 1_000 };
}

/** Reads the JSON of a service account, as Google's console writes it. Throws a `ProviderError` that names what is missing. */
export function readServiceAccount(provider: string, text: string | null): ServiceAccount {
  const json = parseMessage(provider, text ?? '');
  const named = (name: string): string => {
    const value = asText(json[name]);
    if (value === '') throw unusable(provider, `the service account has no ${name}`);
    return value;
  };
  return {
    projectId: named('project_id'),
    email: named('client_email'),
    privateKey: named('private_key'),
    tokenUri: asText(json.token_uri) || 'https://oauth2.googleapis.com/token',
  };
}

function unusable(provider: string, message: string): ProviderError {
  return new ProviderError(provider, `${provider}: ${message}`, { retryable: false });
}
