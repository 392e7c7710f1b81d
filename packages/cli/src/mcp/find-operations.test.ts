import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ApiDocument } from './document.ts';
import { findOperations } from './find-operations.ts';
import { operationTools } from './operation-tools.ts';

const document = new URL('../../../../openapi/openapi.json', import.meta.url);
const operations = [...operationTools(JSON.parse(readFileSync(document, 'utf8')) as ApiDocument).values()];
const found = (question: string) => findOperations(operations, question).map(({ tool }) => tool.name);

test('operations are found by a description of the task', () => {
  const asked: [string, string][] = [
    ['pause a campaign', 'pauseCampaign'],
    ['delete a person', 'createDataDeletion'],
    ['webhook deliveries', 'listWebhookDeliveries'],
    ['send failed webhook deliveries again', 'redeliverFailedWebhooks'],
    ['next open time schedule', 'tellNextOpen'],
    ['LATENCY?', 'getLatencyAnalytics'],
    ['createAgent', 'createAgent'],
  ];
  for (const [question, name] of asked) expect(found(question)[0], question).toBe(name);
  expect(found('why was a call not made').slice(0, 2)).toContain('explainCall');
  expect(found('who changed the agent').slice(0, 2)).toContain('listAuditLogs');
});

test('a search finds a dozen operations at most, and none for unknown words', () => {
  expect(found('list the calls of an agent')).toHaveLength(12);
  expect(found('xylophone')).toEqual([]);
  expect(found('… ?')).toEqual([]);
});
