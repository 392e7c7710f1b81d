import { z } from 'zod';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database, Notifier } from '../../platform/db/index.ts';
import {
  defineRoute,
  namedPageParameters,
  namedPageRequest,
  nextPageUrl,
  type Route,
} from '../../platform/http/index.ts';
import { getTrunk, listTrunks } from './read.ts';
import { CreateTrunk, Trunk, TrunkPage, UpdateTrunk } from './schemas.ts';
import { createTrunk, deleteTrunk, resetTrunkCircuit, updateTrunk } from './write.ts';

const params = z.object({ trunkId: z.string() });
const path = '/api/trunks';
const tag = 'Trunks';

const createDescription = `A trunk connects to a SIP carrier or PBX for outbound and inbound calls. \`password\` is
stored encrypted and never returned; \`hasPassword\` says whether one is stored. With \`register\` the server registers at
the carrier as \`username\` and stays registered; a call to that user reaches the phone number of the trunk, if it has
exactly one. Inbound calls are identified by their source: \`allowedAddresses\`, or the addresses of \`host\`. Networks wider
than /8 (IPv4) or /16 (IPv6) are refused, because they would admit almost anyone. \`health\` says whether the carrier is
reachable; calls over a trunk that is \`down\` are held, and dialed once it is up again.`;

const updateDescription = `Omitted fields stay unchanged. \`password\` null removes the password. A trunk with a
password needs a \`username\`, and one that registers needs both.`;

const resetDescription = `A circuit opens when too many of the latest attempts over the trunk failed
(\`circuitBreaker\` of the organization), and closes when a probe call succeeds. Closing it here also resets the count
of failures.`;

interface TrunkDependencies {
  db: Database;
  notifier: Notifier;
  secret: SecretKey;
}

export function trunkRoutes({ db, notifier, secret }: TrunkDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createTrunk',
      tag,
      summary: 'Create a trunk',
      description: createDescription,
      scope: 'telephony:write',
      body: CreateTrunk,
      output: Trunk,
      status: 201,
      errors: [409],
      handle: (context, { body }) => createTrunk({ db, notifier, secret, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listTrunks',
      tag,
      summary: 'List trunks, newest first',
      scope: 'telephony:read',
      query: z.object(namedPageParameters),
      output: TrunkPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listTrunks({ db, ...context }, namedPageRequest(query));
        return { trunks: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
    ...oneTrunkRoutes({ db, notifier, secret }),
  ];
}

function oneTrunkRoutes({ db, notifier, secret }: TrunkDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/{trunkId}`,
      operationId: 'getTrunk',
      tag,
      summary: 'Read a trunk',
      scope: 'telephony:read',
      params,
      output: Trunk,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getTrunk({ db, ...context }, params.trunkId),
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/{trunkId}`,
      operationId: 'updateTrunk',
      tag,
      summary: 'Change a trunk',
      description: updateDescription,
      scope: 'telephony:write',
      params,
      body: UpdateTrunk,
      output: Trunk,
      status: 200,
      errors: [404],
      handle: (context, { params, body }) =>
        updateTrunk({ db, notifier, secret, ...context }, params.trunkId, body),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/{trunkId}/circuit/reset`,
      operationId: 'resetTrunkCircuit',
      tag,
      summary: 'Close the circuit of a trunk',
      description: resetDescription,
      scope: 'telephony:write',
      params,
      output: Trunk,
      status: 200,
      errors: [404, 409],
      handle: (context, { params }) => resetTrunkCircuit({ db, notifier, ...context }, params.trunkId),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{trunkId}`,
      operationId: 'deleteTrunk',
      tag,
      summary: 'Delete an unused trunk',
      scope: 'telephony:write',
      params,
      status: 204,
      errors: [404, 409],
      handle: (context, { params }) => deleteTrunk({ db, notifier, secret, ...context }, params.trunkId),
    }),
  ];
}
