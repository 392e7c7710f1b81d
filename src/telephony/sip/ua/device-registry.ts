import type { Endpoint } from '../base/transport.ts';

/** A device that may register, found by its user name. */
export interface RegisteringDevice {
  deviceId: string;
  organizationId: string;
  password: string;
}

/** A contact of a REGISTER (RFC 3261 §10.3). */
export interface RegisteredContact {
  /** Identifies the binding: the instance of the device (RFC 5626 §4.1), or its Contact URI. */
  key: string;
  /** The Request-URI of calls to the device. */
  uri: string;
  /** 0 removes the binding. */
  expiresSeconds: number;
}

/** An accepted REGISTER. */
export interface DeviceRegistration {
  device: Pick<RegisteringDevice, 'deviceId' | 'organizationId'>;
  /** The flow over which the device is reached. */
  flow: Endpoint;
  callId: string;
  cseq: number;
  userAgent: string | null;
  /** The values of Path, when proxies are between the device and us (RFC 3327). */
  path: readonly string[];
  /** Whether the device sent the request itself. A proxy that names itself in no Path still adds its Via. */
  isDirect: boolean;
  /** `all`: every binding of the device is removed. */
  contacts: readonly RegisteredContact[] | 'all';
}

/** A binding as the response names it. */
export interface DeviceBinding {
  uri: string;
  expiresSeconds: number;
}

/** Keeps the devices that register with us; implemented by the layer above. */
export interface DeviceRegistry {
  /** Returns whether any device may register. Without any, REGISTER is no method of ours. */
  isInUse(): Promise<boolean>;
  find(username: string): Promise<RegisteringDevice | null>;
  /**
   * Returns the algorithm that a user name asks for. It follows from the name alone, so that a challenge does not show whether
   * there is such a device. One algorithm is asked for, because older devices fail at a second challenge that they do not know.
   */
  algorithmOf(username: string): 'MD5' | 'SHA-256';
  /**
   * Changes the bindings of a device, and returns those that it has then. `null` when a later REGISTER of the same Call-ID
   * has overtaken this one (RFC 3261 §10.3, step 7).
   */
  register(registration: DeviceRegistration): Promise<DeviceBinding[] | null>;
  /** Returns whether a registered device has this address. Must be cheap and synchronous. */
  hasDeviceAt(address: string): boolean;
  /**
   * Returns whether a request came over the flow of a registered device. False for the flow of a proxy, which also carries
   * calls of trunks. Must be cheap and synchronous.
   */
  isDevice(source: Endpoint): boolean;
}
