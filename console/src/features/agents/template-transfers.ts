/** The transfers of a template. Their numbers are examples, which must not be called. */
import { isObject } from '../json-text/index.ts';

interface Destination {
  name: string;
  description?: string | null;
  destination: string;
}

type Stage = Record<string, unknown> & { edges?: { to: string; failure?: boolean }[]; global?: unknown };

/** The parts of a template's document that transfers are in. */
export interface WithTransfers {
  [field: string]: unknown;
  transferDestinations?: Destination[];
  flow?: { stages: Record<string, Stage> };
}

/** Returns the destinations of a template whose numbers the member should give. */
export function destinationsOf(document: unknown): readonly Destination[] {
  return (document as WithTransfers).transferDestinations ?? [];
}

/** Returns whether the agent of a template has nothing to do without its numbers, because its model decides when to transfer. */
export function needsNumbers({ vendor }: { vendor: object }): boolean {
  const { tools = [] } = vendor as { tools?: { type: string }[] };
  return tools.some(({ type }) => type === 'transfer');
}

/**
 * Returns a template's document with the member's numbers, by the name of the destination. A destination without a number is
 * removed, and a stage that transfers to it does at once what it does when no one answers.
 */
export function withNumbers(
  document: WithTransfers,
  numbers: Readonly<Record<string, string>>,
): WithTransfers {
  const given = destinationsOf(document).flatMap((one) => {
    const destination = numbers[one.name] ?? '';
    return destination === '' ? [] : [{ ...one, destination }];
  });
  const missing = destinationsOf(document).flatMap(({ name }) => (numbers[name] ? [] : [name]));
  const { flow } = document;
  if (!flow || missing.length === 0) return { ...document, transferDestinations: given };
  const stages = Object.fromEntries(
    Object.entries(flow.stages).map(([name, stage]) => [name, withoutTransfer(stage, flow.stages, missing)]),
  );
  const before = leadsOf(flow.stages);
  const after = leadsOf(stages);
  const left = Object.entries(stages).filter(([name]) => after.has(name) || !before.has(name));
  return { ...document, transferDestinations: given, flow: { ...flow, stages: Object.fromEntries(left) } };
}

function withoutTransfer(stage: Stage, stages: Record<string, Stage>, missing: readonly string[]): Stage {
  const { finish, edges = [], global } = stage;
  if (!isObject(finish) || !missing.includes(String(finish.transfer))) return stage;
  const after = stages[edges.find(({ failure }) => failure)?.to ?? ''];
  return after === undefined ? stage : { ...after, ...(global !== undefined && { global }) };
}

/** Returns the stages to which an edge leads. */
function leadsOf(stages: Record<string, Stage>): Set<string> {
  return new Set(Object.values(stages).flatMap(({ edges = [] }) => edges.map(({ to }) => to)));
}
