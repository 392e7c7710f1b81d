import type { CreateTrunk } from '../../trunks/index.ts';
import type { CarrierNumberList, CarrierStep, StepKind } from '../schemas.ts';
import type { SipAddress } from '../sip-address.ts';

/** What a vendor's steps know of the connection. */
export interface StepContext {
  /** A name that no other connection has, by which things are found again at the vendor. */
  label: string;
  /** Letters and digits that no other connection has. */
  tag: string;
  /** Where the vendor sends calls. */
  sipAddress: SipAddress;
  sipPassword: string;
  /** The countries of the connection's numbers. */
  countries: readonly string[];
  /** Returns the id that an earlier step made. */
  idOf(kind: StepKind): string;
}

/** What a step made. A pending one is asked for again until the vendor has decided. */
export interface Made {
  id: string;
  isPending?: boolean;
}

/** A step in the account at a vendor. Each function throws a CarrierRefusal. */
export interface VendorStep {
  /** Checks the step before it is sent. Returns what undoing restores. */
  prepare?(context: StepContext, step: CarrierStep): Promise<string | null>;
  /** Returns what an earlier request made, or null. Called when such a request may have arrived. */
  find(context: StepContext, step: CarrierStep): Promise<Made | null>;
  make(context: StepContext, step: CarrierStep): Promise<Made>;
  /**
   * Undoes the step; null when undoing another one does. Returns `kept` for what was changed by others since, which
   * stays as it is.
   */
  undo: null | ((context: StepContext, step: CarrierStep, id: string) => Promise<'undone' | 'kept'>);
}

/** The settings of the trunk here that depend on the vendor. */
export type VendorTrunk = Pick<
  CreateTrunk,
  'host' | 'port' | 'username' | 'password' | 'allowedAddresses' | 'maxCallsPerSecond'
>;

/** A vendor's account, reached with one key. */
export interface CarrierVendor {
  /** Asks the cheapest question that needs the key. */
  check(): Promise<void>;
  owned(): Promise<Omit<CarrierNumberList['owned'][number], 'isHere'>[]>;
  available(country: string, areaCode: string | undefined): Promise<CarrierNumberList['available']>;
  steps: Partial<Record<StepKind, VendorStep>>;
  trunk(context: StepContext): VendorTrunk;
}
