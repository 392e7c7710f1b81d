import { type CallEnd, externalIdOf } from '../../../domains/calls/index.ts';
import {
  type Log,
  normalizePhoneNumber,
  printable,
  toError,
  withoutTrunkPrefix,
} from '../../../platform/kernel/index.ts';
import { buildOffer, type IncomingCall, type IncomingCallEvents } from '../../../telephony/sip/index.ts';
import {
  type CallToPrepare,
  firstWordsReady,
  type PreparedAgent,
  prepareAgent,
  requireProviders,
} from '../../agent-runtime/index.ts';
import type { DialableAgent } from '../../dialer/index.ts';
import { LiveCall } from '../call/live-call.ts';
import type { NoPlace } from '../capacity/places.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { endOfStop } from '../signalling/sip-outcome.ts';
import { variablesOfCall } from '../signalling/sip-variables.ts';
import { credentialsWithin } from '../signalling/trunk-invite.ts';
import { numberOfContact, type RegisteredTrunks } from '../trunks/registered-contact.ts';
import type { TrunkAddresses } from '../trunks/trunk-addresses.ts';
import { accept, acceptableOffer, type InboundState } from './inbound-answer.ts';
import { gaveUp, unusable } from './inbound-ends.ts';
import {
  type Admission,
  admitCall,
  findRoutes,
  type InboundRoute,
  numbersOfRegistered,
  type RouteTrunk,
} from './inbound-store.ts';
import { Refusal } from './refusal.ts';
import type { UnprovenCalls } from './unproven-calls.ts';

/** What inbound calls need of the engine. */
interface InboundContext {
  environment: CallEnvironment;
  addresses: TrunkAddresses;
  registered: RegisteredTrunks;
  nodeId: string;
  log: Log;
  unproven: UnprovenCalls;
  /** A place for a new call, to be given back once it is live or refused; or why none is taken. */
  takePlace: () => { giveBack(): void } | NoPlace;
  onLive: (live: LiveCall) => void;
  onOver: (live: LiveCall) => void;
}

/** Takes an INVITE: finds whose it is, admits it, answers it, carries it to its end. Its events are wired at once. */
export function takeInboundCall(context: InboundContext, incoming: IncomingCall): IncomingCallEvents {
  const gone = new AbortController();
  const state: InboundState = {
    live: null,
    gone,
    offer: null,
    keys: new Map(),
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
      // Nobody answers our offer any more.
      state.lateAnswer('');
    },
    onCancel() {
      gone.abort();
      state.live?.remoteEnded('remote', null);
    },
    onAck() {
      state.live?.audio.acknowledged();
      // An ACK without the answer to our offer: none comes any more (RFC 3261 §13.2.2.4).
      state.lateAnswer('');
    },
  };
}

async function run(context: InboundContext, incoming: IncomingCall, state: InboundState): Promise<void> {
  const { log } = context;
  try {
    const place = context.takePlace();
    if (typeof place === 'string') throw new Refusal(503, place, 'this process takes no more calls');
    const admitted = await admit(context, incoming, state).finally(() => place.giveBack());
    const { live } = admitted;
    try {
      await carry(context, incoming, admitted, state);
    } finally {
      context.onOver(live);
    }
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    thrown.answer(incoming, log);
  }
}

