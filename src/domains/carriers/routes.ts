import { z } from 'zod';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  defineRoute,
  nextPageUrl,
  pageParameters,
  pageRequest,
  type Route,
} from '../../platform/http/index.ts';
import { ApiError, RateLimiter } from '../../platform/kernel/index.ts';
import type { AccountParts } from './account.ts';
import { createConnection } from './create.ts';
import { getConnection, listConnections, listNumbers } from './read.ts';
import { replaceKey } from './replace-key.ts';
import {
  CarrierConnection,
  CarrierConnectionPage,
  CarrierNumberList,
  CarrierNumberQuery,
  ConnectCarrier,
  CreateCarrierConnection,
  DisconnectCarrier,
  ReplaceCarrierKey,
} from './schemas.ts';
import type { OwnSipAddress } from './sip-address.ts';
import {
  abandonConnection,
  connectCarrier,
  deleteConnection,
  disconnectCarrier,
  resumeCarrier,
} from './write.ts';

const params = z.object({ carrierConnectionId: z.string() });
const path = '/api/carrier-connections';
const tag = 'Carrier connections';

/** The most questions to vendors of an organization in a minute. */
const questionsPerMinuteMax = 30;
/** A list of numbers takes several requests of at most 20 s. */
const answerSecondsMax = 60;

const createDescription = `Checks the key with the vendor and stores it encrypted. Nothing is made at the vendor yet. The key is
sent to the vendor's address alone, and never returned.`;

const connectDescription = `Buys the numbers whose purchase is confirmed, makes a SIP trunk in the account with this
installation as its destination, assigns the numbers to it, and adds trunk and numbers here. The answer comes at once; \`steps\`
shows the progress. Each step is stored before it is sent and looked up after a crash, so nothing is bought twice. When a step is
refused, \`problem\` says what to do; then resume, disconnect, or connect other numbers.`;

const disconnectDescription = `Undoes what this connection made, from the last step to the first, and nothing else. Numbers get
back what they were assigned to before. Bought numbers stay in the account unless \`releaseNumbers\` is true.`;

export interface CarrierDependencies {
  db: Database;
  secret: SecretKey;
  egressAllow: readonly string[];
  /** How carriers are reached, and how they reach this installation. The thread for expensive requests has none. */
  carriers?: Carriers;
}

type Carriers = AccountParts & { own: OwnSipAddress; wake: () => void };

/** The operations of connections to carriers. */
export function carrierRoutes({ db, secret, egressAllow, carriers: given }: CarrierDependencies): Route[] {
  const carriers = () => {
    if (!given) throw new Error('this process reaches no carriers');
    return given;
  };
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createCarrierConnection',
      tag,
      summary: 'Store the key of a carrier',
      description: createDescription,
      scope: 'organization:write',
      body: CreateCarrierConnection,
      output: CarrierConnection,
      status: 201,
      errors: [409],
      answerSecondsMax,
      handle: (context, { body }) =>
        createConnection({ db, secret, egressAllow, ...carriers(), ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listCarrierConnections',
      tag,
      summary: 'List carrier connections, newest first',
      scope: 'telephony:read',
      query: z.object(pageParameters),
      output: CarrierConnectionPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listConnections({ db, ...context }, pageRequest(query));
        const nextPage = nextPageUrl(context.baseUrl, path, query, next);
        return { carrierConnections: items, metadata: { nextPage } };
      },
    }),
    ...oneConnectionRoutes({ db, secret, carriers }),
    ...removalRoutes(db),
    ...runRoutes({ db, carriers }),
  ];
}

