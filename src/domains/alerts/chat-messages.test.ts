import { expect, it } from 'vitest';
import type { EgressOutlet } from '../../platform/egress/index.ts';
import { post } from './chat-messages.ts';

const failing = (error: Error) => ({ post: () => Promise.reject(error) }) as unknown as EgressOutlet;
const caused = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`connect ${code}`), { code }) });

it.each([
  [caused('ENOTFOUND'), 'The name hooks.example.com:8443 was not found in the DNS.'],
  [caused('ECONNREFUSED'), 'Nothing accepts connections at hooks.example.com:8443.'],
  [new DOMException('late', 'TimeoutError'), 'hooks.example.com:8443 gave no answer within 15 s.'],
  [new TypeError('fetch failed', { cause: new Error('odd') }), 'odd'],
])('says why a message had no answer: %s', async (error, reason) => {
  const posted = await post(failing(error), 'https://hooks.example.com:8443/in', {});
  expect(posted).toEqual({ ok: false, isFinal: false, reason });
});
