import {
  type DeviceKey,
  digestOf,
  dropBinding,
  dropDevicesOf,
  findDevice,
  isAnyDevice,
  openDevicePassword,
  type StoredBinding,
  storeBindings,
} from '../../../domains/devices/index.ts';
import { followDevices } from '../../../domains/teams/index.ts';
import type { SecretKey } from '../../../platform/access/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { type Log, monotonicMs, waitAtMost } from '../../../platform/kernel/index.ts';
import type {
  DeviceBinding,
  DeviceRegistration,
  DeviceRegistry,
  Endpoint,
  RegisteringDevice,
} from '../../../telephony/sip/index.ts';

interface RegisteredDevicesOptions {
  db: Database;
  secret: SecretKey;
  nodeId: string;
  log: Log;
  /** Returns whether a flow is still open. */
  canReach: (flow: Endpoint) => boolean;
}

/** A device that is registered at this process, as its latest REGISTER says. */
export interface Registered extends StoredBinding {
  flow: Endpoint;
  /** Whether the device sent the request itself, so that its flow carries no calls of trunks. */
  isDirect: boolean;
  untilMs: number;
}

/** How long it is remembered whether any device exists. */
const inUseMs = 2000;
/** How long a process that stops waits for registrations that are being stored. */
const storedMsMax = 2000;

/** The devices that are registered at this process, with the flows over which they are reached. */
export class RegisteredDevices implements DeviceRegistry {
  readonly #options: RegisteredDevicesOptions;
  readonly #registered = new Map<string, Registered>();
  /** The same by address, because every request outside a dialog asks. */
  readonly #atAddress = new Map<string, Set<Registered>>();
  readonly #registering = new Set<Promise<unknown>>();
  #isClosed = false;
  #inUse: { untilMs: number; answer: Promise<boolean> } | null = null;

  constructor(options: RegisteredDevicesOptions) {
    this.#options = options;
  }

