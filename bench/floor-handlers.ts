import { pushAll } from '../src/domains/personalization/store.ts';
import { triggerAll } from '../src/domains/workflows/store/triggers.ts';
import { readChunk } from '../src/platform/audit/export-store.ts';
import type { Database } from '../src/platform/db/index.ts';
import { newId } from '../src/platform/kernel/index.ts';
import { chatPage, lookupBy, queueCall } from './floor-statements.ts';
import type { ServerOrder } from './server-process.ts';

/** One operation without anything around its statement. */
export interface Handle {
  method: 'GET' | 'POST';
  path: RegExp;
  status: number;
  answer(path: RegExpExecArray, body: string): Promise<string>;
}

const byExternalId = lookupBy('external_id');
const byPhone = lookupBy('customer_number');

export function floorHandlers(db: Database, order: ServerOrder): Handle[] {
  return [...readers(db, order), ...writers(db, order)];
}

function readers(db: Database, { organizationId }: ServerOrder): Handle[] {
  return [
    {
      method: 'GET',
      path: /^\/api\/export\/audit-logs\?pageSize=(\d+)$/,
      status: 200,
      async answer([, size]) {
        const { docs, oldest } = await readChunk(
          db,
          organizationId,
          { after: null, before: null },
          Number(size),
        );
        return `{"auditLogs":[${docs.join(',')}],"metadata":{"nextPage":"?createdAtLt=${oldest}"}}`;
      },
    },
    {
      method: 'GET',
      path: /^\/api\/calls\/external\/(.+)$/,
      status: 200,
      answer: async ([, id]) => JSON.stringify(await db.query(byExternalId, [organizationId, id])),
    },
    {
      method: 'GET',
      path: /^\/api\/calls\/phone\/(.+)$/,
      status: 200,
      answer: async ([, number]) => JSON.stringify(await db.query(byPhone, [organizationId, number])),
    },
    {
      method: 'GET',
      path: /^\/api\/agents\/(\w+)\/chats\?pageSize=(\d+)$/,
      status: 200,
      async answer([, agentId, size]) {
        const rows = await db.query<{ chat: string }>(chatPage, [organizationId, agentId, Number(size) + 1]);
        const chats = rows.slice(0, Number(size)).map(({ chat }) => chat);
        return `{"chats":[${chats.join(',')}],"metadata":{"nextPage":"?"}}`;
      },
    },
  ];
}

function writers(db: Database, { organizationId, memberId }: ServerOrder): Handle[] {
  const actorOf = () => ({
    organizationId,
    memberId,
    apiKeyId: '',
    scopes: new Set<string>(),
    requestId: newId('req'),
  });
  return [
    {
      method: 'POST',
      path: /^\/api\/agents\/(\w+)\/calls\/campaign$/,
      status: 202,
      async answer([, agentId], body) {
        const input = JSON.parse(body);
        const item = {
          ...input,
          givenVariables: Object.keys(input.variables),
          organizationId,
          callId: newId('call'),
          newCampaignId: newId('campaign'),
          agentId,
          scheduleVersion: 1,
          localPresenceEnabled: false,
          dueAt: new Date().toISOString(),
          memberId,
          requestId: newId('req'),
        };
        const [row] = await db.query<{ problems: string[] }>(queueCall, [JSON.stringify([item]), '{}']);
        if (row!.problems.length > 0) throw new Error(`the call was refused: ${row!.problems}`);
        return JSON.stringify({ callId: item.callId, ...row });
      },
    },
    {
      method: 'POST',
      path: /^\/api\/workflows\/(\w+)\/trigger$/,
      status: 202,
      async answer([, workflowId], inputText) {
        const runId = newId('run');
        const [outcome] = await triggerAll(db, [
          { actor: actorOf(), runId, workflowId: workflowId!, inputText },
        ]);
        if (outcome !== 'ok') throw new Error(`the trigger was refused: ${outcome}`);
        return JSON.stringify({ workflowTriggeredId: runId });
      },
    },
    {
      method: 'POST',
      path: /^\/api\/call-personalization-webhook$/,
      status: 200,
      async answer(_path, body) {
        await pushAll(db, [{ actor: actorOf(), pushId: newId('push'), ...JSON.parse(body) }]);
        return '{"success":true}';
      },
    },
  ];
}
