import { UsageMeter } from '../../../conversation/providers/kit/index.ts';
import { type Admission, admitCall, type CallEnd, externalIdOf } from '../../../domains/calls/index.ts';
import { type Log, monotonicMs, printable, toError } from '../../../platform/kernel/index.ts';
import { buildOffer, type IncomingCall, type IncomingCallEvents } from '../../../telephony/sip/index.ts';
import {
  type CallToPrepare,
  firstWordsReady,
  type OpenedProviders,
  openProviders,
  type PreparedAgent,
  prepareAgent,
  readMemory,
  readPronunciations,
} from '../../agent-runtime/index.ts';
import type { DialableAgent } from '../../dialer/index.ts';
import { LiveCall } from '../call/live-call.ts';
import type { CallFacts } from '../call/moved-call.ts';
import type { NoCapacity } from '../capacity/capacity.ts';
import type { WaitingCalls } from '../capacity/waiting-calls.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { CallRecord } from '../record/call-record.ts';
import { endOfStop } from '../signalling/sip-outcome.ts';
import { credentialsWithin, variablesOfCall } from '../signalling/trunk-invite.ts';
import type { TrunkAddresses } from '../trunks/trunk-addresses.ts';
import { accept, acceptableOffer, fromDatabase, type InboundState, Refusal } from './inbound-answer.ts';
import { e164Of, findRoute, type RegisteredTrunks } from './route.ts';
import type { InboundRoute, RouteTrunk } from './store.ts';
import type { TurnedAwayCounts } from './turned-away.ts';
import type { UnprovenCalls } from './unproven-calls.ts';

/** The parts of the engine that inbound calls need. */
interface InboundContext {
  environment: CallEnvironment;
  addresses: TrunkAddresses;
  registered: RegisteredTrunks;
  nodeId: string;
  log: Log;
  unproven: UnprovenCalls;
  /** Reserves capacity for a call until it is live or refused, and lets callers wait for it. */
  waiting: Pick<WaitingCalls, 'reserve' | 'isWorthWaiting' | 'wait'>;
  onRefused: (reason: NoCapacity) => void;
  turnedAway: Pick<TurnedAwayCounts, 'count'>;
  onLive: (live: LiveCall) => void;
  onOver: (live: LiveCall) => void;
}

/**
 * Finds the number of an INVITE, admits the call, answers it and carries it to its end. Returns its events at once.
 */
export function receiveInboundCall(context: InboundContext, incoming: IncomingCall): IncomingCallEvents {
  const gone = new AbortController();
  const state: InboundState = {
    live: null,
    route: null,
    gone,
    offer: null,
    isRinging: false,
    lateAnswer: () => undefined,
    isOfTrunk: () => false,
  };
  void run(context, incoming, state).catch((error: unknown) => {
    context.log.error({ err: error, sipCallId: incoming.callId }, 'an inbound call failed');
    if (!incoming.reject(503)) incoming.hangUp();
  });
  return {
    onOffer: (offer) =>
      state.live?.legs.isPast(incoming) ? null : (state.live?.audio.answerChange(offer) ?? null),
    onOfferAsked: () =>
      state.live && !state.live.legs.isPast(incoming) ? buildOffer(state.live.audio.offer()) : null,
    onLateAnswer: (answer) => state.lateAnswer(answer),
    mayReplace: ({ address }) => state.isOfTrunk(address),
    onRefer: (referral) => (state.live ? state.live.refer(referral) : referral.refuse(603)),
    onInfo: (contentType, body) => state.live?.audio.receiveInfo(contentType, body),
    onEnd({ by, reason }) {
      const { live } = state;
      live?.legs.ended(incoming, () => live.remoteEnded(by, reason));
      // No answer to our offer will come.
      state.lateAnswer('');
    },
    onCancel() {
      gone.abort();
      state.live?.remoteEnded('remote', null);
    },
    onAck() {
      state.live?.audio.acknowledged();
      // After an ACK without the answer to our offer, no answer will come (RFC 3261 §13.2.2.4).
      state.lateAnswer('');
    },
  };
}

async function run(context: InboundContext, incoming: IncomingCall, state: InboundState): Promise<void> {
  await using opened = new AsyncDisposableStack();
  try {
    const reserved = await reserve(context, incoming, state);
    const admitted = await admit(context, incoming, state, opened).finally(() => reserved.release());
    const { live } = admitted;
    try {
      await carry(context, incoming, admitted, state);
    } finally {
      context.onOver(live);
    }
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    thrown.answer(incoming, context.log);
    if (state.route) context.turnedAway.count(state.route, thrown.reason);
  }
}

const withoutCapacity: Readonly<Record<NoCapacity, string>> = {
  draining: 'this process is stopping',
  'database-away': 'the database is not reached',
  overloaded: 'the machine is at its limit: it serves its calls late',
  'process-full': 'the process carries as many calls as PARLEY_CALLS_MAX allows',
};

