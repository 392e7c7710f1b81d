import { type Database, type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import { bindingsMax } from '../schemas.ts';

/** A device, as the process sees it at which it registers. */
export interface DeviceKey {
  organizationId: string;
  deviceId: string;
}

/** A place where a device is registered. */
export interface Binding {
  /** Identifies the binding of the device. */
  key: string;
  uri: string;
  expiresSeconds: number;
}

/** A binding as one REGISTER stored it. */
export interface StoredBinding extends DeviceKey {
  key: string;
  callId: string;
  cseq: number;
}

/** The changes of one REGISTER. */
export interface BindingChange extends DeviceKey {
  nodeId: string;
  transport: 'udp' | 'tcp' | 'tls' | 'ws' | 'wss';
  address: string;
  port: number;
  callId: string;
  cseq: number;
  userAgent: string | null;
  path: readonly string[];
  /** 0 seconds remove a binding; `all` removes every one. */
  bindings: readonly Binding[] | 'all';
}

const share = statement(
  'devices.share',
  `select member_id as "memberId" from member_devices where organization_id = $1 and device_id = $2 for no key update`,
);
// RFC 3261 §10.3, step 7: a request that another one of its Call-ID has overtaken changes nothing, neither at this contact nor at others.
const overtaken = readStatement(
  'devices.overtaken',
  `select 1 from device_bindings where organization_id = $1 and device_id = $2 and ($3::text[] is null or contact = any($3))
     and sip_call_id = $4 and cseq > $5 limit 1`,
);
const upsert = statement(
  'devices.bind',
  `insert into device_bindings as b (organization_id, device_id, contact, node_id, uri, transport, address, port, path,
     sip_call_id, cseq, user_agent, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, clock_timestamp() + make_interval(secs => $13))
   on conflict (organization_id, device_id, contact) do update set node_id = excluded.node_id, uri = excluded.uri,
     transport = excluded.transport, address = excluded.address, port = excluded.port, path = excluded.path,
     sip_call_id = excluded.sip_call_id, cseq = excluded.cseq, user_agent = excluded.user_agent,
     expires_at = excluded.expires_at, refreshed_at = clock_timestamp(),
     registered_at = case when b.expires_at < clock_timestamp() then clock_timestamp() else b.registered_at end
   returning 1`,
);
const unbind = statement(
  'devices.unbind',
  'delete from device_bindings where organization_id = $1 and device_id = $2 and contact = $3 returning 1',
);
const unbindAll = statement(
  'devices.unbind_all',
  'delete from device_bindings where organization_id = $1 and device_id = $2 returning 1',
);
// A device without an instance leaves a binding behind each time it gets another port.
const trim = statement(
  'devices.trim_bindings',
  `delete from device_bindings where organization_id = $1 and device_id = $2 and contact not in (
     select contact from device_bindings where organization_id = $1 and device_id = $2 and expires_at > clock_timestamp()
     order by refreshed_at desc limit ${bindingsMax}) returning 1`,
);
const select = readStatement(
  'devices.bindings',
  `select contact as key, uri, ceil(extract(epoch from expires_at - clock_timestamp()))::int as "expiresSeconds"
   from device_bindings where organization_id = $1 and device_id = $2 and expires_at > clock_timestamp()
   order by registered_at, contact`,
);
const drop = statement(
  'devices.drop_binding',
  `delete from device_bindings b using member_devices d
   where b.organization_id = $1 and b.device_id = $2 and b.contact = $3 and b.node_id = $4 and b.sip_call_id = $5 and b.cseq = $6
     and d.organization_id = b.organization_id and d.device_id = b.device_id returning d.member_id as "memberId"`,
);
const ofNode = statement(
  'devices.drop_bindings_of_node',
  `delete from device_bindings b using member_devices d
   where b.node_id = $1 and d.organization_id = b.organization_id and d.device_id = b.device_id
   returning b.organization_id as "organizationId", d.member_id as "memberId"`,
);

/** Removes expired bindings, which count for nothing any more. */
export const expiredBindings = statement(
  'devices.expired_bindings',
  `delete from device_bindings where (organization_id, device_id, contact) in (
     select organization_id, device_id, contact from device_bindings
     where expires_at < clock_timestamp() - interval '1 hour' limit 5000) returning 1`,
);

/**
 * Stores what a device registered: all of it, or nothing. Returns its member and its bindings then; `null` when the device was
 * removed, or a later request has overtaken this one at one of its contacts.
 */
export async function storeBindings(
  tx: Queryable,
  change: BindingChange,
): Promise<{ memberId: string; bindings: Binding[] } | null> {
  const { organizationId, deviceId, nodeId, transport, address, port, callId, cseq } = change;
  const [device] = await tx.query<{ memberId: string }>(share, [organizationId, deviceId]);
  if (!device) return null;
  const { bindings, userAgent, path } = change;
  const contacts = bindings === 'all' ? null : bindings.map(({ key }) => key);
  // The lock of the device keeps other requests away until the end of the transaction.
  const later = await tx.query(overtaken, [organizationId, deviceId, contacts, callId, cseq]);
  if (later.length > 0) return null;
  if (bindings === 'all') await tx.query(unbindAll, [organizationId, deviceId]);
  else
    for (const { key, uri, expiresSeconds } of bindings) {
      const place = [organizationId, deviceId, key];
      const flow = [nodeId, uri, transport, address, port, path];
      if (expiresSeconds === 0) await tx.query(unbind, place);
      else await tx.query(upsert, [...place, ...flow, callId, cseq, userAgent, expiresSeconds]);
    }
  await tx.query(trim, [organizationId, deviceId]);
  return { memberId: device.memberId, bindings: await tx.query<Binding>(select, [organizationId, deviceId]) };
}

/**
 * Removes a binding over which its device cannot be reached. Returns the member, or null when the device has registered again, here
 * or at another process.
 */
export async function dropBinding(
  tx: Queryable,
  { organizationId, deviceId, key, callId, cseq }: StoredBinding,
  nodeId: string,
): Promise<string | null> {
  const values = [organizationId, deviceId, key, nodeId, callId, cseq];
  const [row] = await tx.query<{ memberId: string }>(drop, values);
  return row?.memberId ?? null;
}

/** Removes the bindings of a process that stops or died, and returns whose they were. */
export function dropBindingsOf(
  db: Database | Queryable,
  nodeId: string,
): Promise<{ organizationId: string; memberId: string }[]> {
  return db.query<{ organizationId: string; memberId: string }>(ofNode, [nodeId]);
}
