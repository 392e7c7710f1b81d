/** What one look at a trunk found. `isSilent`: it said nothing at all, which alone proves little. */
export type TrunkFinding =
  | { isThere: true; answersOptions: boolean }
  | { isThere: false; isSilent: boolean; reason: string };

/** What is known of a trunk between looks. */
export interface TrunkRecord {
  status: 'up' | 'down' | 'unknown';
  /** Looks in a row that found nobody. */
  failures: number;
  /** An INVITE was never answered, so the trunk is asked by OPTIONS until it answers. */
  isInDoubt: boolean;
  /** It has answered OPTIONS once: only then its silence means something. */
  answersOptions: boolean;
}

/** What is told of a trunk; `reason` says in words why it is down, null when it is not. */
export interface TrunkHealth {
  status: 'up' | 'down' | 'unknown';
  reason: string | null;
}

/** What is told of a trunk: down where its registrar, or a look, says so; up where the registrar does, else by the looks. */
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
/** A trunk that is down, or in doubt, is looked at this often; others at leisure. */
const soonMs = 2_000;
const calmMs = 15_000;

/** What a finding makes of a trunk, and when it is looked at next. `optionsIntervalMs` null: none is asked for. */
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
    // Some carriers ignore OPTIONS. Their calls go on; one that is not answered is all that can be known of them.
    const status = known.status === 'down' ? 'unknown' : known.status;
    const record: TrunkRecord = { ...known, status, isInDoubt: false };
    return { record, nextLookMs: calmMs, reason: null };
  }
  const failures = known.failures + 1;
  const isDown = known.status === 'down' || !finding.isSilent || failures >= silencesMin;
  const record: TrunkRecord = { ...known, status: isDown ? 'down' : known.status, failures };
  return { record, nextLookMs: soonMs, reason: finding.reason };
}