/** Puts the call on record, live; or throws a Refusal. */
async function admit(
  context: InboundContext,
  incoming: IncomingCall,
  state: InboundState,
): Promise<AdmittedCall> {
  const { environment } = context;
  const route = await resolve(context, incoming, state);
  const { organizationId, trunk, agent } = route;
  state.offer = route.offer;
  const { host, port, transport } = trunk;
  const credentials = credentialsWithin(
    { secret: environment.secret, log: context.log },
    { ...trunk, organizationId },
  );
  incoming.isOfTrunk({ host, port, transport }, credentials);
  state.isOfTrunk = (address) => context.addresses.belongs(organizationId, trunk.trunkId, address);
  if (state.gone.signal.aborted) throw new Refusal(487, 'canceled', 'the caller gave up');
  incoming.ring();
  const admission = admissionOf(context, incoming, route);
  const admitted = await admitCall(environment.db, admission);
  if (admitted.kind === 'full') {
    throw new Refusal(
      overflowCode(route),
      'organization-limit',
      'all concurrent calls of the organization are in use',
    );
  }
  if (admitted.kind === 'trunk-full') {
    const code = route.overflow === null ? 503 : overflowCode(route);
    throw new Refusal(code, 'trunk-limit', 'all concurrent calls of the trunk are in use');
  }
  if (admitted.kind === 'gone')
    throw new Refusal(404, 'number-unknown', 'the number, its agent or its trunk was deleted meanwhile');
  if (admitted.kind === 'known') throw new Refusal(482, 'duplicate', 'the call is on record already');
  const live = new LiveCall(
    environment,
    { organizationId, callId: admitted.callId, nodeId: context.nodeId },
    trunk,
  );
  state.live = live;
  context.onLive(live);
  const { customerNumber, phoneNumber: agentNumber } = admission;
  const call = { customerNumber, agentNumber, variables: admitted.variables };
  return { live, agent, trunkId: trunk.trunkId, call };
}

/** A call that is on record. */
interface AdmittedCall {
  live: LiveCall;
  agent: DialableAgent;
  trunkId: string;
  call: Omit<CallToPrepare, 'organizationId' | 'callId'>;
}

type ResolvedRoute = InboundRoute & { trunk: RouteTrunk; agent: DialableAgent; offer: string | null };

/** Called number → its trunks → does the source belong to one of them; or a Refusal. */
async function resolve(
  context: InboundContext,
  incoming: IncomingCall,
  { keys }: InboundState,
): Promise<ResolvedRoute> {
  const routes = await routesOf(context, incoming);
  const [first] = routes;
  if (!first) throw new Refusal(404, 'number-unknown', 'nobody has the called number');
  const { address } = incoming.source;
  const belonging = () => {
    for (const route of routes) {
      const { organizationId, trunks } = route;
      const trunk = trunks.find(({ trunkId }) => context.addresses.belongs(organizationId, trunkId, address));
      if (trunk) return { route, trunk };
    }
    return null;
  };
  let found = belonging();
  if (!found) {
    // A trunk may be new, of an address that another one lets in.
    await context.addresses.lookAgain(`${first.phoneNumberId} ${address}`);
    found = belonging();
  }
  if (!found) {
    throw new Refusal(403, 'source-not-allowed', "the source does not belong to the number's trunks");
  }
  const { route, trunk } = found;
  const { agent, organizationId } = route;
  if (!agent) throw new Refusal(overflowCode(route), 'no-agent', 'the number has no agent');
  const providerContext = { organizationId, keys, variables: {} };
  await requireProviders(context.environment.providers, agent, providerContext).catch((error: unknown) => {
    throw new Refusal(overflowCode(route), 'no-provider', toError(error).message);
  });
  // Before anything is stored: a call that cannot be heard uses up no personalization push.
  const offer = await acceptableOffer(context.environment, incoming, trunk);
  return { ...route, trunk, agent, offer };
}

/**
 * The called number is the user of the Request-URI; at a contact that we registered that is our user name, and the
 * number is in To, or else the only one that the trunk has.
 */
async function routesOf({ environment, addresses, registered }: InboundContext, incoming: IncomingCall) {
  const { db } = environment;
  const { requestUri, to, source } = incoming;
  for (const user of new Set([requestUri.user, to.uri.user])) {
    const called = e164Of(user);
    const routes = called === null ? [] : await findRoutes(db, withoutTrunkPrefix(called));
    if (routes.length > 0) return routes;
  }
  const numbers = requestUri.user === null ? [] : await numbersOfRegistered(db, requestUri.user);
  const belonging = () =>
    numbers.filter((it) => addresses.belongs(it.organizationId, it.trunkId, source.address));
  // A trunk may be new, and have registered before it was known whom it lets in.
  if (numbers.length > 0 && belonging().length === 0)
    await addresses.lookAgain(`${requestUri.user} ${source.address}`);
  const ours = belonging();
  const line = requestUri.params.get('line') ?? null;
  const number = numberOfContact(ours, { line, toHost: to.uri.host }, registered);
  return number === null ? [] : findRoutes(db, number);
}

