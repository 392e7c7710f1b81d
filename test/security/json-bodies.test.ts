import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';

let world: ApiWorld;
let workflowId: string;
beforeAll(async () => {
  world = await createApiWorld();
  const definition = { version: 1, steps: [{ id: 'end', type: 'end', output: '{{ input.name }}' }] };
  const body = { name: 'W', trigger: { type: 'webhook' }, definition };
  workflowId = (await world.request('POST', '/api/workflows', { body })).body.workflowId;
  await world.request('POST', `/api/workflows/${workflowId}/publish`);
});
afterAll(() => world.close());

const push = '/api/call-personalization-webhook';
const send = (path: string, body: string, headers = {}) => world.request('POST', path, { body, headers });
const trigger = () => `/api/workflows/${workflowId}/trigger`;

test.each([' ', '\r\n\t ', '\ufeff', '\ufeff\n'])('white space alone is an empty body: %j', async (body) => {
  expect((await send(trigger(), body)).status).toBe(202);
  for (const path of ['/api/agents', push]) {
    const answer = await send(path, body);
    expect([answer.status, answer.body.error]).toEqual([400, 'body: is required']);
  }
  // Of an operation that takes no body.
  expect((await send(`/api/workflows/${workflowId}/publish`, body)).status).toBeLessThan(300);
});

test.each(['\ufeff{"phoneNumber":"+12025550147","data":{}}', '\n {"phoneNumber":"+12025550147","data":{}} '])(
  'a byte order mark and white space around JSON are skipped: %j',
  async (body) => {
    expect((await send(push, body)).status).toBe(200);
  },
);

test.each([
  ['{"data":{"a":"\\u0000"}}', 'data.a: must not contain a NUL character'],
  ['{"data":{"a":["\\ud800"]}}', 'data.a.0: must not contain a lone surrogate'],
  ['{"data":{"a\\u0000":1}}', 'data: must not contain a NUL character'],
  ['{"data":{"__proto__":1}}', 'data: must not have a key __proto__'],
  ['{"data":{"a":1e400}}', 'data.a: must be a number that fits into 64 bits (IEEE 754)'],
  [`{"data":${'['.repeat(64)}${']'.repeat(64)}}`, 'body: must not be nested deeper than 64 levels'],
])('what the reference says is refused is refused: %s', async (body, error) => {
  for (const path of [push, trigger()]) {
    const answer = await send(path, body);
    expect([path, answer.status, answer.body.error]).toEqual([path, 400, error]);
  }
});

test('what is named as fields of every object are is data, from a push to what the next call uses', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'toJSON', 'then'];
  const data = Object.fromEntries(names.map((name) => [name, { constructor: name }]));
  const body = { phoneNumber: '+12025550148', data };
  expect((await world.request('POST', push, { body })).status).toBe(200);
  const read = await world.request('GET', '/api/call-personalization/+12025550148');
  expect(JSON.stringify(read.body)).toContain(JSON.stringify({ constructor: 'then' }));
  expect((await world.request('POST', trigger(), { body: { name: 'x', ...data } })).status).toBe(202);
});
