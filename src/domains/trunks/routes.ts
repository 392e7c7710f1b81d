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
import { createTrunk } from './create.ts';
import { deleteTrunk } from './delete.ts';
import { getTrunk } from './get.ts';
import { listTrunks } from './list.ts';
import { resetTrunkCircuit } from './reset-circuit.ts';
import { CreateTrunk, Trunk, TrunkPage, UpdateTrunk } from './schemas.ts';
import { updateTrunk } from './update.ts';

const params = z.object({ trunkId: z.string() });
const path = '/api/trunks';
const tag = 'Trunks';

const createDescription = `A trunk is a SIP carrier, or a PBX, that calls go out to and come in from. \`password\` is
stored encrypted and never returned; \`hasPassword\` says whether there is one. With
\`register\` the server registers at the carrier as \`username\`, and stays registered; a call to that user goes to the
phone number of the trunk, if it has but one. Calls from a trunk are told by where they come from: \`allowedAddresses\`, or what \`host\` resolves to. Networks wider than /8
(IPv4) or /16 (IPv6) are refused, because they would let anyone call in. \`health\` says whether the carrier can be
reached; calls through one that is \`down\` are held, and dialed as soon as it is up again.`;

const updateDescription = `Fields that are not given stay. \`password\` given as null is removed. A trunk with a
password needs a \`username\`, and one that registers needs both.`;

const resetDescription = `A circuit opens when too many of the latest attempts over the trunk failed
(\`circuitBreaker\` of the organization), and closes by itself when a call that tries it succeeds. Afterwards what failed
before is not counted.`;

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
      summary: 'Close the circuit of a trunk by hand',
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
      summary: 'Delete a trunk that no phone number and no call uses',
      scope: 'telephony:write',
      params,
      status: 204,
      errors: [404, 409],
      handle: (context, { params }) => deleteTrunk({ db, notifier, secret, ...context }, params.trunkId),
    }),
  ];
}
