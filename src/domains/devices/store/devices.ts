import { rolesWith } from '../../../platform/access/scopes.ts';
import { firstRow, type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import { digestOf } from '../password.ts';
import type { CreateDevice, Device } from '../schemas.ts';

/** SQL: the places where a device `d` is registered, as JSON. */
const registrations = `coalesce((select json_agg(json_build_object('userAgent', b.user_agent, 'transport', b.transport,
     'address', b.address, 'registeredAt', rfc3339(b.registered_at), 'refreshedAt', rfc3339(b.refreshed_at),
     'expiresAt', rfc3339(b.expires_at)) order by b.registered_at)
   from device_bindings b where b.organization_id = d.organization_id and b.device_id = d.device_id
     and b.expires_at > clock_timestamp()), '[]')`;
const columns = `d.device_id as "deviceId", d.name, d.username, d.media_encryption as "mediaEncryption",
  d.created_at as "createdAt"`;

const lock = statement(
  'devices.lock',
  "select pg_advisory_xact_lock(hashtextextended('devices ' || $1 || ' ' || $2, 0))",
);
const insert = statement(
  'devices.insert',
  `insert into member_devices as d (organization_id, device_id, member_id, name, media_encryption, username, sealed_password)
   values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
);
const list = readStatement(
  'devices.of_member',
  `select ${columns}, ${registrations} as registrations from member_devices d
   where d.organization_id = $1 and d.member_id = $2 order by d.created_at, d.device_id`,
);
const remove = statement(
  'devices.delete',
  'delete from member_devices where organization_id = $1 and member_id = $2 and device_id = $3 returning name',
);
const any = readStatement('devices.any', 'select exists (select from member_devices) as "isAny"');
const byUsername = readStatement(
  'devices.by_username',
  `select d.organization_id as "organizationId", d.device_id as "deviceId", d.sealed_password as "sealedPassword"
   from member_devices d join members m on m.organization_id = d.organization_id and m.member_id = d.member_id
   where d.username = $1 and m.role = any($2)`,
);

interface StoredDevice {
  organizationId: string;
  deviceId: string;
  sealedPassword: Buffer;
}

type StoredValues = Omit<Device, 'registrations' | 'digest'>;

/** Prevents other changes of the member's devices until the transaction ends. */
export async function lockDevices(tx: Queryable, organizationId: string, memberId: string): Promise<void> {
  await tx.query(lock, [organizationId, memberId]);
}

export async function insertDevice(
  tx: Queryable,
  { organizationId, memberId }: { organizationId: string; memberId: string },
  device: CreateDevice & { deviceId: string; username: string; sealedPassword: Buffer },
): Promise<StoredValues> {
  const { deviceId, name, mediaEncryption, username, sealedPassword } = device;
  const values = [organizationId, deviceId, memberId, name, mediaEncryption, username, sealedPassword];
  const [row] = await tx.query<StoredValues>(insert, values);
  return row!;
}

/** Returns the devices of a member, the oldest first. */
export async function selectDevices(
  db: Queryable,
  organizationId: string,
  memberId: string,
): Promise<Device[]> {
  const rows = await db.query<Omit<Device, 'digest'>>(list, [organizationId, memberId]);
  return rows.map((row) => ({ ...row, digest: digestOf(row.username) }));
}

/** Deletes a device with its registrations. Returns its name, or null when the member has no such device. */
export async function deleteDeviceRow(
  tx: Queryable,
  organizationId: string,
  memberId: string,
  deviceId: string,
): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>(remove, [organizationId, memberId, deviceId]);
  return row?.name ?? null;
}

/** Returns whether any member of the installation has a device. */
export async function isAnyDevice(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ isAny: boolean }>(any);
  return row!.isAny;
}

/** Returns the device of a user name, which says whose it is. `null` also when the member's role may not take calls any more. */
export function findDevice(db: Queryable, username: string): Promise<StoredDevice | null> {
  return firstRow<StoredDevice>(db, byUsername, [username, rolesWith('calls:control')]);
}
