import { isDeepStrictEqual } from 'node:util';
import type { Recorded, RecordedTurn } from '../../src/domains/scenarios/index.ts';

/** The parts of a call that are compared. */
export type Compared = Pick<Recorded, 'endedReason' | 'turns'>;

export type Difference =
  | { kind: 'said'; before: string; after: string }
  | { kind: 'tool-missing' | 'tool-new'; tool: string; arguments: Record<string, unknown> }
  | {
      kind: 'tool-arguments';
      tool: string;
      before: Record<string, unknown>;
      after: Record<string, unknown>;
    }
  | { kind: 'slower'; beforeMs: number; afterMs: number };

/** One turn in two calls; `null` when that call ended before it. */
export interface ComparedTurn {
  customer: string | null;
  before: RecordedTurn | null;
  after: RecordedTurn | null;
  differences: Difference[];
}

export interface Comparison {
  differs: boolean;
  turns: ComparedTurn[];
  endedReason: { before: string | null; after: string | null };
}

/** A busy machine may exceed one of these bounds. A turn that exceeds both is slower because of the agent. */
const slowerTimes = 2;
const slowerMs = 1000;
/** The last words of an interrupted sentence that are not compared. */
const looseWords = 3;

/** Compares two calls with the same customer actions, turn by turn. */
export function compareCalls(before: Compared, after: Compared): Comparison {
  const length = Math.max(before.turns.length, after.turns.length);
  const turns = Array.from({ length }, (_, index) =>
    compareTurns(before.turns[index] ?? null, after.turns[index] ?? null),
  );
  const endedReason = { before: before.endedReason, after: after.endedReason };
  const isSameEnd = before.endedReason === after.endedReason;
  return {
    differs: !isSameEnd || turns.some(({ differences }) => differences.length > 0),
    turns,
    endedReason,
  };
}

function compareTurns(before: RecordedTurn | null, after: RecordedTurn | null): ComparedTurn {
  const customer = (before ?? after)?.customer ?? null;
  const [said, says] = [textOf(before), textOf(after)];
  const isCut = (before?.isCut ?? false) || (after?.isCut ?? false);
  const isSame = isCut ? sameBeginning(said, says) : said === says;
  const slower = slowness(before?.waitedMs ?? null, after?.waitedMs ?? null);
  return {
    customer,
    before,
    after,
    differences: [
      ...(isSame ? [] : [{ kind: 'said' as const, before: said, after: says }]),
      ...compareTools(before?.tools ?? [], after?.tools ?? []),
      ...(slower === null ? [] : [slower]),
    ],
  };
}

function textOf(turn: RecordedTurn | null): string {
  return (turn?.agent ?? []).join(' ').trim().replaceAll(/\s+/g, ' ');
}

/** Returns whether two texts, at least one of them interrupted, may begin the same sentence. */
function sameBeginning(one: string, other: string): boolean {
  const [short, long] = [one.split(' '), other.split(' ')].toSorted((a, b) => a.length - b.length);
  const surely = Math.max(short!.length - looseWords, 1);
  return short!.slice(0, surely).every((word, index) => word === long![index]);
}

type Tools = RecordedTurn['tools'];

/** Compares tool calls in order. Those on one side only are missing or new. */
function compareTools(before: Tools, after: Tools): Difference[] {
  const left = [...after];
  const differences: Difference[] = [];
  for (const { name, arguments: given } of before) {
    const index = left.findIndex((tool) => tool.name === name);
    if (index < 0) {
      differences.push({ kind: 'tool-missing', tool: name, arguments: given });
      continue;
    }
    const [found] = left.splice(index, 1);
    if (isDeepStrictEqual(found!.arguments, given)) continue;
    differences.push({ kind: 'tool-arguments', tool: name, before: given, after: found!.arguments });
  }
  const more = left.map((tool) => ({
    kind: 'tool-new' as const,
    tool: tool.name,
    arguments: tool.arguments,
  }));
  return [...differences, ...more];
}

function slowness(beforeMs: number | null, afterMs: number | null): Difference | null {
  if (beforeMs === null || afterMs === null) return null;
  const isSlower = afterMs > beforeMs * slowerTimes && afterMs > beforeMs + slowerMs;
  return isSlower ? { kind: 'slower', beforeMs, afterMs } : null;
}
