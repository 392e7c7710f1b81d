import { isDeepStrictEqual } from 'node:util';
import type { Exchange, Recorded } from '../../src/domains/scenarios/index.ts';

/** What a call was, as far as another one is compared with it. */
export type Compared = Pick<Recorded, 'endedReason' | 'exchanges'>;

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

/** What came of one deed of the customer in two calls; null: that call did not come so far. */
export interface ComparedExchange {
  customer: string | null;
  before: Exchange | null;
  after: Exchange | null;
  differences: Difference[];
}

export interface Comparison {
  differs: boolean;
  exchanges: ComparedExchange[];
  endedReason: { before: string | null; after: string | null };
}

/** A machine is now and then so much slower; what is slower by both is so because of what the agent does. */
const slowerTimes = 2;
const slowerMs = 1000;
/** Of what is cut off, the last words are heard or not by a hair's breadth. */
const looseWords = 3;

/** Compares two calls in which the customer did the same, deed by deed. */
export function compareCalls(before: Compared, after: Compared): Comparison {
  const length = Math.max(before.exchanges.length, after.exchanges.length);
  const exchanges = Array.from({ length }, (_, index) =>
    compareExchanges(before.exchanges[index] ?? null, after.exchanges[index] ?? null),
  );
  const endedReason = { before: before.endedReason, after: after.endedReason };
  const isSameEnd = before.endedReason === after.endedReason;
  return {
    differs: !isSameEnd || exchanges.some(({ differences }) => differences.length > 0),
    exchanges,
    endedReason,
  };
}

function compareExchanges(before: Exchange | null, after: Exchange | null): ComparedExchange {
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

function textOf(exchange: Exchange | null): string {
  return (exchange?.agent ?? []).join(' ').trim().replaceAll(/\s+/g, ' ');
}

/** Whether two texts, of which at least one was cut off, can be the beginning of the same. */
function sameBeginning(one: string, other: string): boolean {
  const [short, long] = [one.split(' '), other.split(' ')].toSorted((a, b) => a.length - b.length);
  const surely = Math.max(short!.length - looseWords, 1);
  return short!.slice(0, surely).every((word, index) => word === long![index]);
}

type Tools = Exchange['tools'];

/** Calls of a tool are compared in their order; what is left on one side is missing, or new. */
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
