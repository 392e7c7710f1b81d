import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../../kernel/index.ts';
import { CredentialError } from '../authentication.ts';
import { baseUrlOf } from './base-url.ts';
import { createHttpServer, type HttpServer } from './server.ts';

const start = (trustedProxies: string[]) =>
  createHttpServer({
    routes: [],
    authenticator: {
      authenticate: async () => {
        throw new CredentialError('missing');
      },
    },
    log: silentLog,
    publicUrl: null,
    trustedProxies,
    ready: async () => ({ ready: true, checks: {} }),
    pages: async (app) => {
      app.get('/who', async (request) => [request.ip, baseUrlOf(request, null)]);
    },
  });

let behindProxy: HttpServer;
let open: HttpServer;
beforeAll(async () => {
  [behindProxy, open] = await Promise.all([start(['10.1.0.0/16', 'fd00::/8']), start([])]);
});
afterAll(async () => {
  await behindProxy.close();
  await open.close();
});

const asked = async ({ app }: HttpServer, remoteAddress: string, forwarded: Record<string, string>) => {
  const headers = { host: 'api.example.com', ...forwarded };
  return (await app.inject({ url: '/who', remoteAddress, headers })).json();
};
const forwarded = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9', 'x-forwarded-proto': 'https' };

it('takes the client address that a trusted proxy added itself', async () => {
  for (const proxy of ['10.1.2.3', 'fd00::5'])
    expect(await asked(behindProxy, proxy, forwarded)).toEqual(['203.0.113.9', 'https://api.example.com']);
  const chain = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9, 10.1.0.1' };
  expect((await asked(behindProxy, '10.1.2.3', chain))[0]).toBe('203.0.113.9');
});

it('ignores X-Forwarded headers of every other sender', async () => {
  expect(await asked(behindProxy, '10.2.0.1', forwarded)).toEqual(['10.2.0.1', 'http://api.example.com']);
  expect(await asked(open, '127.0.0.1', forwarded)).toEqual(['127.0.0.1', 'http://api.example.com']);
});

it('ignores a scheme that a client wrote and a proxy passed on', async () => {
  const odd = { ...forwarded, 'x-forwarded-proto': 'javascript' };
  expect((await asked(behindProxy, '10.1.2.3', odd))[1]).toBe('http://api.example.com');
});
