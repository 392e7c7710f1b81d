/** What is done to a running installation. */
export const faultKinds = [
  /** `kill -9` of one process that carries calls. */
  'one',
  /** And of two at the same moment. */
  'two',
  /** `kill -9` of the process that serves HTTP. */
  'api',
  /** `kill -9` of every process, those of the database included. */
  'everything',
  /** `kill -9` of one process of the database server, which then restarts itself and drops every connection. */
  'backend',
  /** SIGSTOP of one process that carries calls, too short for the others to take it for dead. */
  'stall',
  /** SIGSTOP for so long, and with its sign of life cut off, that it comes back after it was taken for dead. */
  'comeback',
  /** SIGTERM of one process that carries calls. */
  'drain',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One fault of a plan. */
export interface Fault {
  kind: FaultKind;
  /** Which of the processes that carry calls it is about, each once; two are enough for every kind. */
  members: readonly [number, number];
  /** After the one before was over with. */
  afterMs: number;
  /** How long a process stands still, or is not started again. */
  forMs: number;
  /** Whether the next one waits until what this one left behind is settled. */
  isSettled: boolean;
  /** From 0 to 1: which process of the database it is. */
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

/** Draws `count` faults; the same for the same generator. With `kinds` those are taken in turn, none waiting for the last. */
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

/** A process is taken for dead some 7 to 9 s after its last sign of life. */
function lengthOf(kind: FaultKind, random: number): number {
  if (kind === 'stall') return 500 + random * 3000;
  if (kind === 'comeback') return 9000 + random * 5000;
  // Mostly started again at once, as a service manager does; sometimes only after the others had to settle its calls.
  return random < 0.6 ? random * 500 : random * 12_000;
}