function oneConnectionRoutes({
  db,
  secret,
  carriers,
}: Pick<CarrierDependencies, 'db' | 'secret'> & { carriers: () => Carriers }): Route[] {
  const questions = new RateLimiter(questionsPerMinuteMax);
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/{carrierConnectionId}`,
      operationId: 'getCarrierConnection',
      tag,
      summary: 'Read a carrier connection with its steps',
      scope: 'telephony:read',
      params,
      output: CarrierConnection,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getConnection({ db, ...context }, params.carrierConnectionId),
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/{carrierConnectionId}/numbers`,
      operationId: 'listCarrierNumbers',
      tag,
      summary: 'List the numbers of the account, and numbers on sale',
      description: 'Asks the vendor. An organization may ask 30 times a minute.',
      scope: 'organization:read',
      params,
      query: CarrierNumberQuery,
      output: CarrierNumberList,
      status: 200,
      errors: [404, 409],
      answerSecondsMax,
      handle: (context, { params, query }) => {
        const { organizationId } = context.actor;
        const admit = () => {
          const seconds = questions.count(organizationId, Date.now());
          if (seconds === 0) return;
          const headers = { 'retry-after': String(seconds) };
          throw new ApiError(429, 'rate_limited', 'Too many questions to carriers.', { headers });
        };
        return listNumbers(
          { db, secret, admit, ...carriers(), ...context },
          params.carrierConnectionId,
          query,
        );
      },
    }),
    defineRoute({
      method: 'PUT',
      path: `${path}/{carrierConnectionId}/key`,
      operationId: 'replaceCarrierConnectionKey',
      tag,
      summary: 'Replace the key of a carrier',
      description:
        'Checks another key of the same account with the vendor, and stores it encrypted. Then resume a run that stopped.',
      scope: 'organization:write',
      params,
      body: ReplaceCarrierKey,
      output: CarrierConnection,
      status: 200,
      errors: [404, 409],
      answerSecondsMax,
      handle: (context, { params, body }) =>
        replaceKey({ db, secret, ...carriers(), ...context }, params.carrierConnectionId, body),
    }),
  ];
}

function removalRoutes(db: Database): Route[] {
  const removal = { tag, scope: 'organization:write', params, status: 204, errors: [404, 409] } as const;
  return [
    defineRoute({
      ...removal,
      method: 'DELETE',
      path: `${path}/{carrierConnectionId}`,
      operationId: 'deleteCarrierConnection',
      summary: 'Delete a carrier connection that is not in use',
      handle: (context, { params }) => deleteConnection({ db, ...context }, params.carrierConnectionId),
    }),
    defineRoute({
      ...removal,
      method: 'POST',
      path: `${path}/{carrierConnectionId}/abandon`,
      operationId: 'abandonCarrierConnection',
      summary: 'Delete a carrier connection that cannot be undone',
      description:
        'For a connection that stopped at a problem, such as a closed account. What it made stays, here and at the vendor. 409 `carrier_connection.not_stopped`: it has not stopped.',
      handle: (context, { params }) => abandonConnection({ db, ...context }, params.carrierConnectionId),
    }),
  ];
}

function runRoutes({ db, carriers }: { db: Database; carriers: () => Carriers }): Route[] {
  const wake = () => carriers().wake();
  const run = {
    ...{ method: 'POST' as const, tag, scope: 'organization:write', params },
    ...{ output: CarrierConnection, status: 202 as const },
  };
  return [
    defineRoute({
      ...run,
      path: `${path}/{carrierConnectionId}/connect`,
      operationId: 'connectCarrier',
      summary: 'Connect numbers of a carrier',
      description: connectDescription,
      body: ConnectCarrier,
      errors: [404, 409],
      handle: (context, { params, body }) =>
        connectCarrier({ db, wake, ...context }, params.carrierConnectionId, body),
    }),
    defineRoute({
      ...run,
      path: `${path}/{carrierConnectionId}/disconnect`,
      operationId: 'disconnectCarrier',
      summary: 'Undo what a carrier connection made',
      description: disconnectDescription,
      body: DisconnectCarrier,
      errors: [404, 409],
      handle: (context, { params, body }) =>
        disconnectCarrier({ db, wake, ...context }, params.carrierConnectionId, body),
    }),
    defineRoute({
      ...run,
      path: `${path}/{carrierConnectionId}/resume`,
      operationId: 'resumeCarrierConnection',
      summary: 'Go on with a run that a problem stopped',
      errors: [404, 409],
      handle: (context, { params }) => resumeCarrier({ db, wake, ...context }, params.carrierConnectionId),
    }),
  ];
}
