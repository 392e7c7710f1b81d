import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ApiDocument } from './document.ts';
import { addingOperations, kindOf } from './operation-kind.ts';
import { operationTools } from './operation-tools.ts';

const document: ApiDocument = JSON.parse(
  readFileSync(new URL('../../../../openapi/openapi.json', import.meta.url), 'utf8'),
);
const operations = operationTools(document);
const created = Object.values(document.paths).flatMap(({ post }) =>
  post && '201' in post.responses ? [post.operationId] : [],
);

test('an operation adds when it creates something and changes nothing else', () => {
  for (const name of addingOperations) {
    expect(created).toContain(name);
    expect(operations.get(name)?.kind, name).toBe('adds');
  }
});

test('an operation that replaces something, ends something or gives access is a change, though it answers 201', () => {
  for (const name of [
    ...['storeWorkflowSecret', 'inviteMember', 'createSuppression', 'queueCampaignCall', 'createProviderKey'],
    ...['createTrunk', 'createPhoneNumber', 'createMember', 'createApiKey', 'createWebhookEndpoint'],
  ]) {
    expect(created).toContain(name);
    const { kind, tool } = operations.get(name)!;
    expect([kind, tool.annotations?.destructiveHint], name).toEqual(['changes', true]);
  }
});

test('an operation that is not classified is a change, unless its scope only reads', () => {
  expect(kindOf('post', 'things:write', 'createThing')).toBe('changes');
  expect(kindOf('post', 'things:read', 'findThing')).toBe('reads');
  expect(kindOf('get', 'things:write', 'getThing')).toBe('reads');
});
