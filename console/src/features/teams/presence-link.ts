import { api, read, type Schema } from '../../api/index.ts';

export type Presence = Schema<'Presence'>;

/** What the window knows of its member's presence. */
export interface PresenceState {
  /** Null before the first answer. */
  presence: Presence | null;
  /** `lost`: the member is away until the connection is back. */
  connection: 'off' | 'open' | 'lost';
}

const reopenMs = 3_000;
/** Kept for the window, so that calls ring again after it is loaded anew. */
const openKey = 'parley.takes-calls';
const off: PresenceState = { presence: null, connection: 'off' };

/**
 * The connection through which calls ring at this window. It stays open while other pages of the console are shown, and while the
 * window is hidden. Each beat of the stream is answered by a heartbeat: timers of hidden windows would come too late.
 */
class PresenceLink {
  #state: PresenceState = off;
  #source: EventSource | null = null;
  #reopening: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly state = (): PresenceState => this.#state;

  /** Opens the connection, if it is not open. */
  open(): void {
    if (this.#source) return;
    window.sessionStorage.setItem(openKey, 'true');
    const source = new EventSource('/api/presence/events');
    this.#source = source;
    source.addEventListener('presence', ({ data }: MessageEvent<string>) =>
      this.#set({ presence: JSON.parse(data) as Presence, connection: 'open' }),
    );
    source.addEventListener('beat', () => void this.#beat());
    source.onopen = () => this.#set({ ...this.#state, connection: 'open' });
    source.onerror = () => {
      this.#set({ ...this.#state, connection: 'lost' });
      // The browser reconnects by itself unless the service refused the stream.
      if (source.readyState !== EventSource.CLOSED) return;
      this.#source = null;
      clearTimeout(this.#reopening);
      this.#reopening = setTimeout(() => this.open(), reopenMs);
    };
  }

  /** Opens the connection if it was open before the window was loaded anew. */
  resume(): void {
    if (window.sessionStorage.getItem(openKey) !== null) this.open();
  }

  /** Closes the connection. No call rings at this window then. */
  close(): void {
    clearTimeout(this.#reopening);
    window.sessionStorage.removeItem(openKey);
    this.#source?.close();
    this.#source = null;
    this.#set(off);
  }

  /** Shows an answer of the service before the stream reports it. */
  show(presence: Presence): void {
    if (this.#source) this.#set({ ...this.#state, presence });
  }

  async #beat(): Promise<void> {
    // A heartbeat that fails is followed by the next. The stream shows that the connection is lost.
    const presence = await read(api.POST('/api/presence/heartbeat')).catch(() => null);
    if (presence) this.show(presence);
  }

  #set(state: PresenceState): void {
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export const presenceLink = new PresenceLink();
