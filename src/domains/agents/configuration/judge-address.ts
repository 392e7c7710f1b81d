import type { Uri } from '../../../telephony/sip/syntax/index.ts';
import { type DialPlan, judgeDialedUser, type Reach } from '../../rules/index.ts';

/** The settings that an address is judged by. */
interface AddressTerms {
  plan: DialPlan;
  reach: Reach;
  /** The organization's own hosts, in lower case. */
  sipHosts: readonly string[];
  /** The hosts of the trunks that may be used. */
  trunkHosts: readonly string[];
}

/** `e164` is the number that the address is dialed as, or null for a name or an extension at a host that may be called. */
type AddressVerdict =
  | { allowed: true; e164: string | null }
  | { allowed: false; message: string; isSetting: boolean };

/**
 * Returns whether a SIP or tel URI may be called. The user part must pass the checks of a dialed number in every reading
 * (`judgeDialedUser`). A user part that is no number is called at the organization's own hosts, and a name such as `sales`
 * at the trunk's host too. `isSetting`: only the organization's allowed countries or types of numbers refuse it.
 */
export function judgeAddress(uri: Uri, { plan, reach, sipHosts, trunkHosts }: AddressTerms): AddressVerdict {
  const user = userPartOf(uri);
  const refuse = (message: string, isSetting = false): AddressVerdict => ({
    allowed: false,
    message,
    isSetting,
  });
  if (user === null) return refuse('The address has no user part.');
  if (uri.scheme !== 'tel' && user.includes(':'))
    return refuse('The address contains a password. Remove it.');
  // Either parameter would send the call elsewhere than the address says (RFC 3261 §19.1.1).
  const misleading = ['maddr', 'method'].find((name) => uri.params.has(name));
  if (misleading !== undefined) return refuse(`The address contains the parameter ${misleading}. Remove it.`);
  const judged = judgeDialedUser(user, uri.params, plan, reach);
  const host = uri.host.replaceAll(/^\[|\]$/g, '').toLowerCase();
  const kind = judged.kind === 'refused' ? judged.as : judged.kind;
  const isAtTrunk = kind === 'name' && trunkHosts.includes(host);
  const isHostAllowed = kind === 'number' || (host !== '' && (isAtTrunk || sipHosts.includes(host)));
  if (judged.kind === 'refused') {
    const { reason, message } = judged.refusal;
    const isSetting = reason === 'country-not-allowed' || reason === 'number-type-not-allowed';
    if (!isSetting || isHostAllowed) return refuse(message, isSetting);
  } else if (isHostAllowed) {
    return { allowed: true, e164: judged.kind === 'number' ? judged.e164 : null };
  }
  return refuse(
    `The address contains no number, and ${host || 'it'} is not among sipHosts of the organization. Write the number with its country, such as +14155550123, or add the host to sipHosts.`,
  );
}

/** Returns the user part as it is sent, with its parameters and escapes, or null when there is none. */
export function userPartOf({ scheme, text }: Uri): string | null {
  const rest = text.slice(scheme.length + 1);
  if (scheme === 'tel') return rest;
  const at = rest.indexOf('@');
  return at <= 0 ? null : rest.slice(0, at);
}
