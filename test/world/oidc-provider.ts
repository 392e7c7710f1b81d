import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

/** The provider's misbehaviour, and the person that its tokens name. */
export interface Manners {
  /** Wrong claims of the ID token; undefined leaves a claim out. */
  claims?: Record<string, unknown>;
  /** `stranger`: with an unpublished key; `none`: unsigned; `secret`: with the client's secret. */
  signedWith?: 'RS256' | 'ES256' | 'stranger' | 'none' | 'secret';
  /** Writes the token in base64 with `+`, `/` and `=`, which RFC 7515 §2 does not. */
  isPlainBase64?: boolean;
  /** Accepts a code repeatedly and from any client. */
  takesCodesAgain?: boolean;
  /** Returns an error in place of a code (RFC 6749 §4.1.2.1). */
  error?: string;
  /** Wrong fields of the provider's metadata. */
  metadata?: Record<string, unknown>;
  /** Returns the e-mail address at the UserInfo endpoint alone. */
  thinTokens?: boolean;
  /** Does not answer. */
  isSilent?: boolean;
}

interface Grant {
  redirectUri: string;
  challenge: string;
  nonce: string;
}

/** An OpenID Connect provider over HTTP on loopback. It signs everyone in. */
export interface OidcProviderServer extends AsyncDisposable {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The person at the browser. */
  person: { email?: string | undefined; email_verified?: unknown; name?: string };
  manners: Manners;
  /** The requested paths. */
  asked: string[];
  /** Returns the query with which the provider sends the browser back from this address. */
  answerTo(authorizationUrl: string): string;
}

/** Starts a provider, which sends every browser back at once. */
export async function openOidcProvider(): Promise<OidcProviderServer> {
  const [rsa, ec, stranger] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ]);
  const keys = [
    { ...(await exportJWK(rsa.publicKey)), kid: 'rsa', alg: 'RS256', use: 'sig' },
    { ...(await exportJWK(ec.publicKey)), kid: 'ec', alg: 'ES256', use: 'sig' },
  ];
  const signers = { RS256: ['rsa', rsa], ES256: ['ec', ec], stranger: ['rsa', stranger] } as const;
  const grants = new Map<string, Grant>();
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A different site from the service, which browsers in tests reach at 127.0.0.1.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  const provider: OidcProviderServer = {
    ...{ issuer, clientId: 'parley', clientSecret: 'the-secret-of-the-client-is-long', asked: [] },
    person: { email: 'olive@example.com', email_verified: true, name: 'Olive Owner' },
    manners: {},
    answerTo(authorizationUrl) {
      const { searchParams: asked } = new URL(authorizationUrl);
      const state = asked.get('state') ?? '';
      const { error } = provider.manners;
      if (error) return `${new URLSearchParams({ error, state, iss: issuer })}`;
      const wanted = {
        ...{ response_type: 'code', client_id: 'parley', code_challenge_method: 'S256' },
      };
      for (const [name, value] of Object.entries(wanted))
        if (asked.get(name) !== value) throw new Error(`${name} is ${asked.get(name)}`);
      if (!asked.get('scope')?.split(' ').includes('openid')) throw new Error('openid is not asked for');
      const code = randomUUID();
      grants.set(code, {
        redirectUri: asked.get('redirect_uri') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        nonce: asked.get('nonce') ?? '',
      });
      return `${new URLSearchParams({ code, state, iss: issuer })}`;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, issuer);
    provider.asked.push(pathname);
    if (provider.manners.isSilent) return;
    if (pathname === '/authorize') {
      const back = new URL(searchParams.get('redirect_uri')!);
      back.search = provider.answerTo(`${issuer}${request.url}`);
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    const [status, body] = await answerOf(pathname, request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  async function answerOf(path: string, request: IncomingMessage): Promise<[number, unknown]> {
    if (path === '/.well-known/openid-configuration') return [200, metadata()];
    if (path === '/jwks') return [200, { keys }];
    if (path === '/userinfo') return [200, { sub: 'person-1', ...provider.person }];
    if (path === '/token') {
      const given = new URLSearchParams(await textOf(request));
      const grant = grants.get(given.get('code') ?? '');
      if (given.get('client_secret') !== provider.clientSecret) return [401, { error: 'invalid_client' }];
      if (!grant || !isGood(grant, given)) return [400, { error: 'invalid_grant' }];
      if (!provider.manners.takesCodesAgain) grants.delete(given.get('code')!);
      const written = await idToken(grant);
      const token = provider.manners.isPlainBase64 ? inPlainBase64(written) : written;
      return [200, { access_token: 'access', token_type: 'Bearer', id_token: token }];
    }
    return [404, {}];
  }

  function metadata() {
    const endpoint = (name: string) => `${issuer}/${name}`;
    return {
      issuer,
      authorization_endpoint: endpoint('authorize'),
      token_endpoint: endpoint('token'),
      jwks_uri: endpoint('jwks'),
      userinfo_endpoint: endpoint('userinfo'),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      authorization_response_iss_parameter_supported: true,
      ...provider.manners.metadata,
    };
  }

  function isGood({ redirectUri, challenge }: Grant, given: URLSearchParams): boolean {
    const verifier = given.get('code_verifier') ?? '';
    const isOfThisCode = createHash('sha256').update(verifier).digest('base64url') === challenge;
    return (
      given.get('grant_type') === 'authorization_code' &&
      given.get('redirect_uri') === redirectUri &&
      (isOfThisCode || provider.manners.takesCodesAgain === true)
    );
  }

  function idToken({ nonce }: Grant): Promise<string> | string {
    const { claims, signedWith = 'RS256', thinTokens } = provider.manners;
    const nowSeconds = Math.floor(Date.now() / 1000);
    const all = {
      ...{ iss: issuer, aud: provider.clientId, sub: 'person-1', nonce },
      ...{ iat: nowSeconds, exp: nowSeconds + 300, ...(thinTokens ? {} : provider.person), ...claims },
    };
    const payload = JSON.parse(JSON.stringify(all)) as JWTPayload;
    if (signedWith === 'none') return new UnsecuredJWT(payload).encode();
    if (signedWith === 'secret')
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(provider.clientSecret));
    const [kid, { privateKey }] = signers[signedWith] as readonly [string, { privateKey: CryptoKey }];
    const alg = kid === 'ec' ? 'ES256' : 'RS256';
    return new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(privateKey);
  }

  return provider;
}

/** Returns the token with its signature in plain base64: the same bytes, written differently. */
function inPlainBase64(token: string): string {
  const [header, payload, signature] = token.split('.');
  return `${header}.${payload}.${Buffer.from(signature!, 'base64url').toString('base64')}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
