/** A stream that a page wants to follow. */
export interface Want {
  /** Of the page's own choice; names it in what the page is told. */
  id: number;
  /** From where the stream goes on if it is opened now. */
  url: string;
  /** The types of events that the page is told. */
  types: readonly string[];
  /** Of this type is the last event: after it the stream is not asked for again; null: it never ends. */
  last: string | null;
  /** Whether it tells everybody the same from now on, so that one stream serves all pages. */
  isShared: boolean;
}

/** What a page tells: all that it wants, each time anew, so that nothing is left of what was not heard. */
export interface PageMessage {
  wants: readonly Want[];
  /** Somebody has turned to the page: of too many streams its own go before those of others. */
  isChosen: boolean;
}

/** What a page is told of one of its streams. */
export type HubMessage = { id: number } & (
  | { kind: 'open' | 'lost' }
  | { kind: 'event'; type: string; data: string; place: string }
);

/** Where messages for a page go. */
export interface HubPort {
  postMessage: (message: HubMessage) => void;
}

/** What an open stream calls. */
export interface SourceEvents {
  opened: () => void;
  /** It is interrupted: it comes back by itself, or has ended for good, such as one that was refused. */
  lost: (isOver: boolean) => void;
  event: (type: string, data: string, place: string) => void;
}

/** Opens a stream; the function that is returned closes it. */
export type OpenSource = (want: Want, events: SourceEvents) => () => void;

interface Page {
  wants: readonly Want[];
  heardAtMs: number;
  /** The later somebody turned to it, the more. */
  rank: number;
}

interface Line {
  want: Want;
  followers: Map<HubPort, number>;
  rank: number;
  /** It waits where there are too many. */
  state: 'new' | 'waiting' | 'opening' | 'open' | 'over';
  close: () => void;
}

/** Browsers open six connections to a host for all tabs together (HTTP/1.1); requests need some of them. */
const sourcesMax = 4;
const reopenMs = 5_000;
/** A page says every 15 s that it is there. One that is silent for so long was ended without a word. */
export const pageSilentMsMax = 50_000;

/**
 * The streams of all tabs of the console in this browser: those that tell everybody the same are one, and never are so
 * many open that requests would have to wait for a connection. It runs in a shared worker, or else in each page.
 */
export class StreamHub {
  readonly #openSource: OpenSource;
  readonly #pages = new Map<HubPort, Page>();
  readonly #lines = new Map<string, Line>();
  readonly #portNumbers = new WeakMap<HubPort, number>();
  #counted = 0;

  constructor(openSource: OpenSource) {
    this.#openSource = openSource;
  }

  /** Takes what a page tells. */
  hear(port: HubPort, { wants, isChosen }: PageMessage, nowMs: number): void {
    const known = this.#pages.get(port);
    const rank = known && !isChosen ? known.rank : ++this.#counted;
    if (wants.length === 0) this.#pages.delete(port);
    else this.#pages.set(port, { wants, heardAtMs: nowMs, rank });
    this.#settle();
  }

  /** Gives up what was wanted by pages that are gone. */
  sweep(nowMs: number): void {
    for (const [port, { heardAtMs }] of this.#pages) {
      if (nowMs - heardAtMs > pageSilentMsMax) this.#pages.delete(port);
    }
    this.#settle();
  }

  /** Opens all streams anew, such as for who has just signed in. */
  reopen(): void {
    for (const line of this.#lines.values()) {
      if (line.state === 'opening' || line.state === 'open') this.#wait(line);
    }
    this.#settle();
  }

  #settle(): void {
    this.#gather();
    const byRank = [...this.#lines.values()]
      .filter(({ state }) => state !== 'over')
      .sort((one, other) => other.rank - one.rank);
    for (const line of byRank.slice(sourcesMax)) {
      if (line.state !== 'waiting') this.#wait(line);
    }
    for (const line of byRank.slice(0, sourcesMax)) {
      if (line.state === 'new' || line.state === 'waiting') this.#open(line);
    }
  }

  /** Brings the lines up to what the pages want. */
  #gather(): void {
    const wanted = new Map<string, [HubPort, Want, number][]>();
    for (const [port, { wants, rank }] of this.#pages) {
      for (const want of wants) {
        const key = want.isShared ? want.url : `${this.#numberOf(port)} ${want.id}`;
        wanted.set(key, [...(wanted.get(key) ?? []), [port, want, want.isShared ? Infinity : rank]]);
      }
    }
    for (const [key, line] of this.#lines) {
      if (wanted.has(key)) continue;
      line.close();
      this.#lines.delete(key);
    }
    for (const [key, asked] of wanted) {
      const [, want, rank] = asked[0]!;
      const line = this.#lines.get(key) ?? newLine(want);
      this.#lines.set(key, line);
      const followers = new Map(asked.map(([port, { id }]) => [port, id]));
      for (const [port, id] of followers) {
        const isNew = !line.followers.has(port);
        if (isNew && line.state === 'open') port.postMessage({ id, kind: 'open' });
      }
      Object.assign(line, { want, rank, followers });
    }
  }

  #open(line: Line): void {
    line.state = 'opening';
    let reopening: ReturnType<typeof setTimeout> | undefined;
    const close = this.#openSource(line.want, {
      opened: () => {
        line.state = 'open';
        tell(line, { kind: 'open' });
      },
      lost: (isOver) => {
        line.state = 'opening';
        tell(line, { kind: 'lost' });
        if (!isOver) return;
        reopening = setTimeout(() => {
          line.close();
          line.state = 'new';
          this.#settle();
        }, reopenMs);
      },
      event: (type, data, place) => {
        tell(line, { kind: 'event', type, data, place });
        if (type !== line.want.last) return;
        line.close();
        line.state = 'over';
        this.#settle();
      },
    });
    line.close = () => {
      clearTimeout(reopening);
      close();
    };
  }

  #wait(line: Line): void {
    line.close();
    line.close = () => undefined;
    line.state = 'waiting';
    tell(line, { kind: 'lost' });
  }

  #numberOf(port: HubPort): number {
    const number = this.#portNumbers.get(port) ?? ++this.#counted;
    this.#portNumbers.set(port, number);
    return number;
  }
}

type Told = { kind: 'open' | 'lost' } | { kind: 'event'; type: string; data: string; place: string };

function tell({ followers }: Line, told: Told): void {
  for (const [port, id] of followers) port.postMessage({ id, ...told });
}

function newLine(want: Want): Line {
  return { want, followers: new Map(), rank: 0, state: 'new', close: () => undefined };
}
