/** The result of one check of a trunk. `isSilent`: no response at all, which alone proves little. */
export type TrunkFinding =
  | { isThere: true; answersOptions: boolean }
  | { isThere: false; isSilent: boolean; reason: string };

/** The state of a trunk between checks. */
export interface TrunkRecord {
  status: 'up' | 'down' | 'unknown';
  /** Failed checks in a row. */
  failures: number;
  /** An INVITE got no response, so the trunk is asked by OPTIONS until it answers. */
  isInDoubt: boolean;
  /** Whether it ever answered OPTIONS. Only then its silence counts. */
  answersOptions: boolean;
}

/** The reported health of a trunk. `reason` says why it is down, or is `null`. */
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

/** A refusal is certain; a single lost datagram is not. */
const silencesMin = 2;
/** How often a trunk that is down or in doubt is checked, and any other. */
const soonMs = 2_000;
const calmMs = 15_000;

/** Returns a trunk's record after a check, and the delay before the next. `optionsIntervalMs` is `null` without OPTIONS. */
export function afterLook(
  known: TrunkRecord,
  finding: TrunkFinding,
  optionsIntervalMs: number | null,
): { record: TrunkRecord; nextLookMs: number; reason: string | null } {
  if (finding.isThere) {
    const answersOptions = known.answersOptions || finding.answersOptions;
    const record: TrunkRecord = { status: 'up', failures: 0, isInDoubt: false, answersOptions };
    return { record, nextLookMs: optionsIntervalMs ?? calmMs, reason: null };
  }
  if (finding.isSilent && !known.answersOptions && optionsIntervalMs === null) {
    // Some carriers ignore OPTIONS. Their calls go on: only an unanswered INVITE says anything about them.
    const status = known.status === 'down' ? 'unknown' : known.status;
    const record: TrunkRecord = { ...known, status, isInDoubt: false };
    return { record, nextLookMs: calmMs, reason: null };
  }
  const failures = known.failures + 1;
  const isDown = known.status === 'down' || !finding.isSilent || failures >= silencesMin;
  const record: TrunkRecord = { ...known, status: isDown ? 'down' : known.status, failures };
  return { record, nextLookMs: soonMs, reason: finding.reason };
}
