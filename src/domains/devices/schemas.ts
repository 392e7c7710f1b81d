import { z } from 'zod';
import { DateTime } from '../../platform/http/index.ts';

/** The most devices of a member, and places where one device is registered. */
export const devicesMax = 10;
export const bindingsMax = 5;

const fields = {
  name: z.string().trim().min(1).max(100).describe('Such as `Phone in the office`'),
  mediaEncryption: z
    .enum(['off', 'optional', 'required'])
    .describe(
      '`optional` offers SRTP (SDES keys) beside plain audio, `required` refuses plain audio. Use it over TLS, because the keys are in the signalling. The audio of web phones is always encrypted (DTLS-SRTP)',
    ),
  digest: z
    .enum(['MD5', 'SHA-256'])
    .describe(
      'How the device proves its password (RFC 7616). Every device knows MD5, and the password is random; choose SHA-256 for devices that know it',
    ),
};

export const CreateDevice = z
  .strictObject({
    ...fields,
    mediaEncryption: fields.mediaEncryption.default('off'),
    digest: fields.digest.default('MD5'),
  })
  .meta({ id: 'CreateDevice' });
export type CreateDevice = z.output<typeof CreateDevice>;

const transports = ['udp', 'tcp', 'tls', 'ws', 'wss'] as const;

const Registration = z.object({
  userAgent: z.string().nullable().describe('What the device calls itself'),
  transport: z.enum(transports).describe('`ws` and `wss`: a web phone'),
  address: z.string().describe('The address that the device has on the network, as this server sees it'),
  registeredAt: DateTime,
  refreshedAt: DateTime,
  expiresAt: DateTime,
});

export const Device = z
  .object({
    deviceId: z.string(),
    ...fields,
    username: z.string().describe('The user name to type into the softphone or telephone'),
    registrations: z.array(Registration).describe('Where the device is registered now. Empty: nowhere'),
    createdAt: DateTime,
  })
  .meta({ id: 'Device' });
export type Device = z.output<typeof Device>;

export const DeviceServer = z
  .object({
    host: z
      .string()
      .nullable()
      .describe('The address of the SIP server. Null: the operator has set no public address'),
    port: z.int().describe('For UDP and TCP'),
    tlsPort: z.int().nullable().describe('Null: this server has no certificate for SIP over TLS'),
    webSocketUrl: z
      .string()
      .nullable()
      .describe('Where web phones connect (SIP over WebSocket, RFC 7118). Null: web phones are not set up'),
  })
  .meta({ id: 'DeviceServer' });
export type DeviceServer = z.output<typeof DeviceServer>;

export const NewDevice = Device.extend({
  password: z
    .string()
    .nullable()
    .describe('Shown once. Add the device again when it is lost. Null in a replay by Idempotency-Key'),
  server: DeviceServer,
}).meta({ id: 'NewDevice' });
export type NewDevice = z.output<typeof NewDevice>;

export const DeviceList = z
  .object({ devices: z.array(Device), server: DeviceServer })
  .meta({ id: 'DeviceList' });
export type DeviceList = z.output<typeof DeviceList>;
