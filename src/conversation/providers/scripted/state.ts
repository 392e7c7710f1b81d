import { z } from 'zod';
import { wholeName } from './names.ts';
import type { SlotValue } from './slots/index.ts';

/** Where a conversation stands in its dialogue: plain JSON, kept by whoever asks. */
const Place = z.strictObject({
  node: z.string(),
  slots: z.record(z.string().regex(wholeName), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** How often in a row nothing was understood, and nothing said, at this node. */
  noMatch: z.int().min(0),
  noInput: z.int().min(0),
  /** Keys that were pressed and are not yet a whole answer. */
  keys: z.string().max(64),
  /** The tool whose result is waited for. */
  pendingCall: z.string().nullable(),
  /** Tools that were called so far: their ids count on. */
  calls: z.int().min(0),
  /** Whether there is nothing more to say. */
  isOver: z.boolean(),
});

export interface Place extends Readonly<Omit<z.output<typeof Place>, 'slots'>> {
  readonly slots: Readonly<Record<string, SlotValue>>;
}

/** Before anything is said. */
export function placeAt(node: string): Place {
  return { node, slots: {}, noMatch: 0, noInput: 0, keys: '', pendingCall: null, calls: 0, isOver: false };
}

/** The same conversation at another node. */
export function moved(place: Place, node: string): Place {
  return { ...place, node, noMatch: 0, noInput: 0, keys: '' };
}

/** The place that `state` is; null where it is none of this dialogue. */
export function readPlace(state: unknown, nodes: object): Place | null {
  const { success, data } = Place.safeParse(state);
  return success && Object.hasOwn(nodes, data.node) ? data : null;
}
