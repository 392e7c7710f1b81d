import { reportTrunkHealth, trunkCredentials } from '../../../domains/trunks/index.ts';
import type { SecretKey } from '../../../platform/access/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { delay, type Log, monotonicMs } from '../../../platform/kernel/index.ts';
import type { Locator, Registration, RegistrationState, SipUserAgent } from '../../../telephony/sip/index.ts';
import { lookAtTrunk, registrationHealth } from './look-at-trunk.ts';
import { aorOf, isSame, type MonitoredTrunk, selectMonitored } from './monitored-trunk.ts';
import { contactLine, type TrunkName } from './registered-contact.ts';
import {
  afterLook,
  type TrunkFinding,
  type TrunkHealth,
  type TrunkRecord,
  trunkHealth,
  unknownTrunk,
} from './trunk-check.ts';

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

interface Watched {
  row: MonitoredTrunk;
  /** What its Contact says where it registers. */
  line: string;
  /** When it was made or last changed. */
  madeAtMs: number;
  record: TrunkRecord;
  nextLookAtMs: number;
  /** Why it was not found by the last look, in words; null when it was. */
  reason: string | null;
  /** What was told of it last. */
  told: TrunkHealth['status'];
  reportedAtMs: number;
  isBusy: boolean;
  registration: Registration | null;
  /** What its registration came to; null while that is not known, or it has none. */
  registered: TrunkHealth | null;
}

interface TrunkMonitorOptions {
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

  /** The trunk whose Contact says this; null: none that is registered here. */
  ofLine(line: string): TrunkName | null {
    const watched = [...this.#trunks.values()].find((it) => it.row.register && it.line === line);
    return watched ? { organizationId: watched.row.organization_id, trunkId: watched.row.trunk_id } : null;
  }

  /** Whether the registrar of the trunk has accepted us. */
  isRegistered({ organizationId, trunkId }: TrunkName): boolean {
    return this.#trunks.get(`${organizationId} ${trunkId}`)?.registration?.state.status === 'registered';
  }

  /** An INVITE that was sent through the trunk at this time was not answered at all. */
  doubt(organizationId: string, trunkId: string, sentAtMs: number): void {
    const watched = this.#trunks.get(`${organizationId} ${trunkId}`);
    // What went to where the trunk led before says nothing of where it leads now.
    if (!watched || watched.madeAtMs > sentAtMs) return;
    // The registrar has to answer, which other peers need not: it is asked whether it is there.
    watched.registration?.refresh();
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
        const isDue = !watched.isBusy && monotonicMs() >= watched.nextLookAtMs;
        if (isDue && isLookedAt(watched) && this.#hasRoom(watched)) void this.#look(watched);
      }
      await delay(stepMs, signal);
    }
  }

  async #read(): Promise<void> {
    const rows = await this.#options.db.query<MonitoredTrunk>(selectMonitored);
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

  #watch(row: MonitoredTrunk): Watched {
    const watched: Watched = {
      row,
      line: contactLine(this.#options.secret, { organizationId: row.organization_id, trunkId: row.trunk_id }),
      madeAtMs: monotonicMs(),
      record: unknownTrunk,
      nextLookAtMs: 0,
      reason: null,
      reportedAtMs: Number.NEGATIVE_INFINITY,
      isBusy: false,
      registration: null,
      registered: null,
      told: 'unknown',
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
        line: watched.line,
        credentials: this.#credentialsOf(row) ?? undefined,
        onState: (state) => void this.#registered(watched, state),
      });
    } catch (error) {
      log.error({ err: error, trunkId: row.trunk_id }, 'a trunk cannot be registered at');
    }
  }

  async #registered(watched: Watched, state: RegistrationState): Promise<void> {
    const registered = registrationHealth(state);
    if (registered === null) return;
    watched.registered = registered;
    await this.#report(watched);
  }

  /** What a registration came to is told again, because it would be taken for outdated between its changes. */
  #reportStillRegistered(watched: Watched): void {
    const { registered, reportedAtMs } = watched;
    if (registered !== null && monotonicMs() - reportedAtMs > reportAgainMs) void this.#report(watched);
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
      watched.reason = reason;
      const isNews = trunkHealth(watched).status !== watched.told;
      if (isNews || monotonicMs() - watched.reportedAtMs > reportAgainMs) await this.#report(watched);
    } finally {
      this.#looks--;
      const left = (this.#looksOf.get(organizationId) ?? 1) - 1;
      if (left === 0) this.#looksOf.delete(organizationId);
      else this.#looksOf.set(organizationId, left);
      watched.isBusy = false;
    }
  }

  async #find(row: MonitoredTrunk, isInDoubt: boolean): Promise<TrunkFinding> {
    const { agent, locator, log, optionsTimeoutMs: timeoutMs = 3_000 } = this.#options;
    const isAsked = isInDoubt || row.register || row.options_interval_seconds !== null;
    try {
      const options = isAsked ? { credentials: this.#credentialsOf(row) ?? undefined, timeoutMs } : null;
      return await lookAtTrunk({ agent, locator }, row, options);
    } catch (error) {
      log.error({ err: error, trunkId: row.trunk_id }, 'a trunk could not be looked at');
      return { isThere: false, isSilent: true, reason: 'it could not be looked at' };
    }
  }

  async #report(watched: Watched): Promise<void> {
    const { row } = watched;
    const { status, reason } = trunkHealth(watched);
    watched.told = status;
    watched.reportedAtMs = monotonicMs();
    const { organization_id: organizationId, trunk_id: trunkId } = row;
    await reportTrunkHealth(this.#options.db, {
      organizationId,
      trunkId,
      status,
      reason,
    }).catch((error: unknown) =>
      this.#options.log.warn({ err: error, trunkId }, "a trunk's health could not be stored"),
    );
  }

  #credentialsOf(row: MonitoredTrunk) {
    const {
      organization_id: organizationId,
      trunk_id: trunkId,
      username,
      sealed_password: sealedPassword,
    } = row;
    return trunkCredentials(this.#options.secret, { organizationId, trunkId, username, sealedPassword });
  }
}

/** One that registers is asked by OPTIONS where that is wanted, or it is in doubt, or was not found. */
function isLookedAt({ row, record }: Watched): boolean {
  return (
    !row.register || row.options_interval_seconds !== null || record.isInDoubt || record.status === 'down'
  );
}
