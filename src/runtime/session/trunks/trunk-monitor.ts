import { noteAudioProblem, reportTrunkHealth, trunkCredentials } from '../../../domains/trunks/index.ts';
import type { SecretKey } from '../../../platform/access/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { delay, type Log, monotonicMs } from '../../../platform/kernel/index.ts';
import type { Locator, Registration, RegistrationState, SipUserAgent } from '../../../telephony/sip/index.ts';
import { checkTargets, registrationHealth } from './check-targets.ts';
import { aorOf, contactLine, isSame, type TrunkName } from './monitored-trunk.ts';
import { type MonitoredTrunk, monitoredTrunks } from './store.ts';
import {
  afterCheck,
  type TrunkFinding,
  type TrunkHealth,
  type TrunkRecord,
  trunkHealth,
  unknownTrunk,
} from './trunk-check.ts';

/** Interval of reading the trunks without a notification. */
const readEveryMs = 5_000;
const stepMs = 250;
/** A trunk's health is stored again after this, so that the reports of a dead process become outdated. */
const reportAgainMs = 20_000;
/** The expiry of registrations. A restarted registrar knows us again after this at the latest. */
const registeredForSeconds = 300;
/** The least time between two stored audio problems of a trunk, which bounds the writes of a flood of calls. */
const noteAudioEveryMs = 1_000;
/** Maximum concurrent checks. It bounds sockets, and leaves room for others while a name server is slow. */
const checksMax = 20;
/** Maximum of these for one organization, so that its slow names and silent peers delay no other organization. */
const checksOfOrganizationMax = 5;

interface Watched {
  row: MonitoredTrunk;
  /** The `line` parameter of its Contact. */
  line: string;
  /** When the trunk was made or last changed, on the monotonic clock. */
  changedAtMs: number;
  record: TrunkRecord;
  nextCheckAtMs: number;
  /** Why the last check failed, or why the trunk may refuse calls; else `null`. */
  reason: string | null;
  /** The codecs of its last answer to OPTIONS. Undefined before the first. */
  codecs: string[] | null | undefined;
  /** Why the last call over it had no audio in common, as stored; else `null`. */
  audioProblem: string | null;
  audioNotedAtMs: number;
  /** The problem of the last call, or null in it, until it is compared with the stored one. */
  audioFound: { problem: string | null } | null;
  /** The last report. */
  reported: string;
  reportedAtMs: number;
  isBusy: boolean;
  registration: Registration | null;
  /** The result of its registration, or `null` without one or while it is unknown. */
  registered: TrunkHealth | null;
}

interface TrunkMonitorOptions {
  db: Database;
  secret: SecretKey;
  log: Log;
  agent: Pick<SipUserAgent, 'options' | 'startRegistration'>;
  locator: Pick<Locator, 'locate' | 'whyNotLocated' | 'avoid'>;
  /** The timeout of one OPTIONS. Default: 3 s. */
  optionsTimeoutMs?: number;
}

/**
 * Watches which trunks are reachable, and keeps registrations. For a trunk without regular OPTIONS only the port is probed
 * while its calls are answered. An INVITE without any response puts a trunk in doubt. OPTIONS then decide.
 */
export class TrunkMonitor {
  readonly #options: TrunkMonitorOptions;
  readonly #trunks = new Map<string, Watched>();
  readonly #abort = new AbortController();
  #reading = true;
  #checks = 0;
  readonly #checksOf = new Map<string, number>();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: TrunkMonitorOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Reads the trunks again at the next step. */
  wake(): void {
    this.#reading = true;
  }

  /** Returns whether a recent check found the trunk reachable. */
  isKnownReachable(organizationId: string, trunkId: string): boolean {
    const watched = this.#trunks.get(`${organizationId} ${trunkId}`);
    return watched?.record.status === 'up' && watched.nextCheckAtMs > monotonicMs();
  }

