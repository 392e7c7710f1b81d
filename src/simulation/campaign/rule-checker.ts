import { offsetAt } from '../carrier/local-time.ts';
import type { CampaignConfiguration } from './configuration.ts';
import type { Customers } from './customers.ts';

/** One dial. */
export interface Dial {
  callId: string;
  /** The customer's index. */
  index: number;
  /** The trunk's index in the configuration. */
  trunk: number;
  atMs: number;
}

/** The rules that a simulation must obey. */
type Rule =
  | 'outside-hours'
  | 'organization-cap'
  | 'campaign-cap'
  | 'trunk-cap'
  | 'trunk-rate'
  | 'too-many-attempts'
  | 'retry-not-allowed'
  | 'retry-too-early'
  | 'two-at-once'
  | 'dialed-twice'
  | 'suppressed'
  | 'after-the-end';

/** The number of violations of each rule, and a description of the first. */
export type Violations = Map<Rule, { count: number; first: string }>;

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/**
 * Checks every dial and every end against the rules of the configuration. It shares no code with the dialer: it uses
 * `Intl` for local times, and counts live calls itself.
 */
export class RuleChecker {
  readonly violations: Violations = new Map();
  readonly #configuration: CampaignConfiguration;
  readonly #customers: Customers;
  readonly #endMs: number;
  readonly #liveOnTrunk: number[];
  readonly #recentOnTrunk: number[][];
  readonly #attempts: Uint8Array;
  readonly #isLive: Uint8Array;
  /** The end of each customer's last attempt, in epoch milliseconds, and its ended reason. */
  readonly #endedAtMs: Float64Array;
  readonly #endedReason: (string | undefined)[] = [];
  readonly #callIds = new Set<string>();
  #live = 0;

  constructor(configuration: CampaignConfiguration, customers: Customers) {
    this.#configuration = configuration;
    this.#customers = customers;
    this.#endMs =
      configuration.endCampaignAt === null
        ? Number.POSITIVE_INFINITY
        : Date.parse(configuration.endCampaignAt);
    this.#liveOnTrunk = configuration.trunks.map(() => 0);
    this.#recentOnTrunk = configuration.trunks.map(() => []);
    this.#attempts = new Uint8Array(customers.count);
    this.#isLive = new Uint8Array(customers.count);
    this.#endedAtMs = new Float64Array(customers.count);
  }

  /** The number of live calls. */
  get live(): number {
    return this.#live;
  }

  /** Returns a customer's number of attempts. */
  attemptsOf(index: number): number {
    return this.#attempts[index]!;
  }

  dialed(dial: Dial): void {
    const { index, callId, atMs } = dial;
    const { organizationMaxConcurrentCalls, campaignMaxConcurrentCalls } = this.#configuration;
    this.#live++;
    const report = (rule: Rule, isBroken: boolean) => isBroken && this.#addViolation(rule, dial);
    report('dialed-twice', this.#callIds.has(callId));
    this.#callIds.add(callId);
    report('two-at-once', this.#isLive[index] === 1);
    report('suppressed', this.#customers.isSuppressed(index));
    report('after-the-end', atMs >= this.#endMs);
    report('organization-cap', this.#live > organizationMaxConcurrentCalls);
    report('campaign-cap', this.#live > (campaignMaxConcurrentCalls ?? Number.POSITIVE_INFINITY));
    report('outside-hours', !this.#isOpen(index, atMs));
    this.#checkTrunk(dial);
    this.#checkAttempt(dial);
    this.#isLive[index] = 1;
    this.#attempts[index]!++;
  }

  /** Records the end of a dialed call. */
  ended({ index, trunk, atMs }: Dial, endedReason: string): void {
    this.#live--;
    this.#liveOnTrunk[trunk]!--;
    this.#isLive[index] = 0;
    this.#endedAtMs[index] = atMs;
    this.#endedReason[index] = endedReason;
  }

  #checkTrunk(dial: Dial): void {
    const { trunk, atMs } = dial;
    const { maxConcurrentCalls, maxCallsPerSecond } = this.#configuration.trunks[trunk]!;
    const live = ++this.#liveOnTrunk[trunk]!;
    if (live > (maxConcurrentCalls ?? Number.POSITIVE_INFINITY)) this.#addViolation('trunk-cap', dial);
    if (maxCallsPerSecond === null) return;
    const recent = this.#recentOnTrunk[trunk]!.filter((earlierMs) => earlierMs > atMs - 1000);
    recent.push(atMs);
    this.#recentOnTrunk[trunk] = recent;
    if (recent.length > maxCallsPerSecond) this.#addViolation('trunk-rate', dial);
  }

  #checkAttempt(dial: Dial): void {
    const attempts = this.#attempts[dial.index]!;
    if (attempts === 0) return;
    const { retries } = this.#configuration;
    if (attempts >= (retries?.maxAttempts ?? 1)) this.#addViolation('too-many-attempts', dial);
    const outcome = outcomeOf(this.#endedReason[dial.index]);
    if (!retries || outcome === null || !retries.retryOn.includes(outcome)) {
      this.#addViolation('retry-not-allowed', dial);
      return;
    }
    const delays = retries.outcomeDelaysSeconds[outcome] ?? retries.delaysSeconds;
    const delaySeconds = delays[Math.min(attempts, delays.length) - 1] ?? 0;
    if (dial.atMs < this.#endedAtMs[dial.index]! + delaySeconds * 1000)
      this.#addViolation('retry-too-early', dial);
  }

  #isOpen(index: number, atMs: number): boolean {
    const { schedule } = this.#configuration;
    const zones = schedule.timeZone === 'customer' ? this.#customers.timeZones(index) : [schedule.timeZone];
    return zones.every((zone) => {
      const local = new Date(atMs + offsetAt(zone, atMs)).toISOString();
      const date = local.slice(0, 10);
      const time = local.slice(11, 16);
      const exception = schedule.exceptions.find((day) => day.date === date);
      const weekday = weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]!;
      const windows = exception
        ? exception.windows
        : schedule.windows.filter(({ days }) => (days as readonly string[]).includes(weekday));
      return windows.some(({ start, end }) => time >= start && time < end);
    });
  }

  #addViolation(rule: Rule, { callId, index, atMs }: Dial): void {
    const known = this.violations.get(rule);
    const first = `${callId} to ${this.#customers.number(index)} at ${new Date(atMs).toISOString()}`;
    this.violations.set(rule, { count: (known?.count ?? 0) + 1, first: known?.first ?? first });
  }
}

type Outcome = 'no-answer' | 'busy' | 'failed' | 'voicemail';

/** Returns the outcome that retry configurations name for an ended reason, or null. */
function outcomeOf(endedReason: string | undefined): Outcome | null {
  switch (endedReason) {
    case 'customer-did-not-answer':
      return 'no-answer';
    case 'customer-busy':
      return 'busy';
    case 'voicemail':
      return 'voicemail';
    case 'trunk-rejected':
    case 'trunk-unreachable':
      return 'failed';
    default:
      return null;
  }
}
