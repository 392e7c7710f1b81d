import { z } from 'zod';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { CreateDevice, DeviceList, type DeviceServer, NewDevice } from './schemas.ts';
import { selectDevices } from './store/devices.ts';
import { createDevice, deleteDevice } from './write.ts';

export interface DeviceDependencies {
  db: Database;
  secret: SecretKey;
  /** Where devices register, by the settings of this installation. */
  deviceServer?: DeviceServer;
}

const path = '/api/devices';
const tag = 'Teams';
const noServer: DeviceServer = { host: null, port: 5060, tlsPort: null, webSocketUrl: null };

/** The operations of members' softphones and IP phones. */
export function deviceRoutes({ db, secret, deviceServer: server = noServer }: DeviceDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createDevice',
      tag,
      summary: 'Add a softphone or IP phone of yours',
      description:
        'The device belongs to the member of the API key or session. Type the user name, the password and the server of the answer into the softphone, and then become available with `on: device` (`PUT /api/presence`). Answers 409 `device.too_many` at 10 devices.',
      scope: 'calls:control',
      body: CreateDevice,
      output: NewDevice,
      status: 201,
      errors: [404, 409],
      replayed: (created) => ({ ...created, password: null }),
      handle: async (context, { body }) => ({
        ...(await createDevice({ db, secret, ...context }, body)),
        server,
      }),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listDevices',
      tag,
      summary: 'List your softphones and IP phones, with where each is registered',
      scope: 'teams:read',
      output: DeviceList,
      status: 200,
      handle: async ({ actor }) => ({
        devices: await selectDevices(db, actor.organizationId, actor.memberId),
        server,
      }),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{deviceId}`,
      operationId: 'deleteDevice',
      tag,
      summary: 'Remove a softphone or IP phone of yours',
      description: 'No call rings there any more, and it cannot register again.',
      scope: 'calls:control',
      params: z.object({ deviceId: z.string() }),
      status: 204,
      errors: [404],
      handle: (context, { params }) => deleteDevice({ db, ...context }, params.deviceId),
    }),
  ];
}
