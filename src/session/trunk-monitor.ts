import type { SecretKey } from '../access/index.ts';
import { type Database, statement } from '../db/index.ts';
import { delay, type Log, monotonicMs } from '../kernel/index.ts';
import type { Locator, Registration, RegistrationState, SipUserAgent } from '../sip/index.ts';
import { reportTrunkHealth, trunkCredentials } from '../trunks/index.ts';
import { lookAtTrunk, registrationReason } from './look-at-trunk.ts';
import { afterLook, type TrunkFinding, type TrunkRecord, unknownTrunk } from './trunk-check.ts';

const select = statement(
  'session.monitored_trunks',
  `select organization_id, trunk_id, host, port, transport, username, sealed_password, register,
     options_interval_seconds from trunks`,
);

/** How often the trunks are read although nothing was notified. */
const readEveryMs = 5_000;
const stepMs = 250;
/** What is known of a trunk is stored again after this, so that a process that died is told from one that is content. */
const reportAgainMs = 20_000;
/** Asked for at registrars: one that was restarted and has forgotten us knows us again after this at the latest. */
const registeredForSeconds = 300;
/** Looks at once: a name server that does not answer holds up no others, and a thousand trunks no socket table. */
const looksMax = 20;
/** Of them for one organization, so that its slow names and silent peers keep nobody else's trunks waiting. */
const looksOfOrganizationMax = 5;

interface TrunkRow {
  organization_id: string;
  trunk_id: string;
  host: string;
  port: number | null;
  transport: 'udp' | 'tcp' | 'tls';
  username: string | null;
  sealed_password: Buffer | null;
  register: boolean;
  options_interval_seconds: number | null;
}

interface Watched {
  row: TrunkRow;
  /** When it was made or last changed. */
  madeAtMs: number;
  record: TrunkRecord;
  nextLookAtMs: number;
  /** Why it is down, in words; null when it is not. */
  reason: string | null;
  reportedAtMs: number;
  isBusy: boolean;
  registration: Registration | null;
}

export interface TrunkMonitorOptions {
  db: Database;
  secret: SecretKey;
  log: Log;
  agent: Pick<SipUserAgent, 'options' | 'startRegistration'>;
  locator: Pick<Locator, 'locate' | 'whyNowhere' | 'avoid'>;
  /** How long one OPTIONS is waited for; 3 s unless said otherwise. */
  optionsTimeoutMs?: number;
}

/**
 * Knows which trunks are there, and keeps the registrations of those that want one. A trunk that is not asked for
 * OPTIONS regularly gets no SIP message from it while calls go well: only its port is knocked at, which finds a
 * closed one. An INVITE that nobody answered puts a trunk in doubt, and then OPTIONS decide.
 */
export class TrunkMonitor {
  readonly #options: TrunkMonitorOptions;
  readonly #trunks = new Map<string, Watched>();
  readonly #abort = new AbortController();
  #reading = true;
  #looks = 0;
  readonly #looksOf = new Map<string, number>();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: TrunkMonitorOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Trunks may have been changed: they are read again at the next step. */
  wake(): void {
    this.#reading = true;
  }

  /** Whether the trunk was found there a short while ago. */
  isKnownToBeThere(organizationId: string, trunkId: string): boolean {
    const watched = this.#trunks.get(`${organizationId} ${trunkId}`);
    return watched?.record.status === 'up' && watched.nextLookAtMs > monotonicMs();
  }

  /** An INVITE that was sent through the trunk at this time was not answered at all. */
  doubt(organizationId: string, trunkId: string, sentAtMs: number): void {
    const watched = this.#trunks.get(`${organizationId} ${trunkId}`);
    // What went to where the trunk led before says nothing of where it leads now.
    if (!watched || watched.row.register || watched.madeAtMs > sentAtMs) return;
    watched.record = { ...watched.record, isInDoubt: true };
    watched.nextLookAtMs = 0;
  }

