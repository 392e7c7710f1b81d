/** The faults of a running installation. */
export const faultKinds = [
  /** `kill -9` of one process that carries calls. */
  'one',
  /** `kill -9` of two such processes at the same moment. */
  'two',
  /** `kill -9` of the process that serves HTTP. */
  'api',
  /** `kill -9` of every process, including the database. */
  'everything',
  /** `kill -9` of one database server process. The server then restarts and closes every connection. */
  'backend',
  /** SIGSTOP of one process that carries calls, too short to be taken for dead. */
  'stall',
  /** SIGSTOP until the process has been taken for dead. Then it continues, and ends when it notices. */
  'comeback',
  /** SIGTERM of one process that carries calls. */
  'drain',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One fault of a plan. */
export interface Fault {
  kind: FaultKind;
  /** The affected processes that carry calls, each at most once. Two are enough for every kind. */
  members: readonly [number, number];
  /** The pause after the previous fault. */
  afterMs: number;
  /** How long a process is stopped, or not started again. */
  forMs: number;
  /** Whether the next fault waits until the effects of this one are settled. */
  isSettled: boolean;
  /** Selects a process of the database, from 0 to 1. */
  pick: number;
}

const weights: Record<FaultKind, number> = {
  one: 5,
  two: 2,
  api: 2,
  everything: 1,
  backend: 1,
  stall: 2,
  comeback: 3,
  drain: 2,
};

/**
 * Draws `count` faults, the same for the same generator. With `kinds`, those are taken in turn, and none waits for the
 * previous one.
 */
export function planFaults(
  random: () => number,
  count: number,
  members: number,
  kinds?: readonly FaultKind[],
): Fault[] {
  return Array.from({ length: count }, (_, i) => {
    const kind = kinds ? kinds[i % kinds.length]! : drawKind(random());
    const first = Math.floor(random() * members);
    const second = (first + 1 + Math.floor(random() * (members - 1))) % members;
    const afterMs = 100 + random() * 1500;
    const forMs = lengthOf(kind, random());
    const isSettled = random() < 0.35 && kinds === undefined;
    return { kind, members: [first, second], afterMs, forMs, isSettled, pick: random() };
  });
}

function drawKind(random: number): FaultKind {
  const sum = Object.values(weights).reduce((total, weight) => total + weight, 0);
  let left = random * sum;
  for (const kind of faultKinds) {
    left -= weights[kind];
    if (left < 0) return kind;
  }
  return 'one';
}

/** A process is taken for dead some 7 to 9 s after its last heartbeat. */
function lengthOf(kind: FaultKind, random: number): number {
  if (kind === 'stall') return 500 + random * 3000;
  if (kind === 'comeback') return 9000 + random * 5000;
  // Mostly at once, as by a service manager; sometimes only after other processes had to settle its calls.
  return random < 0.6 ? random * 500 : random * 12_000;
}
