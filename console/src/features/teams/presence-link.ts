import { api, read, type Schema } from '../../api/index.ts';

export type Presence = Schema<'Presence'>;

/** What the window knows of its member's presence. */
export interface PresenceState {
  /** Null before the first answer. */
  presence: Presence | null;
  /** `lost`: the member is away until the connection is back. */
  connection: 'off' | 'open' | 'lost';
  /**
   * The call that was accepted in this window, or is being accepted. The member speaks here in no other: one that was accepted in
   * another window rings here too.
   */
  ownCall: { teamCallId: string; isAccepted: boolean } | null;
}

const reopenMs = 3_000;
/** Kept for the window, so that calls ring again after it is loaded anew. */
const openKey = 'parley.takes-calls';
const off: PresenceState = { presence: null, connection: 'off', ownCall: null };

/** The name of the lock and the channel of the windows. */
const shared = 'parley-presence';
/** The state that the window with the stream sends to the other windows. */
type Shown = Pick<PresenceState, 'presence' | 'connection'>;

/**
 * The connection through which calls ring at this window. It stays open while other pages of the console are shown, and while the
 * window is hidden. Each beat of the stream is answered by a heartbeat: timers of hidden windows would come too late.
 *
 * Of all windows of the browser one has the stream, and shows the others what it reports: a browser opens six connections to a
 * service at most over HTTP/1.1, and a heartbeat that waits for one would make the member away. When that window is closed, the
 * next one opens the stream.
 */
class PresenceLink {
  #state: PresenceState = off;
  /** Aborts when the connection is closed; null while it is. */
  #closing: AbortController | null = null;
  #channel: BroadcastChannel | null = null;
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
    if (this.#closing) return;
    window.sessionStorage.setItem(openKey, 'true');
    this.#closing = new AbortController();
    const { signal } = this.#closing;
    const channel = new BroadcastChannel(shared);
    this.#channel = channel;
    channel.onmessage = ({ data }: MessageEvent<Shown | 'ask'>) => {
      if (data !== 'ask') this.#set({ ...this.#state, ...data });
      else if (this.#source) this.#share();
    };
    channel.postMessage('ask');
    // Browsers offer locks in secure contexts only, as the microphone.
    if ('locks' in navigator) this.#connectInTurn(signal);
    else this.#connect();
  }

  /** Opens the stream when no other window has it, and keeps the others from it until the connection is closed. */
  #connectInTurn(signal: AbortSignal): void {
    const closed = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    const lead = () => {
      this.#connect();
      return closed;
    };
    navigator.locks.request(shared, { signal }, lead).catch(() => undefined);
  }

  #connect(): void {
    const source = new EventSource('/api/presence/events');
    this.#source = source;
    source.addEventListener('presence', ({ data }: MessageEvent<string>) =>
      this.#set({ ...this.#state, presence: JSON.parse(data) as Presence, connection: 'open' }),
    );
    source.addEventListener('beat', () => void this.#beat());
    source.onopen = () => this.#set({ ...this.#state, connection: 'open' });
    source.onerror = () => {
      this.#set({ ...this.#state, connection: 'lost' });
      // The browser reconnects by itself unless the service refused the stream.
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.#reopening);
      this.#reopening = setTimeout(() => this.#connect(), reopenMs);
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
    this.#channel?.close();
    this.#channel = null;
    this.#source?.close();
    this.#source = null;
    this.#closing?.abort();
    this.#closing = null;
    this.#set(off);
  }

  /** Shows an answer of the service before the stream reports it. */
  show(presence: Presence): void {
    if (this.#closing) this.#set({ ...this.#state, presence });
  }

  /**
   * Takes the call that rings, for this window. It rings in all windows of the member, and only the one whose request is first
   * gets it.
   */
  async accept(teamCallId: string): Promise<void> {
    this.#set({ ...this.#state, ownCall: { teamCallId, isAccepted: false } });
    try {
      const params = { path: { teamCallId } };
      const presence = await read(api.POST('/api/team-calls/{teamCallId}/accept', { params }));
      this.#set({ ...this.#state, ownCall: { teamCallId, isAccepted: true } });
      this.show(presence);
    } catch (error) {
      this.#set({ ...this.#state, ownCall: null });
      throw error;
    }
  }

  async #beat(): Promise<void> {
    // A heartbeat that fails is followed by the next. The stream shows that the connection is lost.
    const presence = await read(api.POST('/api/presence/heartbeat')).catch(() => null);
    if (presence) this.show(presence);
  }

  #share(): void {
    const { presence, connection } = this.#state;
    this.#channel?.postMessage({ presence, connection } satisfies Shown);
  }

  #set(state: PresenceState): void {
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    if (this.#source) this.#share();
    for (const listener of this.#listeners) listener();
  }
}

export const presenceLink = new PresenceLink();