  /** Removes the registrations and ends the loop. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.#loop;
    await Promise.all([...this.#trunks.values()].map(({ registration }) => registration?.stop()));
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    let readAtMs = 0;
    while (!signal.aborted) {
      if (this.#reading || monotonicMs() - readAtMs > readEveryMs) {
        this.#reading = false;
        readAtMs = monotonicMs();
        await this.#read().catch((error: unknown) =>
          this.#options.log.warn({ err: error }, 'the trunks could not be read; those known are watched'),
        );
      }
      for (const watched of this.#trunks.values()) {
        this.#reportStillRegistered(watched);
        const isDue =
          !watched.isBusy && watched.registration === null && monotonicMs() >= watched.nextLookAtMs;
        if (isDue && this.#hasRoom(watched)) void this.#look(watched);
      }
      await delay(stepMs, signal);
    }
  }

  async #read(): Promise<void> {
    const rows = await this.#options.db.query<TrunkRow>(select);
    const seen = new Set<string>();
    for (const row of rows) {
      const key = `${row.organization_id} ${row.trunk_id}`;
      seen.add(key);
      const known = this.#trunks.get(key);
      if (known && isSame(known.row, row)) continue;
      void known?.registration?.stop();
      this.#trunks.set(key, this.#watch(row));
    }
    for (const [key, { registration }] of this.#trunks) {
      if (seen.has(key)) continue;
      void registration?.stop();
      this.#trunks.delete(key);
    }
  }

  #watch(row: TrunkRow): Watched {
    const watched: Watched = {
      row,
      madeAtMs: monotonicMs(),
      record: unknownTrunk,
      nextLookAtMs: 0,
      reason: null,
      reportedAtMs: Number.NEGATIVE_INFINITY,
      isBusy: false,
      registration: null,
    };
    if (row.register) this.#register(watched);
    return watched;
  }

  #register(watched: Watched): void {
    const { row } = watched;
    const { agent, log } = this.#options;
    try {
      watched.registration = agent.startRegistration({
        target: { host: row.host, port: row.port, transport: row.transport },
        aor: aorOf(row),
        expiresSeconds: registeredForSeconds,
        credentials: this.#credentialsOf(row) ?? undefined,
        onState: (state) => void this.#registered(watched, state),
      });
    } catch (error) {
      log.error({ err: error, trunkId: row.trunk_id }, 'a trunk cannot be registered at');
    }
  }

  async #registered(watched: Watched, state: RegistrationState): Promise<void> {
    if (state.status === 'stopped') return;
    const { lastFailure } = state;
    const isUp = state.status === 'registered';
    if (!isUp && lastFailure === null) return;
    const status = isUp ? 'up' : 'down';
    const reason = isUp || lastFailure === null ? null : registrationReason(lastFailure);
    watched.record = { ...watched.record, status };
    await this.#report(watched, reason);
  }

  /** What a registration came to is told again, because it would be taken for outdated between its changes. */
  #reportStillRegistered(watched: Watched): void {
    const { registration, record, reason, reportedAtMs } = watched;
    if (registration === null || record.status === 'unknown') return;
    if (monotonicMs() - reportedAtMs > reportAgainMs) void this.#report(watched, reason);
  }

  #hasRoom({ row }: Watched): boolean {
    const ofOrganization = this.#looksOf.get(row.organization_id) ?? 0;
    return this.#looks < looksMax && ofOrganization < looksOfOrganizationMax;
  }

  async #look(watched: Watched): Promise<void> {
    const { organization_id: organizationId } = watched.row;
    watched.isBusy = true;
    this.#looks++;
    this.#looksOf.set(organizationId, (this.#looksOf.get(organizationId) ?? 0) + 1);
    try {
      const { row, record: known } = watched;
      const finding = await this.#find(row, known.isInDoubt);
      const intervalMs = row.options_interval_seconds === null ? null : row.options_interval_seconds * 1000;
      const { record, nextLookMs, reason } = afterLook(known, finding, intervalMs);
      // Doubt that came up meanwhile is not settled by a look that began before it.
      watched.record = {
        ...record,
        isInDoubt: record.isInDoubt || (watched.record.isInDoubt && !known.isInDoubt),
      };
      watched.nextLookAtMs = watched.record.isInDoubt && finding.isThere ? 0 : monotonicMs() + nextLookMs;
      const isNews = known.status !== record.status;
      if (isNews || monotonicMs() - watched.reportedAtMs > reportAgainMs) await this.#report(watched, reason);
    } finally {
      this.#looks--;
      const left = (this.#looksOf.get(organizationId) ?? 1) - 1;
      if (left === 0) this.#looksOf.delete(organizationId);
      else this.#looksOf.set(organizationId, left);
      watched.isBusy = false;
    }
  }

  async #find(row: TrunkRow, isInDoubt: boolean): Promise<TrunkFinding> {
    const { agent, locator, log, optionsTimeoutMs: timeoutMs = 3_000 } = this.#options;
    const isAsked = isInDoubt || row.options_interval_seconds !== null;
    try {
      const options = isAsked ? { credentials: this.#credentialsOf(row) ?? undefined, timeoutMs } : null;
      return await lookAtTrunk({ agent, locator }, row, options);
    } catch (error) {
      log.error({ err: error, trunkId: row.trunk_id }, 'a trunk could not be looked at');
      return { isThere: false, isSilent: true, reason: 'it could not be looked at' };
    }
  }

  async #report(watched: Watched, reason: string | null): Promise<void> {
    const { row, record } = watched;
    watched.reason = reason;
    watched.reportedAtMs = monotonicMs();
    const { organization_id: organizationId, trunk_id: trunkId } = row;
    await reportTrunkHealth(this.#options.db, {
      organizationId,
      trunkId,
      status: record.status,
      reason,
    }).catch((error: unknown) =>
      this.#options.log.warn({ err: error, trunkId }, "a trunk's health could not be stored"),
    );
  }

  #credentialsOf(row: TrunkRow) {
    const {
      organization_id: organizationId,
      trunk_id: trunkId,
      username,
      sealed_password: sealedPassword,
    } = row;
    return trunkCredentials(this.#options.secret, { organizationId, trunkId, username, sealedPassword });
  }
}

/** The address of record of a trunk's user, escaped where a SIP URI demands it (RFC 3261 §25.1). */
function aorOf({ username, host }: TrunkRow): string {
  const user = encodeURIComponent(username ?? '').replaceAll('%2B', '+');
  return `sip:${user}@${host.includes(':') ? `[${host}]` : host}`;
}

function isSame(one: TrunkRow, other: TrunkRow): boolean {
  const plain = ({ sealed_password, ...row }: TrunkRow) =>
    JSON.stringify([row, sealed_password?.toString('base64')]);
  return plain(one) === plain(other);
}