/** What a call is answered with that cannot be taken. */
function overflowCode({ overflow }: InboundRoute): number {
  return Number(overflow?.code ?? 486);
}

function admissionOf(context: InboundContext, incoming: IncomingCall, route: ResolvedRoute): Admission {
  const identity = route.trunk.trustsIdentity ? incoming.assertedIdentity : null;
  const caller = (identity ?? incoming.from).uri.user ?? '';
  const external = incoming.headers(route.externalIdHeader)[0] ?? '';
  return {
    organizationId: route.organizationId,
    nodeId: context.nodeId,
    agentId: route.agent.agentId,
    agentVersion: route.agent.version,
    customerNumber: e164Of(caller) ?? (printable(caller, 64) || 'anonymous'),
    phoneNumberId: route.phoneNumberId,
    phoneNumber: route.phoneNumber,
    trunkId: route.trunk.trunkId,
    sipCallId: printable(incoming.callId, 255),
    fromTag: printable(incoming.fromTag, 255),
    externalId: externalIdOf(external) || externalIdOf(incoming.callId),
    variables: variablesOfCall(incoming),
  };
}

/**
 * Answers the call with its agent's first words at hand, and carries it on once the caller has acknowledged that.
 * Where INVITEs may be forged, the agent is prepared only then.
 */
async function carry(
  { environment, unproven }: InboundContext,
  incoming: IncomingCall,
  { live, agent, trunkId, call }: AdmittedCall,
  state: InboundState,
): Promise<void> {
  try {
    const { gone, log, usage, lineRateHz } = live;
    const preparing = { gone, log, usage, lineRateHz, keys: state.keys };
    await using agents = new AsyncDisposableStack();
    const prepare = async (): Promise<PreparedAgent> => {
      const prepared = await prepareAgent(environment, agent, { ...live.held, ...call }, preparing);
      state.keys.clear();
      return agents.use(prepared);
    };
    const ahead = unproven.isSuspect(trunkId) ? null : await prepare();
    await live.open({ agent });
    live.onStop(() => {
      incoming.hangUp();
      // Who is hung up on answers no offer.
      state.lateAnswer('');
      state.gone.abort();
    });
    if (ahead) await firstWordsReady(ahead, state.gone.signal);
    if (state.gone.signal.aborted) return await live.finish(endOfUnanswered(live, state));
    using watched = unproven.watch(live, trunkId, state.gone.signal);
    // An answer to our offer is waited for no longer than that.
    void watched.outcome.then(() => state.lateAnswer(''));
    const isAccepted = await accept(environment, incoming, live, state);
    const heard = isAccepted ? await watched.outcome : 'gone';
    if (heard === 'gone') return await live.finish(endOfUnanswered(live, state));
    if (heard !== 'proven') {
      incoming.hangUp();
      return await live.finish(heard);
    }
    const prepared = ahead ?? (await prepare());
    live.log.info({ sipCallId: incoming.callId }, 'answered');
    const end = await live.carryOn(prepared, incoming, 'inbound');
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

function endOfUnanswered(live: LiveCall, state: InboundState): CallEnd {
  if (live.stopCause !== null) return endOfStop(live.stopCause, false);
  return state.gone.signal.aborted ? gaveUp : unusable;
}

function e164Of(user: string | null | undefined): string | null {
  const number = normalizePhoneNumber(decodeUser(user ?? ''));
  return 'error' in number ? null : number.e164;
}

/** The user part without its parameters (`+15551234567;phone-context=…`). */
function decodeUser(user: string): string {
  return user.split(';', 1)[0] ?? '';
}
