/** The SQL that reads the trunks of all organizations. */
import { type Queryable, readStatement } from '../../../platform/db/index.ts';

const selectMonitored = readStatement(
  'session.monitored_trunks',
  `select organization_id, trunk_id, t.host, t.port, t.transport, t.username, t.sealed_password, t.register,
     t.options_interval_seconds, h.audio_problem
   from trunks t left join trunk_health h using (organization_id, trunk_id)`,
);
const selectAdmitting = readStatement(
  'session.trunks',
  'select organization_id, trunk_id, host, port, transport, allowed_addresses from trunks',
);

/** A trunk's settings for the monitor. */
export interface MonitoredTrunk {
  organization_id: string;
  trunk_id: string;
  host: string;
  port: number | null;
  transport: 'udp' | 'tcp' | 'tls';
  username: string | null;
  sealed_password: Buffer | null;
  register: boolean;
  options_interval_seconds: number | null;
  audio_problem: string | null;
}

/** A trunk's settings for admitting calls. */
export interface AdmittingTrunk {
  organization_id: string;
  trunk_id: string;
  host: string;
  port: number | null;
  transport: 'udp' | 'tcp' | 'tls';
  allowed_addresses: string[] | null;
}

/** Returns all trunks for the monitor. */
export function monitoredTrunks(db: Queryable): Promise<MonitoredTrunk[]> {
  return db.query<MonitoredTrunk>(selectMonitored);
}

/** Returns all trunks with the addresses that may send calls. */
export function admittingTrunks(db: Queryable): Promise<AdmittingTrunk[]> {
  return db.query<AdmittingTrunk>(selectAdmitting);
}
