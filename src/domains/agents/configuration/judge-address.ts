import { type DialPlan, judgeDialedUser, type Reach } from '../../../platform/kernel/index.ts';
import type { Uri } from '../../../telephony/sip/syntax/index.ts';

/** By what an address is judged. */
interface AddressTerms {
  plan: DialPlan;
  reach: Reach;
  /** The organization's own hosts, in lower case. */
  sipHosts: readonly string[];
  /** Where the trunk is; several where any of them may be used. */
  trunkHosts: readonly string[];
}

/** `e164` is the number that the address is dialed as; null: it names somebody at a host that may be called. */
type AddressVerdict =
  | { allowed: true; e164: string | null }
  | { allowed: false; message: string; isSetting: boolean };

/**
 * Whether a SIP or tel URI may be called. Its user part is held to what a dialed number is held to, read as the dial plan
 * reads it. What is no number is called at the organization's own hosts; a name such as `sales` at the trunk's host too.
 * `isSetting`: the organization's allowed countries or types of numbers alone refuse it.
 */
export function judgeAddress(uri: Uri, { plan, reach, sipHosts, trunkHosts }: AddressTerms): AddressVerdict {
  const user = userPartOf(uri);
  const refuse = (message: string, isSetting = false): AddressVerdict => ({
    allowed: false,
    message,
    isSetting,
  });
  if (user === null) return refuse('It names nobody.');
  if (uri.scheme !== 'tel' && user.includes(':')) return refuse('It holds a password; leave that out.');
  // Either would lead the call elsewhere than the address says (RFC 3261 §19.1.1).
  const misleading = ['maddr', 'method'].find((name) => uri.params.has(name));
  if (misleading !== undefined) return refuse(`It holds the parameter ${misleading}; leave that out.`);
  const judged = judgeDialedUser(user, uri.params, plan, reach);
  if (judged.kind === 'number') return { allowed: true, e164: judged.e164 };
  if (judged.kind === 'refused') {
    const { reason, message } = judged.refusal;
    return refuse(message, reason === 'country-not-allowed' || reason === 'number-type-not-allowed');
  }
  const host = uri.host.replaceAll(/^\[|\]$/g, '').toLowerCase();
  const isAtTrunk = judged.kind === 'name' && trunkHosts.includes(host);
  if (host !== '' && (isAtTrunk || sipHosts.includes(host))) return { allowed: true, e164: null };
  return refuse(
    `No number can be read in it, and ${host || 'it'} is not among sipHosts of the organization: write the number in E.164, or add the host there.`,
  );
}

/** The user part as it is sent, with its parameters and escapes; null: there is none. */
export function userPartOf({ scheme, text }: Uri): string | null {
  const rest = text.slice(scheme.length + 1);
  if (scheme === 'tel') return rest;
  const at = rest.indexOf('@');
  return at <= 0 ? null : rest.slice(0, at);
}
