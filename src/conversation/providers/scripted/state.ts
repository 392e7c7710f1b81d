import { z } from 'zod';
import { wholeName } from './names.ts';
import type { SlotValue } from './slots/index.ts';

/** The position of a conversation in its dialogue, as plain JSON in the request's `state`. */
const Place = z.strictObject({
  node: z.string(),
  slots: z.record(z.string().regex(wholeName), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** The counts of unmatched words and of silence in a row at this node. */
  noMatch: z.int().min(0),
  noInput: z.int().min(0),
  /** The places of two options of which the caller was asked which is meant. Absent otherwise, as programs before expect. */
  rivals: z.array(z.int().min(0)).max(2).optional(),
  /** The keys of an incomplete entry. */
  keys: z.string().max(64),
  /** The tool whose result is pending. */
  pendingCall: z.string().nullable(),
  /** The number of tool calls so far; their ids are numbered. */
  calls: z.int().min(0),
  /** Whether the dialogue has ended. */
  isOver: z.boolean(),
  /** The stage of the flow that the dialogue led to; `null` while it plays. */
  leadsTo: z.string().nullable().default(null),
});

export interface Place extends Readonly<Omit<z.output<typeof Place>, 'slots'>> {
  readonly slots: Readonly<Record<string, SlotValue>>;
}

/** Returns the place at the start of a dialogue. */
export function placeAt(node: string): Place {
  return {
    node,
    slots: {},
    noMatch: 0,
    noInput: 0,
    keys: '',
    pendingCall: null,
    calls: 0,
    isOver: false,
    leadsTo: null,
  };
}

/** Returns the place at another node. */
export function moved(place: Place, node: string): Place {
  return { ...place, node, noMatch: 0, noInput: 0, rivals: undefined, keys: '' };
}

/** Returns the place in `state`; `null` when it does not fit this dialogue. */
export function readPlace(state: unknown, nodes: object): Place | null {
  const { success, data } = Place.safeParse(state);
  return success && Object.hasOwn(nodes, data.node) ? data : null;
}
