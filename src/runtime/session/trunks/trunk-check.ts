/**
 * The result of one check of a trunk. `isSilent` means that nothing responded, which alone proves little. `answer` is null
 * when only its port was probed.
 */
export type TrunkFinding =
  | { isThere: true; answer: OptionsAnswer | null }
  | { isThere: false; isSilent: boolean; reason: string };

/** The answer of a trunk to OPTIONS. */
export interface OptionsAnswer {
  /** Why calls may be refused although it answers, or null. */
  problem: string | null;
  /** The codecs that it lists, or null. */
  codecs: string[] | null;
}

/** The state of a trunk between checks. */
export interface TrunkRecord {
  status: 'up' | 'down' | 'unknown';
  /** Failed checks in a row. */
  failures: number;
  /** Whether an INVITE got no response. If so, the trunk is asked by OPTIONS until it answers. */
  isInDoubt: boolean;
  /** Whether it ever answered OPTIONS. Only then its silence counts. */
  answersOptions: boolean;
}

/** The reported health of a trunk. `reason` says why it is down, or why it may refuse calls; else it is `null`. */
export interface TrunkHealth {
  status: 'up' | 'down' | 'unknown';
  reason: string | null;
}

/** Returns a trunk's health: down when its registrar or a check says so, up when the registrar says so, else by checks. */
export function trunkHealth(watched: {
  registered: TrunkHealth | null;
  record: TrunkRecord;
  reason: string | null;
}): TrunkHealth {
  const { registered, record, reason } = watched;
  if (registered === null || (registered.status === 'up' && record.status === 'down')) {
    return { status: record.status, reason };
  }
  return registered;
}

export const unknownTrunk: TrunkRecord = {
  status: 'unknown',
  failures: 0,
  isInDoubt: false,
  answersOptions: false,
};

/** A trunk is down after this many silent checks. A refusal is certain at once, but a datagram may be lost. */
const silencesMin = 2;
/** The delay before the next check, after a failure and otherwise. */
const soonMs = 2_000;
const calmMs = 15_000;

/** Returns a trunk's record after a check, and the delay before the next. `optionsIntervalMs` is `null` without OPTIONS. */
export function afterCheck(
  known: TrunkRecord,
  finding: TrunkFinding,
  optionsIntervalMs: number | null,
): { record: TrunkRecord; nextCheckMs: number; reason: string | null } {
  if (finding.isThere) {
    const answersOptions = known.answersOptions || finding.answer !== null;
    const record: TrunkRecord = { status: 'up', failures: 0, isInDoubt: false, answersOptions };
    const reason = finding.answer?.problem ?? null;
    return { record, nextCheckMs: optionsIntervalMs ?? calmMs, reason };
  }
  if (finding.isSilent && !known.answersOptions && optionsIntervalMs === null) {
    // Some carriers ignore OPTIONS. Their calls continue, because only an unanswered INVITE shows a failure.
    const status = known.status === 'down' ? 'unknown' : known.status;
    const record: TrunkRecord = { ...known, status, isInDoubt: false };
    return { record, nextCheckMs: calmMs, reason: null };
  }
  const failures = known.failures + 1;
  const isDown = known.status === 'down' || !finding.isSilent || failures >= silencesMin;
  const record: TrunkRecord = { ...known, status: isDown ? 'down' : known.status, failures };
  return { record, nextCheckMs: soonMs, reason: finding.reason };
}
