import type { HubMessage, Want } from './stream-hub.ts';
import { openStreamPort, type StreamPort } from './stream-port.ts';

/** Sooner than the hub takes a page for gone that says nothing. */
const tellMs = 15_000;

interface Followed {
  /** Asked for at every opening: where it is to go on may have moved meanwhile. */
  url: () => string;
  /** What to do with an event, by its type: its data, and its id. */
  on: Readonly<Record<string, (data: never, id: string) => void>>;
  /** Of this type is the last event: after it the stream is not asked for again. */
  last?: string;
  /** It tells everybody the same from now on: all tabs follow one. */
  isShared?: boolean;
  /** Told when the stream is away (true), and when it is back. */
  onLost: (isLost: boolean) => void;
  /**
   * Told when it is open: for the first time, or again, such as after the page was hidden. Nothing that happened before is
   * told by it.
   */
  onOpen?: (isFirst: boolean) => void;
}

const followed = new Map<number, Followed & { wasOpen: boolean }>();
let port: StreamPort | undefined;
let counted = 0;

/**
 * Follows a stream of server-sent events until its last event, or until the function that is returned is called.
 * Interruptions end by themselves. Nothing is followed while the page is hidden: tabs in the background take no connection
 * from those that are looked at.
 */
export function followStream(stream: Followed): () => void {
  port ??= open();
  const id = ++counted;
  followed.set(id, { ...stream, wasOpen: false });
  tellWants(true);
  return () => {
    if (followed.delete(id)) tellWants(false);
  };
}

function open(): StreamPort {
  const telling = () => tellWants(false);
  document.addEventListener('visibilitychange', () => tellWants(true));
  window.addEventListener('focus', () => tellWants(true));
  window.addEventListener('pagehide', () => port?.tell({ wants: [], isChosen: false }));
  window.addEventListener('pageshow', telling);
  setInterval(telling, tellMs);
  return openStreamPort(take, telling);
}

function tellWants(isChosen: boolean): void {
  const wants: Want[] = [...followed].map(([id, { url, on, last = null, isShared = false }]) => ({
    ...{ id, last, isShared },
    url: new URL(url(), window.location.origin).href,
    types: [...new Set([...Object.keys(on), ...(last === null ? [] : [last])])],
  }));
  port?.tell({ wants: document.hidden ? [] : wants, isChosen });
}

function take(message: HubMessage): void {
  const stream = followed.get(message.id);
  if (!stream) return;
  if (message.kind === 'event') {
    if (message.type === stream.last && followed.delete(message.id)) tellWants(false);
    stream.on[message.type]?.(JSON.parse(message.data) as never, message.place);
    return;
  }
  stream.onLost(message.kind === 'lost');
  if (message.kind === 'lost') return;
  stream.onOpen?.(!stream.wasOpen);
  stream.wasOpen = true;
}
