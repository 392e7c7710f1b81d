import type { Database } from '../../../platform/db/index.ts';
import { normalizePhoneNumber, withoutTrunkPrefix } from '../../../platform/kernel/index.ts';
import type { IncomingCall } from '../../../telephony/sip/index.ts';
import type { TrunkName } from '../trunks/monitored-trunk.ts';
import type { TrunkAddresses } from '../trunks/trunk-addresses.ts';
import { Refusal } from './inbound-answer.ts';
import {
  type InboundRoute,
  type RegisteredNumber,
  type RouteTrunk,
  registeredNumbersOf,
  routesOfNumber,
} from './store.ts';

/** The registrations of this process. */
export interface RegisteredTrunks {
  /** Returns the trunk whose Contact has this line, or `null`. */
  ofLine(line: string): TrunkName | null;
  /** Returns whether the trunk's registrar accepted us. */
  isRegistered(trunk: TrunkName): boolean;
}

interface RouteContext {
  environment: { db: Database };
  addresses: Pick<TrunkAddresses, 'belongs' | 'readAgain'>;
  registered: RegisteredTrunks;
}

/**
 * Finds the number that an INVITE calls, and the trunk of it that the source belongs to. The number is the user of the
 * Request-URI or of To. At a contact that we registered, the user is our name, and the registration decides the number.
 * Throws a Refusal.
 */
export async function findRoute(
  context: RouteContext,
  incoming: IncomingCall,
): Promise<{ route: InboundRoute; trunk: RouteTrunk }> {
  const { requestUri, to, source } = incoming;
  const { db } = context.environment;
  for (const user of new Set([requestUri.user, to.uri.user])) {
    const called = e164Of(user);
    const routes = called === null ? [] : await routesOfNumber(db, withoutTrunkPrefix(called));
    if (routes.length === 0) continue;
    const candidates = routes.flatMap((route) =>
      route.trunks.map((trunk) => ({
        route,
        trunk,
        organizationId: route.organizationId,
        trunkId: trunk.trunkId,
      })),
    );
    const [found] = await ofSource(context, candidates, routes[0]!.phoneNumberId, source.address);
    if (found) return found;
    throw new Refusal(403, 'source-not-allowed', "the source does not belong to the number's trunks");
  }
  const found = await registeredRoute(context, incoming);
  if (found) return found;
  throw new Refusal(404, 'number-unknown', 'no organization has the called number');
}

async function registeredRoute(context: RouteContext, { requestUri, to, source }: IncomingCall) {
  const { db } = context.environment;
  if (requestUri.user === null) return null;
  const numbers = await registeredNumbersOf(db, requestUri.user);
  const ours = await ofSource(context, numbers, requestUri.user, source.address);
  const called = { line: requestUri.params.get('line') ?? null, toHost: to.uri.host };
  const number = numberOfContact(ours, called, context.registered);
  if (number === null) return null;
  for (const route of await routesOfNumber(db, number.phoneNumber)) {
    if (route.organizationId !== number.organizationId) continue;
    const trunk = route.trunks.find(({ trunkId }) => trunkId === number.trunkId);
    if (trunk) return { route, trunk };
  }
  return null;
}

/**
 * Returns the number that a call to one of our contacts is for, or `null` when it is ambiguous. `numbers` are those whose
 * trunks have the called user name and admit the source. The line decides when the registrar returned it. Otherwise only
 * registered trunks count, first those of the host that the call is addressed to.
 */
export function numberOfContact(
  numbers: readonly RegisteredNumber[],
  called: { line: string | null; toHost: string },
  registered: RegisteredTrunks,
): RegisteredNumber | null {
  const byLine = called.line === null ? null : registered.ofLine(called.line);
  const ours = byLine
    ? numbers.filter((it) => it.organizationId === byLine.organizationId && it.trunkId === byLine.trunkId)
    : numbers.filter((it) => registered.isRegistered(it));
  const atHost = ours.filter(({ host }) => host.toLowerCase() === called.toHost.toLowerCase());
  const [first, ...others] = atHost.length > 0 ? atHost : ours;
  return first && others.length === 0 ? first : null;
}

/**
 * Returns the candidates whose trunk admits the source, in their order. When there is none, it first reads the trunks again,
 * because a trunk may be new. `asked` bounds these reads for one number and source.
 */
async function ofSource<Candidate extends { organizationId: string; trunkId: string }>(
  { addresses }: RouteContext,
  candidates: readonly Candidate[],
  asked: string,
  address: string,
): Promise<Candidate[]> {
  const belonging = () =>
    candidates.filter(({ organizationId, trunkId }) => addresses.belongs(organizationId, trunkId, address));
  const known = belonging();
  if (known.length > 0 || candidates.length === 0) return known;
  await addresses.readAgain(`${asked} ${address}`);
  return belonging();
}

/** Returns the number of a SIP user part without its parameters (`+15551234567;phone-context=…`), or `null`. */
export function e164Of(user: string | null | undefined): string | null {
  const number = normalizePhoneNumber((user ?? '').split(';', 1)[0] ?? '');
  return 'error' in number ? null : number.e164;
}