  /** The organizations whose devices are registered here. */
  get organizations(): string[] {
    return [...new Set([...this.#registered.values()].map(({ organizationId }) => organizationId))];
  }

  get size(): number {
    return this.#registered.size;
  }

  isInUse(): Promise<boolean> {
    const nowMs = monotonicMs();
    if (!this.#inUse || this.#inUse.untilMs < nowMs)
      this.#inUse = { untilMs: nowMs + inUseMs, answer: isAnyDevice(this.#options.db) };
    const { answer } = this.#inUse;
    answer.catch(() => {
      this.#inUse = null;
    });
    return answer;
  }

  algorithmOf(username: string): 'MD5' | 'SHA-256' {
    return digestOf(username);
  }

  async find(username: string): Promise<RegisteringDevice | null> {
    const { db, secret } = this.#options;
    const found = await findDevice(db, username);
    return found && { ...found, password: openDevicePassword(secret, found, found.sealedPassword) };
  }

  async register(registration: DeviceRegistration): Promise<DeviceBinding[] | null> {
    if (this.#isClosed) throw new Error('this process is stopping');
    const registering = this.#register(registration);
    this.#registering.add(registering);
    return registering.finally(() => this.#registering.delete(registering));
  }

  async #register(registration: DeviceRegistration): Promise<DeviceBinding[] | null> {
    const { log } = this.#options;
    const { device, flow, contacts, callId, cseq, userAgent, isDirect } = registration;
    const stored = await this.#store(registration);
    if (!stored) return null;
    const wanted = contacts === 'all' ? [] : contacts;
    if (contacts === 'all') this.#forgetAll(device.deviceId);
    const kept = new Set(stored.bindings.map(({ key }) => key));
    for (const { key, expiresSeconds } of wanted) {
      const name = nameOf(device, key);
      const isNew = !this.#registered.has(name);
      this.#forget(name);
      const untilMs = monotonicMs() + expiresSeconds * 1000;
      if (expiresSeconds > 0 && kept.has(key))
        this.#remember(name, { ...device, key, callId, cseq, flow, isDirect, untilMs });
      if (isNew && kept.has(key))
        log.info({ ...device, transport: flow.transport ?? 'udp', userAgent }, 'a device was registered');
    }
    return stored.bindings;
  }

  #store({ device, flow, contacts, path, ...request }: DeviceRegistration): ReturnType<typeof storeBindings> {
    const { db, nodeId } = this.#options;
    const { transport = 'udp', address, port } = flow;
    return db.transaction(async (tx) => {
      const bound = { ...device, ...request, nodeId, transport, address, port, path };
      const result = await storeBindings(tx, { ...bound, bindings: contacts });
      if (result) await followDevices(tx, device.organizationId, result.memberId);
      return result;
    });
  }

  hasDeviceAt(address: string): boolean {
    return this.#atAddress.has(address);
  }

  isDevice({ address, port, connection, transport = 'udp' }: Endpoint): boolean {
    for (const { flow, isDirect } of this.#atAddress.get(address) ?? [])
      if (
        isDirect &&
        flow.port === port &&
        (flow.transport ?? 'udp') === transport &&
        flow.connection === connection
      )
        return true;
    return false;
  }

  /** Returns where a device is registered; `null` when it is not registered here any more. */
  registrationOf(device: DeviceKey, key: string): Registered | null {
    return this.#registered.get(nameOf(device, key)) ?? null;
  }

  /** Returns the flow by which a device is reached: `flow` while it is open, then the one of its latest registration. */
  openFlowOf(device: DeviceKey, key: string, flow: Endpoint): Endpoint | null {
    const { canReach } = this.#options;
    if (canReach(flow)) return flow;
    const latest = this.registrationOf(device, key)?.flow;
    return latest && canReach(latest) ? latest : null;
  }

  /** Forgets devices whose registration has expired, and drops those whose connection is closed. */
  async sweep(): Promise<void> {
    const nowMs = monotonicMs();
    for (const [name, registered] of [...this.#registered]) {
      if (registered.untilMs < nowMs) this.#forget(name);
      else if (!this.#options.canReach(registered.flow)) await this.drop(registered);
    }
  }

  /**
   * Removes a registration over which its device cannot be reached. Its member is away then, unless another device is registered.
   * Does nothing when the device has registered again since.
   */
  async drop(registered: Registered): Promise<void> {
    const { db, nodeId, log } = this.#options;
    const { organizationId, deviceId, key } = registered;
    const name = nameOf(registered, key);
    if (this.#registered.get(name) !== registered) return;
    log.info({ organizationId, deviceId }, 'a device cannot be reached; its registration is removed');
    await db.transaction(async (tx) => {
      const memberId = await dropBinding(tx, registered, nodeId);
      if (memberId !== null) await followDevices(tx, organizationId, memberId);
    });
    if (this.#registered.get(name) === registered) this.#forget(name);
  }

  /** Removes all registrations of this process, which stops. */
  async close(): Promise<void> {
    const { db, nodeId, log } = this.#options;
    this.#isClosed = true;
    await waitAtMost(Promise.allSettled(this.#registering), storedMsMax);
    if (this.#registered.size === 0) return;
    for (const name of [...this.#registered.keys()]) this.#forget(name);
    await dropDevicesOf(db, nodeId).catch((error: unknown) =>
      log.warn({ err: error }, 'the registrations of devices could not be removed; they expire'),
    );
  }

  #forgetAll(deviceId: string): void {
    for (const [name, registered] of [...this.#registered])
      if (registered.deviceId === deviceId) this.#forget(name);
  }

  #remember(name: string, registered: Registered): void {
    const { address } = registered.flow;
    this.#registered.set(name, registered);
    this.#atAddress.set(address, (this.#atAddress.get(address) ?? new Set()).add(registered));
  }

  #forget(name: string): void {
    const registered = this.#registered.get(name);
    if (!registered) return;
    this.#registered.delete(name);
    const { address } = registered.flow;
    const there = this.#atAddress.get(address);
    there?.delete(registered);
    if (there?.size === 0) this.#atAddress.delete(address);
  }
}

function nameOf({ organizationId, deviceId }: DeviceKey, key: string): string {
  return `${organizationId} ${deviceId} ${key}`;
}
