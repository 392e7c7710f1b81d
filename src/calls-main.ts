import {
  collectProcessMetrics,
  createLog,
  type Log,
  metrics,
  silentLog,
  toError,
} from './platform/kernel/index.ts';
import { type Calls, startCalls, warmUp } from './program/calls.ts';
import type { CallsMessage, ParentMessage } from './program/calls-process.ts';

/**
 * The calls process. The API process forks it, so that a crash of one does not end the other, and commands it over IPC.
 * When the channel ends, the API process is dead: this process ends its calls and exits.
 */
let calls: Calls | undefined;
let closing = false;
let log: Log = silentLog;

/** A close that hangs, for example on a lost database, is cut off after this and the grace of live calls. */
const closingMaxMs = 10_000;
/** After the death of the parent, live calls are hung up at once: the next process needs the ports. */
const orphanMaxMs = 4000;

function say(message: CallsMessage): void {
  if (process.connected) process.send?.(message);
}

async function close(graceMs: number, mostMs: number): Promise<void> {
  setTimeout(() => process.exit(1), graceMs + mostMs).unref();
  if (closing) return;
  closing = true;
  try {
    await calls?.close(graceMs);
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'a part of the calls process could not be closed');
    process.exit(1);
  }
}

process.on('message', (message: ParentMessage) => {
  if (message.type === 'start') {
    log = createLog(message.options.settings.logLevel, { process: 'calls' });
    collectProcessMetrics('calls');
    startCalls(message.options, log, (error) => {
      log.fatal({ err: error }, 'the calls process cannot continue');
      void close(0, closingMaxMs);
    }).then(
      (started) => {
        calls = started;
        say({ type: 'ready', sipAddress: started.sipAddress });
      },
      (error: unknown) => {
        say({ type: 'failed', message: toError(error).message });
        log.fatal({ err: error }, 'the calls process could not start');
        process.exit(1);
      },
    );
  } else if (message.type === 'close') void close(message.graceMs, closingMaxMs);
  else if (message.type === 'ping') say({ type: 'pong', refusal: calls?.refusal() ?? null });
  else void metrics.getMetricsAsJSON().then((values) => say({ type: 'metrics', id: message.id, values }));
});
warmUp();
process.on('disconnect', () => void close(0, orphanMaxMs));
// The parent handles signals to the process group: it drains this process first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
