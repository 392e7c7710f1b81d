import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { keepAuditLogStill } from '../world/still-audit-log.ts';
import { type Populated, populate } from './populated.ts';

let world: ApiWorld;
let populated: Populated;
beforeAll(async () => {
  world = await createApiWorld();
  await keepAuditLogStill(world);
  populated = await populate(world, world.owner, 'mine', '01');
});
afterAll(() => world.close());

const audited = async () => {
  const { body } = await world.request('GET', '/api/export/audit-logs');
  return body.auditLogs.length;
};

test.each([
  '/api/agents/{agentId}',
  '/api/trunks/{trunkId}',
  '/api/schedules/{scheduleId}',
  '/api/retry-configs/{callRetryConfigId}',
  '/api/pronunciations/{pronunciationId}',
  '/api/views/{viewId}',
  '/api/knowledge/sources/{sourceId}',
  '/api/knowledge/documents/{documentId}',
  '/api/customer-facts/{factId}',
  '/api/phone-numbers/{phoneNumberId}',
  '/api/workflows/{workflowId}',
  '/api/members/{memberId}',
  '/api/webhook-endpoints/{webhookEndpointId}',
  '/api/organization',
])('a change of %s that gives no field answers with it as it is, and is not audited', async (template) => {
  const path = template.replace(/\{(\w+)\}/, (_, name) => populated.ids[name]!);
  const before = await world.request('GET', path);
  const entries = await audited();
  const { status, body } = await world.request('PATCH', path, { body: {} });
  expect([status, body]).toEqual([200, before.body]);
  expect(await audited()).toBe(entries);
});
