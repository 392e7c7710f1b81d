import { type Board, pick } from './board.ts';
import type { ModelNode } from './model-node.ts';
import { overlap } from './overlap.ts';

/** A move of a process, of an operator, or of time, in words. */
export async function move(board: Board): Promise<string> {
  const { model, random } = board;
  const what = random();
  if (what < 0.08) {
    const ms = pick(random, [200, 1000, 10_000, 40_000])!;
    model.clock.moveTo(model.clock.now() + ms);
    return `time goes on by ${ms} ms`;
  }
  if (what < 0.15) return operate(board);
  const node = pick(random, model.nodes)!;
  if (what < 0.18) return failOrSettle(board, node);
  if (what < 0.22) {
    if (random() < 0.4) await model.refuseLate(node);
    else await model.handOver(node);
    return `${node.nodeId} hands over what was late`;
  }
  if (what < 0.45 && node.state === 'alive') return work(board, node);
  return carryOn(board);
}

/** The moves of processes. */
async function work(board: Board, node: ModelNode): Promise<string> {
  const { model, random } = board;
  const what = random();
  if (what < 0.15) {
    await model.releaseStrays(node);
    return `${node.nodeId} releases strays`;
  }
  if (what < 0.35) {
    await model.obeyStops(node);
    return `${node.nodeId} stops what it is told to`;
  }
  if (what < 0.55) return overlap(board, node);
  const max = 1 + Math.floor(random() * 4);
  await model.claim(node, max);
  return `${node.nodeId} claims up to ${max} and holds ${[...node.calls.keys()].join(', ')}`;
}

/** The moves of people. */
async function operate(board: Board): Promise<string> {
  const { model, operators, random } = board;
  const what = random();
  if (what < 0.25) return stopOne(board);
  if (what < 0.65) {
    const [place, status] = [random() < 0.5 ? 0 : 1, random() < 0.7 ? 'running' : 'paused'] as const;
    await operators.switchCampaign(place, status);
    return `campaign ${place} is ${status}`;
  }
  if (what < 0.68) {
    await operators.switchCampaign(1, 'ended');
    return 'campaign 1 ends';
  }
  if (what < 0.72) {
    const endAtMs = model.clock.now() + Math.floor(random() * 120_000);
    await operators.setCampaignEnd(1, endAtMs);
    return `campaign 1 is to end at ${endAtMs}`;
  }
  if (what < 0.8) {
    await operators.upkeep();
    return 'calls of ended campaigns are canceled';
  }
  const dialing = random() < 0.75 ? 'on' : 'off';
  await operators.switchDialing(dialing);
  return `dialing is ${dialing}`;
}

/** Cancels a call or suppresses its customer. The process with the call may notice at once, or dial it first. */
async function stopOne({ model, operators, random }: Board): Promise<string> {
  const calls = await model.calls();
  const holderOf = (callId: string) => model.nodes.find((node) => node.calls.has(callId));
  // Live calls are more likely to go wrong.
  const live = calls.filter(({ callId }) => holderOf(callId));
  const call = pick(random, random() < 0.8 && live.length > 0 ? live : calls);
  if (!call) return 'there is nothing to cancel';
  const isCanceled = random() < 0.6;
  if (isCanceled) await operators.cancel(call.callId);
  else await operators.suppress(call.customerNumber);
  const words = isCanceled ? `${call.callId} is canceled` : `${call.customerNumber} is suppressed`;
  const node = holderOf(call.callId);
  if (node?.state !== 'alive' || random() < 0.3) return words;
  if (node.calls.get(call.callId)?.stage === 'claimed') await model.invite(node, call.callId);
  else await model.obeyStops(node);
  return `${words}, and ${node.nodeId} goes on with it`;
}

async function failOrSettle({ model, random }: Board, node: ModelNode): Promise<string> {
  if (node.isSettled) {
    // The process has done everything that it remembered, and ends.
    if (node.calls.size === 0) model.nodes.splice(model.nodes.indexOf(node), 1);
    return `${node.nodeId} is gone`;
  }
  if (node.state === 'alive') {
    node.state = random() < 0.5 ? 'stalled' : 'dead';
    return `${node.nodeId} is ${node.state}`;
  }
  await model.settle(node, random() < 0.3 ? 'customer-busy' : null);
  return `${node.nodeId} is found dead`;
}

/** Makes the next move of a call that a process remembers, if the process is not stalled, or has come back too late. */
async function carryOn({ model, random }: Board): Promise<string> {
  const awake = model.nodes.filter(({ state, isSettled }) => state === 'alive' || isSettled);
  const all = awake.flatMap((holder) => [...holder.calls].map(([id, held]) => ({ holder, id, held })));
  const picked = pick(random, all);
  if (!picked) return 'nobody has anything to do';
  const { holder: node, id: callId } = picked;
  const { stage, isNoted } = picked.held;
  const what = random();
  const who = `${node.nodeId}${node.isSettled ? ', which was found dead,' : ''}`;
  if (stage === 'claimed' && what < 0.15) {
    await model.hold(node, callId, Math.floor(random() * 60_000));
    return `${who} holds ${callId}`;
  }
  if (stage === 'claimed' && what < 0.3) {
    model.delay(node, callId);
    if (node.state !== 'alive' || random() < 0.3) return `${callId} is late at ${who}`;
    model.clock.moveTo(model.clock.now() + 60_000);
    await model.releaseStrays(node);
    const claimer = pick(
      random,
      model.nodes.filter(({ state }) => state === 'alive'),
    );
    if (claimer) await model.claim(claimer, 4);
    if (random() < 0.5) await model.refuseLate(node);
    else await model.handOver(node);
    return `${callId} is late at ${who} by more than a minute, and ${claimer?.nodeId} claims`;
  }
  if (stage === 'claimed' && what < 0.9) {
    await model.invite(node, callId);
    return `${who} invites ${callId}`;
  }
  if (stage === 'invited' && !isNoted && what < 0.6) {
    await model.note(node, callId);
    return `${who} writes down that it invited ${callId}`;
  }
  if (stage === 'invited' && isNoted && what < 0.15) {
    model.lose(node, callId);
    return `${who} loses ${callId}`;
  }
  if (stage === 'invited' && what < 0.5) {
    await model.ring(node, callId);
    return `${callId} rings at ${who}`;
  }
  if (stage !== 'claimed' && stage !== 'answered' && what < 0.8) {
    await model.answer(node, callId);
    return `${callId} is answered at ${who}`;
  }
  const reason = pick(random, model.reasonsFor(stage))!;
  await model.end(node, callId, reason);
  return `${callId} ends at ${who}: ${reason}`;
}
