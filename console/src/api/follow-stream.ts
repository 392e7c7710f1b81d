/** After a stream that ended for good, such as one that was refused. */
const reopenMs = 5_000;

interface Followed {
  /** Asked for at every opening: where it is to go on may have moved meanwhile. */
  url: () => string;
  /** What to do with an event, by its type: its data, and its id. */
  on: Readonly<Record<string, (data: never, id: string) => void>>;
  /** Of this type is the last event: after it the stream is not asked for again. */
  last: string;
  /** Told when the stream is away (true), and when it is back. */
  onLost: (isLost: boolean) => void;
}

/**
 * Follows a stream of server-sent events until its last event, or until the function that is returned is called. The
 * browser itself reconnects after an interruption; a stream that was refused is asked for again after some seconds.
 */
export function followStream({ url, on, last, onLost }: Followed): () => void {
  let source: EventSource;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(url());
    for (const [type, handle] of Object.entries(on)) {
      source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) =>
        handle(JSON.parse(data) as never, lastEventId),
      );
    }
    source.addEventListener(last, () => source.close());
    source.onopen = () => onLost(false);
    source.onerror = () => {
      onLost(true);
      if (source.readyState === EventSource.CLOSED) reopening = setTimeout(open, reopenMs);
    };
  };
  open();
  return () => {
    source.close();
    clearTimeout(reopening);
  };
}
