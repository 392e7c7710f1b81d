import type { Database, Listener } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/index.ts';
import { EventPulse } from '../events/index.ts';
import { webhookChannel } from './endpoints.ts';
import type { Sender, SenderOptions } from './sender/index.ts';
import { isAnyEndpointEnabled } from './store/endpoints.ts';

/** How often to look for endpoints without a notification: after a lost one, or when a sender has disabled one. */
const lookEveryMs = 60_000;

/**
 * Sends events while an endpoint is enabled. Before the first one, the sender is not loaded. After the last one, it looks
 * for no events.
 */
export class WebhookService {
  readonly #options: SenderOptions;
  readonly #db: Database;
  readonly #log: Log;
  readonly #pulse: EventPulse;
  #sender: Promise<Sender> | null = null;
  #stopListening: (() => void) | null = null;
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
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
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
        if (await isAnyEndpointEnabled(this.#db)) await this.#begin();
        else this.#end();
      } catch (error) {
        this.#log.warn({ err: error }, 'could not look for webhook endpoints');
      }
    });
  }

  /** Looks for events at once, and listens for further ones. */
  async #begin(): Promise<void> {
    this.#sender ??= this.#open();
    try {
      const sender = await this.#sender;
      if (this.#stopListening) sender.look();
      else this.#stopListening = this.#pulse.listen(() => sender.look());
    } catch (error) {
      this.#sender = null;
      throw error;
    }
  }

  #end(): void {
    this.#stopListening?.();
    this.#stopListening = null;
  }

  async #open(): Promise<Sender> {
    const { Sender } = await import('./sender/index.ts');
    const sender = new Sender(this.#options);
    await sender.start();
    return sender;
  }
}
