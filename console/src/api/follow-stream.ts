import { type SessionNews, sessionChannel } from './session-channel.ts';
import { type WindowTurn, WindowTurns } from './window-turns.ts';

/** `lost`: the connection is interrupted. `paused`: other windows use the connections until the user focuses this one.
 */
type StreamState = 'open' | 'lost' | 'paused';

interface Stream {
  /** Called at every opening, because the position to resume from moves. */
  url: () => string;
  /** Handlers of events by type, called with the data and the id of the event. */
  on: Readonly<Record<string, (data: never, id: string) => void>>;
  /** The type of the last event. The stream is not opened again after it. */
  last?: string;
  /** Called at each change. Changes made while the stream was not open are not replayed. */
  onState: (state: StreamState) => void;
}

/** How soon a stream that the service refused is opened again. */
const reopenMs = 5_000;

const followers = new Set<Follower>();
let turns: WindowTurns | undefined;

/**
 * Follows a stream of server-sent events until its last event, or until the returned function is called. Interrupted
 * streams are opened again. A hidden window closes its streams and opens them when it is shown.
 */
export function followStream(stream: Stream): () => void {
  turns ??= watchWindows();
  const follower = new Follower(stream);
  followers.add(follower);
  follower.settle(turns);
  return () => {
    followers.delete(follower);
    follower.close();
  };
}

/** Opens all streams of this window again, with the session that the browser has now. */
export function reopenStreams(): void {
  for (const follower of followers) {
    follower.reopen();
    if (turns) follower.settle(turns);
  }
}

function watchWindows(): WindowTurns {
  const channel = new BroadcastChannel('parley-streams');
  const windows = new WindowTurns(crypto.getRandomValues(new Uint32Array(2)).join('-'), (turn) =>
    channel.postMessage(turn),
  );
  const settle = () => {
    for (const follower of followers) follower.settle(windows);
  };
  const update = () => {
    if (document.hidden) windows.leave();
    else windows.turnTo(Date.now());
    settle();
  };
  channel.onmessage = ({ data }: MessageEvent<WindowTurn>) => {
    windows.hear(data);
    settle();
  };
  document.addEventListener('visibilitychange', update);
  window.addEventListener('focus', update);
  window.addEventListener('pageshow', update);
  window.addEventListener('pagehide', () => windows.leave());
  sessionChannel().onmessage = ({ data }: MessageEvent<SessionNews>) => {
    if (data === 'changed') reopenStreams();
  };
  if (!document.hidden) windows.turnTo(Date.now());
  return windows;
}

class Follower {
  readonly #stream: Stream;
  #source: EventSource | null = null;
  #reopening: ReturnType<typeof setTimeout> | undefined;
  #isPaused = false;

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  /** Opens or closes the stream, as the windows now require. */
  settle({ isShown, mayFollow }: WindowTurns): void {
    const isPaused = isShown && !mayFollow;
    if (mayFollow) this.#open();
    else this.close();
    if (isPaused && !this.#isPaused) this.#stream.onState('paused');
    this.#isPaused = isPaused;
  }

  close(): void {
    clearTimeout(this.#reopening);
    this.#source?.close();
    this.#source = null;
  }

  /** Opens the stream again with the session that the browser has now. */
  reopen(): void {
    if (!this.#source) return;
    this.close();
    this.#stream.onState('lost');
  }

  #open(): void {
    if (this.#source) return;
    const { url, on, last, onState } = this.#stream;
    const source = new EventSource(url());
    this.#source = source;
    for (const type of new Set([...Object.keys(on), ...(last === undefined ? [] : [last])])) {
      source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
        if (type === last && followers.delete(this)) this.close();
        on[type]?.(JSON.parse(data) as never, lastEventId);
      });
    }
    source.onopen = () => onState('open');
    source.onerror = () => {
      onState('lost');
      // The browser reconnects by itself unless the service refused the stream.
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.#reopening);
      this.#reopening = setTimeout(() => {
        this.close();
        this.#open();
      }, reopenMs);
    };
  }
}