/** Reserves capacity for a call, for which its caller may wait ringing. Throws a Refusal when there is none. */
async function reserve(context: InboundContext, incoming: IncomingCall, state: InboundState) {
  const { waiting, onRefused } = context;
  let reserved = waiting.reserve();
  if (typeof reserved === 'string' && (await fromDatabase(waiting.isWorthWaiting(reserved)))) {
    // A number without an agent is refused at once.
    await routeWithAgent(context, incoming, state);
    incoming.ring();
    state.isRinging = true;
    reserved = await waiting.wait(state.gone.signal);
  }
  if (typeof reserved !== 'string') return reserved;
  if (state.gone.signal.aborted) throw gaveUpWaiting();
  onRefused(reserved);
  throw new Refusal(503, reserved, withoutCapacity[reserved]);
}

const gaveUpWaiting = () => new Refusal(487, 'canceled', 'the caller gave up');

/** Finds the number of an INVITE. Throws a Refusal for an unknown one, and for one without an agent. */
async function routeWithAgent(context: InboundContext, incoming: IncomingCall, state: InboundState) {
  const { route, trunk } = await fromDatabase(findRoute(context, incoming));
  state.route = route;
  const { agent } = route;
  if (!agent) throw new Refusal(overflowCode(route), 'no-agent', 'the number has no agent');
  return { route, trunk, agent };
}

/** A call that is on record. */
interface AdmittedCall {
  live: LiveCall;
  agent: DialableAgent;
  /** The providers, which are opened once, before the call is stored. */
  providers: OpenedProviders;
  pronunciations: ReturnType<typeof readPronunciations>;
  memory: ReturnType<typeof readMemory>;
  trunkId: string;
  call: Omit<CallToPrepare, 'organizationId' | 'callId'>;
  facts: CallFacts;
}

/** Records the call and makes it live, or throws a Refusal. The caller disposes of `opened` after the call. */
async function admit(
  context: InboundContext,
  incoming: IncomingCall,
  state: InboundState,
  opened: AsyncDisposableStack,
): Promise<AdmittedCall> {
  const { environment, nodeId, addresses } = context;
  const { route, trunk, agent } = await routeWithAgent(context, incoming, state);
  const { organizationId } = route;
  const usage = new UsageMeter();
  const log = context.log.child({ organizationId, sipCallId: incoming.callId });
  const opening = { organizationId, usage, log, bound: fromDatabase };
  // Read while the call is admitted.
  const pronunciations = readPronunciations(environment.db, agent, { organizationId, log });
  const customerNumber = callerOf(incoming, trunk);
  const memory = readMemory(environment.db, agent, { organizationId, customerNumber }, log);
  const providers = await openProviders(environment.providers, agent, opening).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    throw new Refusal(overflowCode(route), 'no-provider', toError(error).message);
  });
  opened.use(providers);
  // Checked before anything is stored, so that a call without common audio uses up no personalization push.
  state.offer = await acceptableOffer(environment, incoming, organizationId, trunk);
  const { host, port, transport } = trunk;
  const credentials = credentialsWithin(
    { secret: environment.secret, log: context.log },
    { ...trunk, organizationId },
  );
  incoming.assignTrunk({ host, port, transport }, credentials);
  state.isOfTrunk = (address) => addresses.belongs(organizationId, trunk.trunkId, address);
  if (state.gone.signal.aborted) throw gaveUpWaiting();
  if (!state.isRinging) incoming.ring();
  const admission = admissionOf(incoming, { route, trunk, agent, nodeId });
  const admitting = admitCall(environment.db, admission);
  const admitted = await fromDatabase(admitting).catch((thrown: unknown) => {
    void endLateAdmission(context, route, admitting);
    throw thrown;
  });
  if (admitted.kind !== 'admitted') throw refusalOf(admitted.kind, route);
  const held = { organizationId, callId: admitted.callId, nodeId };
  environment.journal.admitted(held, admission);
  const live = new LiveCall(environment, held, trunk, usage);
  state.live = live;
  context.onLive(live);
  const { agentNumber } = admission;
  const call = { customerNumber, agentNumber, variables: admitted.variables };
  const { trunkId, codecs, mediaEncryption } = trunk;
  const facts = {
    ...{ customerNumber, agentNumber, timeZone: null, trunkId },
    ...{ trunk: { codecs, mediaEncryption }, credentials: credentials ?? null },
  };
  return { live, agent, providers, pronunciations, memory, trunkId, call, facts };
}

/** Ends the record of a call that was admitted after its caller had been refused. */
async function endLateAdmission(
  { environment, nodeId, log }: InboundContext,
  { organizationId }: InboundRoute,
  admitting: ReturnType<typeof admitCall>,
): Promise<void> {
  const admitted = await admitting.catch(() => null);
  if (admitted?.kind !== 'admitted') return;
  const held = { organizationId, callId: admitted.callId, nodeId };
  await new CallRecord(environment, held, log).ended(admittedLate, monotonicMs(), null);
}

