import type {
  LocatedTarget,
  Locator,
  NamedTarget,
  Probe,
  Reachability,
  RegistrationState,
  SipUserAgent,
} from '../../../telephony/sip/index.ts';
import { knock } from './knock.ts';
import type { TrunkFinding, TrunkHealth } from './trunk-check.ts';

/** How many of the places that a trunk's name leads to are looked at. */
const placesMax = 3;

interface Eyes {
  agent: Pick<SipUserAgent, 'options'>;
  locator: Pick<Locator, 'locate' | 'whyNowhere' | 'avoid'>;
}

/**
 * Looks at the places that a trunk's name leads to until one is there; those that are not are dialed last. `options`: how
 * to ask by OPTIONS; null: only whether the port is closed.
 */
export async function lookAtTrunk(
  eyes: Eyes,
  trunk: NamedTarget,
  options: Omit<Probe, 'target'> | null,
): Promise<TrunkFinding> {
  const places = (await eyes.locator.locate(trunk)).slice(0, placesMax);
  const reason = places.length === 0 ? await eyes.locator.whyNowhere(trunk) : '';
  let finding: TrunkFinding = { isThere: false, isSilent: false, reason };
  for (const place of places) {
    finding = options ? await askAt(eyes, place, options) : await knockAt(place);
    if (finding.isThere) break;
    eyes.locator.avoid(place);
  }
  return finding;
}

/** Who says nothing to OPTIONS may be silent; where a connection is to be had first, it is found out if nobody is there. */
async function askAt(
  { agent }: Eyes,
  place: LocatedTarget,
  options: Omit<Probe, 'target'>,
): Promise<TrunkFinding> {
  const answered = await agent.options({ ...options, target: place });
  if (answered.code !== null || place.transport === 'udp') return findingOf(answered);
  const knocked = await knockAt(place);
  return knocked.isThere ? findingOf(answered) : knocked;
}

async function knockAt({ transport = 'udp', host, port }: LocatedTarget): Promise<TrunkFinding> {
  const knocked = await knock(transport, host, port);
  return knocked.isRefused
    ? { isThere: false, isSilent: false, reason: knocked.reason }
    : { isThere: true, answersOptions: false };
}

/** What an answer to OPTIONS, or none, says in the terms of SIP. */
function findingOf({ reachable, code, reason }: Reachability): TrunkFinding {
  if (reachable) return { isThere: true, answersOptions: true };
  const told = code === null ? `no answer to OPTIONS: ${reason}` : `OPTIONS was answered ${code} ${reason}`;
  return { isThere: false, isSilent: code === null, reason: told };
}

/**
 * What a registration says of its trunk; null: nothing yet. One whose binding still stands is down all the same when
 * nobody answers its refresh: nobody would answer its calls.
 */
export function registrationHealth({ status, lastFailure }: RegistrationState): TrunkHealth | null {
  if (status === 'stopped') return null;
  if (status === 'registered' && lastFailure?.code !== null) return { status: 'up', reason: null };
  if (lastFailure === null) return null;
  const { code, reason } = lastFailure;
  const told = code === null ? `no answer to REGISTER: ${reason}` : `REGISTER was answered ${code} ${reason}`;
  return { status: 'down', reason: told };
}
