import { type SessionNews, sessionChannel } from './session-channel.ts';
import { type PageMessage, StreamHub } from './stream-hub.ts';
import { openSource } from './stream-source.ts';

const sweepMs = 15_000;

/** Begins a hub; the function that is returned gives it a page, by the port on which they talk. */
export function serveStreams(): (port: MessagePort) => void {
  const hub = new StreamHub(openSource);
  setInterval(() => hub.sweep(performance.now()), sweepMs);
  sessionChannel().onmessage = ({ data }: MessageEvent<SessionNews>) => {
    if (data === 'changed') hub.reopen();
  };
  return (port) => {
    port.onmessage = ({ data }: MessageEvent<PageMessage>) => hub.hear(port, data, performance.now());
  };
}