function refusalOf(kind: 'full' | 'trunk-full' | 'gone' | 'known', route: InboundRoute): Refusal {
  switch (kind) {
    case 'full': {
      const message = 'all concurrent calls of the organization are in use';
      return new Refusal(overflowCode(route), 'organization-limit', message);
    }
    case 'trunk-full': {
      const code = route.overflow === null ? 503 : overflowCode(route);
      return new Refusal(code, 'trunk-limit', 'all concurrent calls of the trunk are in use');
    }
    case 'gone':
      return new Refusal(404, 'number-unknown', 'the number, its agent or its trunk was deleted meanwhile');
    case 'known':
      return new Refusal(482, 'duplicate', 'the call is on record already');
  }
}

/** Returns the SIP status that the number sets for calls that it cannot accept. */
function overflowCode({ overflow }: InboundRoute): number {
  return Number(overflow?.code ?? 486);
}

interface AdmittedRoute {
  route: InboundRoute;
  trunk: RouteTrunk;
  agent: DialableAgent;
  nodeId: string;
}

function admissionOf(incoming: IncomingCall, { route, trunk, agent, nodeId }: AdmittedRoute): Admission {
  const external = incoming.headers(route.externalIdHeader)[0] ?? '';
  return {
    organizationId: route.organizationId,
    nodeId,
    agentId: agent.agentId,
    agentVersion: agent.version,
    customerNumber: callerOf(incoming, trunk),
    phoneNumberId: route.phoneNumberId,
    agentNumber: route.phoneNumber,
    trunkId: trunk.trunkId,
    sipCallId: printable(incoming.callId, 255),
    fromTag: printable(incoming.fromTag, 255),
    externalId: externalIdOf(external) || externalIdOf(incoming.callId),
    variables: variablesOfCall(incoming),
  };
}

/** Returns the caller's number in E.164, or the identity as received when it is not a number. */
function callerOf(incoming: IncomingCall, { trustsIdentity }: RouteTrunk): string {
  const identity = trustsIdentity ? incoming.assertedIdentity : null;
  const caller = (identity ?? incoming.from).uri.user ?? '';
  return e164Of(caller) ?? (printable(caller, 64) || 'anonymous');
}

/**
 * Answers the call when its agent's first words are ready, and carries it on once the caller has acknowledged the answer.
 * While INVITEs are being forged in the trunk's name, the agent is prepared only then.
 */
async function carry(
  { environment, unproven }: InboundContext,
  incoming: IncomingCall,
  { live, agent, providers, pronunciations, memory, trunkId, call, facts }: AdmittedCall,
  state: InboundState,
): Promise<void> {
  try {
    const { gone, log, usage, lineRateHz } = live;
    const preparing = { gone, log, usage, lineRateHz, opened: providers, pronunciations, memory };
    await using agents = new AsyncDisposableStack();
    const prepare = async (): Promise<PreparedAgent> =>
      agents.use(await prepareAgent(environment, agent, { ...live.held, ...call }, preparing));
    const ahead = unproven.isSuspect(trunkId) ? null : await prepare();
    await live.open({ agent });
    live.onStop(() => {
      incoming.hangUp();
      // After that, the caller answers no offer.
      state.lateAnswer('');
      state.gone.abort();
    });
    if (ahead) await firstWordsReady(ahead, state.gone.signal);
    if (state.gone.signal.aborted) return await live.finish(endOfUnanswered(live, state));
    using watched = unproven.watch(live, trunkId, state.gone.signal);
    // `accept` stops waiting for the answer to our offer.
    void watched.outcome.then(() => state.lateAnswer(''));
    const isAccepted = await accept(environment, incoming, live, state);
    const outcome = isAccepted ? await watched.outcome : 'gone';
    if (outcome === 'gone') return await live.finish(endOfUnanswered(live, state));
    if (outcome !== 'proven') {
      incoming.hangUp();
      return await live.finish(outcome);
    }
    const prepared = ahead ?? (await prepare());
    live.log.info({ sipCallId: incoming.callId }, 'answered');
    const end = await live.carryOn(prepared, incoming, 'inbound', facts);
    if (end === null) return;
    live.legs.hangUp();
    await live.finish(end);
  } catch (thrown) {
    live.log.error({ err: thrown }, 'an inbound call failed');
    if (!incoming.reject(480)) incoming.hangUp();
    await live.finish({
      ...unusable,
      message: `The call could not be carried on: ${toError(thrown).message}.`,
    });
  }
}

const admittedLate: CallEnd = {
  status: 'ended',
  endedBy: 'System ended the call',
  endedReason: 'worker-lost',
  message: 'The database answered too late. The caller had been refused with 503.',
};
const gaveUp: CallEnd = {
  status: 'ended',
  endedBy: 'Customer ended the call',
  endedReason: 'customer-ended-call',
  message: 'The caller gave up before the call was answered.',
};
const unusable: CallEnd = {
  status: 'ended',
  endedBy: 'System ended the call',
  endedReason: 'provider-error',
  message: 'No audio could be agreed on with the caller.',
};

function endOfUnanswered(live: LiveCall, state: InboundState): CallEnd {
  if (live.stopCause !== null) return endOfStop(live.stopCause, false);
  return state.gone.signal.aborted ? gaveUp : unusable;
}