  /** Returns the trunk whose Contact has this line, or `null`. */
  ofLine(line: string): TrunkName | null {
    const watched = [...this.#trunks.values()].find((it) => it.row.register && it.line === line);
    return watched ? { organizationId: watched.row.organization_id, trunkId: watched.row.trunk_id } : null;
  }

  /** Returns whether the trunk's registrar accepted us. */
  isRegistered({ organizationId, trunkId }: TrunkName): boolean {
    return this.#trunks.get(`${organizationId} ${trunkId}`)?.registration?.state.status === 'registered';
  }

  /** Puts a trunk in doubt, because an INVITE that was sent at `sentAtMs` got no response at all. */
  doubt(organizationId: string, trunkId: string, sentAtMs: number): void {
    const watched = this.#trunks.get(`${organizationId} ${trunkId}`);
    // An INVITE to the trunk's former address says nothing about the current one.
    if (!watched || watched.changedAtMs > sentAtMs) return;
    // A registrar has to answer, unlike other peers, so the registration is refreshed.
    watched.registration?.refresh();
    watched.record = { ...watched.record, isInDoubt: true };
    watched.nextCheckAtMs = 0;
  }

  /** Notes why a call over a trunk had no audio in common with the peer, or with null that it had. */
  noteAudio(organizationId: string, trunkId: string, problem: string | null): void {
    const watched = this.#trunks.get(`${organizationId} ${trunkId}`);
    if (watched) watched.audioFound = { problem };
  }

  /** Stores the audio problem of the last call if it is another than the stored one. */
  #storeAudio(watched: Watched): void {
    if (watched.audioFound === null || monotonicMs() - watched.audioNotedAtMs < noteAudioEveryMs) return;
    const { problem } = watched.audioFound;
    watched.audioFound = null;
    if (watched.audioProblem === problem) return;
    watched.audioProblem = problem;
    watched.audioNotedAtMs = monotonicMs();
    const { organization_id: organizationId, trunk_id: trunkId } = watched.row;
    void noteAudioProblem(this.#options.db, organizationId, trunkId, problem).catch((error: unknown) =>
      this.#options.log.warn({ err: error, trunkId }, "a trunk's audio problem could not be stored"),
    );
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
          this.#options.log.warn({ err: error }, 'cannot read the trunks; the known ones are still watched'),
        );
      }
      for (const watched of this.#trunks.values()) {
        this.#reportStillRegistered(watched);
        this.#storeAudio(watched);
        const isDue = !watched.isBusy && monotonicMs() >= watched.nextCheckAtMs;
        if (isDue && needsCheck(watched) && this.#hasRoom(watched)) void this.#check(watched);
      }
      await delay(stepMs, signal);
    }
  }

  async #read(): Promise<void> {
    const rows = await monitoredTrunks(this.#options.db);
    const seen = new Set<string>();
    for (const row of rows) {
      const key = `${row.organization_id} ${row.trunk_id}`;
      seen.add(key);
      const known = this.#trunks.get(key);
      if (known && isSame(known.row, row)) {
        // Another process may have noted a call, or a member may have changed what is offered.
        known.audioProblem = row.audio_problem;
        continue;
      }
      void known?.registration?.stop();
      const watched = this.#watch(row);
      // The last call may have come during the change.
      watched.audioFound = known?.audioFound ?? null;
      this.#trunks.set(key, watched);
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
      changedAtMs: monotonicMs(),
      record: unknownTrunk,
      nextCheckAtMs: 0,
      reason: null,
      codecs: undefined,
      audioProblem: row.audio_problem,
      audioFound: null,
      audioNotedAtMs: Number.NEGATIVE_INFINITY,
      reportedAtMs: Number.NEGATIVE_INFINITY,
      isBusy: false,
      registration: null,
      registered: null,
      reported: '',
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
      log.error(
        { err: error, trunkId: row.trunk_id },
        'a trunk cannot be registered; check its username and password',
      );
    }
  }

  async #registered(watched: Watched, state: RegistrationState): Promise<void> {
    const registered = registrationHealth(state);
    if (registered === null) return;
    watched.registered = registered;
    await this.#report(watched);
  }

  /** Reports a registration again, because an old report counts as outdated. */
  #reportStillRegistered(watched: Watched): void {
    const { registered, reportedAtMs } = watched;
    if (registered !== null && monotonicMs() - reportedAtMs > reportAgainMs) void this.#report(watched);
  }

  #hasRoom({ row }: Watched): boolean {
    const ofOrganization = this.#checksOf.get(row.organization_id) ?? 0;
    return this.#checks < checksMax && ofOrganization < checksOfOrganizationMax;
  }

  async #check(watched: Watched): Promise<void> {
    const { organization_id: organizationId } = watched.row;
    watched.isBusy = true;
    this.#checks++;
    this.#checksOf.set(organizationId, (this.#checksOf.get(organizationId) ?? 0) + 1);
    try {
      const { row, record: known } = watched;
      const finding = await this.#find(row, known.isInDoubt);
      const intervalMs = row.options_interval_seconds === null ? null : row.options_interval_seconds * 1000;
      const { record, nextCheckMs, reason } = afterCheck(known, finding, intervalMs);
      // This check does not settle a doubt that arose during it.
      watched.record = {
        ...record,
        isInDoubt: record.isInDoubt || (watched.record.isInDoubt && !known.isInDoubt),
      };
      watched.nextCheckAtMs = watched.record.isInDoubt && finding.isThere ? 0 : monotonicMs() + nextCheckMs;
      watched.reason = reason;
      if (finding.isThere && finding.answer) watched.codecs = finding.answer.codecs;
      const isNews = reportOf(watched) !== watched.reported;
      if (isNews || monotonicMs() - watched.reportedAtMs > reportAgainMs) await this.#report(watched);
    } finally {
      this.#checks--;
      const left = (this.#checksOf.get(organizationId) ?? 1) - 1;
      if (left === 0) this.#checksOf.delete(organizationId);
      else this.#checksOf.set(organizationId, left);
      watched.isBusy = false;
    }
  }

  async #find(row: MonitoredTrunk, isInDoubt: boolean): Promise<TrunkFinding> {
    const { agent, locator, log, optionsTimeoutMs: timeoutMs = 3_000 } = this.#options;
    const usesOptions = isInDoubt || row.register || row.options_interval_seconds !== null;
    try {
      const options = usesOptions ? { credentials: this.#credentialsOf(row) ?? undefined, timeoutMs } : null;
      return await checkTargets({ agent, locator }, row, options);
    } catch (error) {
      log.error({ err: error, trunkId: row.trunk_id }, 'a trunk could not be checked');
      return { isThere: false, isSilent: true, reason: 'it could not be checked' };
    }
  }

  async #report(watched: Watched): Promise<void> {
    const { row } = watched;
    const { status, reason } = trunkHealth(watched);
    watched.reported = reportOf(watched);
    watched.reportedAtMs = monotonicMs();
    const { organization_id: organizationId, trunk_id: trunkId } = row;
    await reportTrunkHealth(this.#options.db, {
      organizationId,
      trunkId,
      status,
      reason,
      peerCodecs: watched.codecs,
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

/** Returns what is reported of a trunk, to compare it with the last report. A changed reason of a trunk that is down is no news. */
function reportOf(watched: Watched): string {
  const { status, reason } = trunkHealth(watched);
  return JSON.stringify([status, status === 'down' ? null : reason, watched.codecs ?? null]);
}

/** Returns whether a trunk is checked. A trunk that registers is, with OPTIONS set, in doubt, or while it is down. */
function needsCheck({ row, record }: Watched): boolean {
  return (
    !row.register || row.options_interval_seconds !== null || record.isInDoubt || record.status === 'down'
  );
}
