import type { Database, Listener } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/index.ts';
import { EventPulse } from '../events/index.ts';
import { webhookChannel } from './endpoints.ts';
import type { Sender, SenderOptions } from './sender/index.ts';
import { isAnyEndpointEnabled } from './store/endpoints.ts';

/** How often to look for endpoints created by another process. */
const lookEveryMs = 60_000;

/** Sends events once there is an endpoint. Without one, the sender is not loaded. */
export class WebhookService {
  readonly #options: SenderOptions;
  readonly #db: Database;
  readonly #log: Log;
  readonly #pulse: EventPulse;
  #sender: Promise<Sender> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#db = options.db;
    this.#log = options.log;
    this.#pulse = new EventPulse(options.db, options.log);
  }

  /** Starts the service. The caller starts the listener afterwards. */
  start(listener: Listener): void {
    listener.on(webhookChannel, () => this.#look());
    this.#timer = setInterval(() => this.#sender ?? this.#look(), lookEveryMs);
    this.#timer.unref();
    this.#look();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#looking;
    await this.#pulse.close();
    const sender = await this.#sender?.catch(() => null);
    await sender?.close();
  }

  #look(): void {
    this.#looking = this.#looking.then(async () => {
      if (this.#isClosed) return;
      try {
        if (this.#sender) (await this.#sender).look();
        else if (await isAnyEndpointEnabled(this.#db)) await this.#begin();
      } catch (error) {
        this.#log.warn({ err: error }, 'could not look for webhook endpoints');
      }
    });
  }

  async #begin(): Promise<void> {
    this.#sender = this.#open();
    try {
      const sender = await this.#sender;
      this.#pulse.listen(() => sender.look());
    } catch (error) {
      this.#sender = null;
      throw error;
    }
  }

  async #open(): Promise<Sender> {
    const { Sender } = await import('./sender/index.ts');
    const sender = new Sender(this.#options);
    await sender.start();
    return sender;
  }
}
