/** Why a request to a vendor had no success. */
export const refusalReasons = [
  'wrong-key',
  'no-permission',
  'trial-account',
  'documents-needed',
  'no-money',
  'number-gone',
  'price-changed',
  'already-owned',
  'not-found',
  'in-use',
  'too-many-requests',
  'unreachable',
  'refused',
  'failed',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** A vendor, or a resource of Parley, refused a step. */
export class CarrierRefusal extends Error {
  readonly reason: RefusalReason;
  /** The words of the vendor; null when it gave no answer. */
  readonly vendorMessage: string | null;
  /** The error and its remedy, if the cause is not the vendor; null otherwise. */
  readonly ownMessage: string | null;
  /** Whether trying again soon can help. */
  readonly isTransient: boolean;
  /** Whether the request may have been carried out. */
  readonly isUnknown: boolean;

  constructor(
    reason: RefusalReason,
    vendorMessage: string | null = null,
    {
      isTransient = false,
      isUnknown = false,
      ownMessage = null,
    }: { isTransient?: boolean; isUnknown?: boolean; ownMessage?: string | null } = {},
  ) {
    super(vendorMessage ?? ownMessage ?? reason);
    this.name = 'CarrierRefusal';
    this.reason = reason;
    this.vendorMessage = vendorMessage?.slice(0, 500) ?? null;
    this.ownMessage = ownMessage?.slice(0, 500) ?? null;
    this.isTransient = isTransient;
    this.isUnknown = isUnknown;
  }
}

/** Returns what is wrong and what to do, for people. */
export function adviceOn(reason: RefusalReason, vendor: string): string {
  return advice[reason].replaceAll('{vendor}', vendor);
}

const advice: Record<RefusalReason, string> = {
  'wrong-key': '{vendor} does not accept the key. Copy it again from the console of {vendor}.',
  'no-permission':
    'The key may not do this. At {vendor}, give it the right to manage numbers and SIP trunks, or use a key with all rights.',
  'trial-account':
    'A trial account at {vendor} may not do this. Upgrade the account at {vendor}, then continue.',
  'documents-needed':
    'The number needs an address or papers that {vendor} has to approve. Add them in the console of {vendor}, then continue. A number that you buy there can be connected as well.',
  'no-money': 'The account at {vendor} has too little credit. Add credit, then continue.',
  'number-gone': 'The number is not on sale any more, or not in the account. Choose another one.',
  'price-changed':
    'The price of the number is not the one that was confirmed. Nothing was bought. Choose it again.',
  'already-owned': 'The account has this number already. Choose it among your numbers, without buying it.',
  'not-found':
    '{vendor} does not find what this step needs. It may have been deleted there. Disconnect and connect again.',
  'in-use':
    'It is still in use. Wait until its calls have ended, or end them under Calls. Let campaigns use another number. Then continue.',
  'too-many-requests': '{vendor} receives too many requests from this account. Continue in a minute.',
  unreachable: '{vendor} gave no answer. Check that this server reaches the Internet, then continue.',
  refused: '{vendor} refused the step.',
  failed: 'The step failed in Parley itself. The log of the server says why. Mend that, then continue.',
};
