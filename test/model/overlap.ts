import { type Database, statement } from '../../src/platform/db/index.ts';
import { type Board, pick, type Random } from './board.ts';
import type { ModelNode } from './model-node.ts';
import { isBefore, readQueue } from './queue.ts';
import type { SlotModel } from './slot-model.ts';

/** Calls that became due meanwhile may be hidden for a moment. Upkeep finds them (see update_lanes). */
const reconcile = statement('test.model.sweep', 'select reconcile_lanes()');

type Step = (db: Database) => Promise<void>;

/**
 * Overlaps two moves: the first waits before its COMMIT until the second is over or waits for it. The result does not
 * depend on the speed of the machine.
 */
export async function overlap(board: Board, node: ModelNode): Promise<string> {
  const { model, random, overlaps } = board;
  const others = model.nodes.filter((other) => other !== node && other.state === 'alive' && !other.isSettled);
  const other = others[Math.floor(random() * others.length)];
  if (!other) return `${node.nodeId} is alone`;
  const max = 1 + Math.floor(random() * 4);
  const [words, first] = await firstStep(board, node);
  const held = overlaps.held();
  try {
    const begun = first(held);
    await Promise.race([held.reached, begun]);
    const second = model.claim(other, max, { db: model.db, isAlone: false });
    await overlaps.blockedOr(second);
    held.release();
    for (const settled of await Promise.allSettled([begun, second])) {
      if (settled.status === 'rejected') throw settled.reason;
    }
  } finally {
    held.release();
    await held.close();
  }
  await model.db.query(reconcile);
  return `${words}, and meanwhile ${other.nodeId} claims up to ${max}`;
}

async function firstStep({ model, operators, random }: Board, node: ModelNode): Promise<[string, Step]> {
  const [held] = node.calls;
  const what = random();
  if (what < 0.25 && held) {
    const [callId, { stage }] = held;
    const reason = model.reasonsFor(stage)[0]!;
    const words = `${callId} ends at ${node.nodeId}: ${reason}`;
    return [words, (db) => model.end(node, callId, reason, { db, isAlone: false })];
  }
  if (what < 0.4 && held?.[1].stage === 'claimed') {
    const words = `${node.nodeId} holds ${held[0]}`;
    return [words, (db) => model.hold(node, held[0], 1000, { db, isAlone: false })];
  }
  if (what < 0.6) {
    const callId = await nextInTurn(model, random);
    if (callId !== undefined) {
      return [`${callId} is canceled`, (db) => operators.cancel(callId, { db, isAlone: false })];
    }
  }
  const max = 1 + Math.floor(random() * 4);
  return [`${node.nodeId} claims up to ${max}`, (db) => model.claim(node, max, { db, isAlone: false })];
}

/** Returns one of the calls that a claim is likely to take. */
async function nextInTurn(model: SlotModel, random: Random): Promise<string | undefined> {
  const queue = [...(await readQueue(model.db, model.organizationId)).values()];
  const due = queue
    .filter(({ dueMs }) => dueMs <= model.clock.now())
    .sort((a, b) => (isBefore(a, b) ? -1 : 1));
  return pick(random, due.slice(0, 4))?.callId;
}
