import type { CarriedOut } from '../../../conversation/pipeline/index.ts';
import { judgeAddress } from '../../../domains/agents/index.ts';
import { markForwarding, markTakenBack } from '../../../domains/calls/index.ts';
import { dialability } from '../../../domains/rules/index.ts';
import { parseUri } from '../../../telephony/sip/index.ts';
import { transferBlind } from './blind-transfer.ts';
import { transferConnected } from './connected-transfer.ts';
import type { TransferOutcome, TransferParties } from './parties.ts';
import type { TransferRoute } from './store.ts';
import { transferToTeam } from './team-transfer.ts';
import { findTransferRouting, type TransferRouting } from './transfer-routing.ts';
import { orWithoutDatabase } from './without-database.ts';

type Destination = TransferParties['prepared']['agent']['transferDestinations'][number];

/** Maximum destinations to try, when each names the next as its fallback. */
const triesMax = 3;

/**
 * Transfers a caller to one of the agent's destinations, and to its fallbacks when that fails. When all fail, the
 * conversation continues with the reason, unless the last destination ends the call.
 */
export async function transferCall(parties: TransferParties, name: string): Promise<CarriedOut> {
  const { environment, held, prepared, log, signal } = parties;
  const destinations = prepared.agent.transferDestinations;
  const tried: string[] = [];
  let next: Destination | undefined = destinations.find((destination) => destination.name === name);
  if (!next) return back(`there is no destination called ${name}`);
  let last = next;
  let reason = '';
  while (next && !signal.aborted && tried.length < triesMax && !tried.includes(next.name)) {
    last = next;
    tried.push(next.name);
    const message = `Put through to the destination ${next.name} (${next.type === 'team' ? 'a team' : next.mode}).`;
    const destination = next.type === 'team' ? next.name : next.destination;
    const marking = markForwarding(environment.db, held, { destination, message });
    const isOurs = await orWithoutDatabase(marking, true, log);
    if (!isOurs) return back('the call is over');
    const outcome = await transferTo(parties, next);
    if (outcome.kind === 'connected') {
      const end = { reason: 'assistant-forwarded-call', message: `Put through to ${next.name}.` } as const;
      return { isOver: true, end };
    }
    if (outcome.kind === 'taken') return taken(parties, outcome.memberName);
    reason = outcome.reason;
    parties.onTakenBack();
    if (signal.aborted) break;
    log.info({ destination: next.name, reason }, 'a transfer failed');
    next = destinations.find((destination) => destination.name === last.fallback);
  }
  if (signal.aborted) return back('the caller hung up');
  const failure = `Putting through to ${tried.join(', ')} failed: ${reason}.`;
  await orWithoutDatabase(markTakenBack(environment.db, held, failure), undefined, log);
  if (last.fallback !== 'end') return back(reason);
  const message = `No one could be reached at ${tried.join(', ')}: ${reason}.`;
  return { isOver: true, end: { reason: 'assistant-ended-call', message } };
}

/** The call is the agent's again, under the member. The agent is muted until the member hands it back. */
async function taken(
  { environment, held, log }: TransferParties,
  memberName: string | null,
): Promise<CarriedOut> {
  const by = memberName ?? 'A member';
  const message = `${by} is on the line.`;
  await orWithoutDatabase(markTakenBack(environment.db, held, message, 'team-answered'), undefined, log);
  return { isOver: false, result: { transferred: true, to: by } };
}

function back(reason: string): CarriedOut {
  return { isOver: false, result: { transferred: false, error: reason } };
}

async function transferTo(parties: TransferParties, destination: Destination): Promise<TransferOutcome> {
  const { environment, held, log, knownRouting } = parties;
  if (destination.type === 'team') return transferToTeam(parties, destination);
  const reading = findTransferRouting(environment.db, held);
  const routing = await orWithoutDatabase(reading, knownRouting, log);
  if (!routing) return { kind: 'failed', reason: 'the database cannot be reached' };
  const { route, reach } = routing;
  if (!route) return { kind: 'failed', reason: 'the number of the call has no trunk' };
  const problem = problemOf(reach, route, destination);
  if (problem !== null) return { kind: 'failed', reason: problem };
  const target = targetOf(destination, route);
  switch (destination.mode) {
    case 'blind':
      return transferBlind(parties, route, target);
    case 'bridged':
      return transferConnected(parties, route, target, null);
    case 'warm':
      return transferConnected(parties, route, target, { summaryPrompt: destination.summaryPrompt });
  }
}

function targetOf(destination: Destination, route: TransferRoute): { to: string; uri: string | null } {
  return destination.type === 'phone'
    ? { to: destination.destination, uri: null }
    : { to: route.phoneNumber, uri: destination.destination };
}

/** Returns why a destination may not be called, or null. The checks are those of a dialed number. */
function problemOf(
  reach: TransferRouting['reach'],
  route: TransferRoute,
  { type, destination }: Destination,
): string | null {
  if (type === 'phone') {
    const judged = dialability(destination, reach.allowedCountries, reach.allowedNumberTypes);
    return judged.allowed ? null : judged.message;
  }
  const uri = parseUri(destination);
  if (!uri) return 'The destination is no SIP URI.';
  const { dialPlan: plan, sipHosts, trunk } = route;
  const judged = judgeAddress(uri, { plan, reach, sipHosts, trunkHosts: [trunk.host.toLowerCase()] });
  return judged.allowed ? null : judged.message;
}
