import { collectProcessMetrics, createLog, metrics, toError } from './platform/kernel/index.ts';
import { type Calls, startCalls, warmUp } from './program/calls.ts';
import type { CallsMessage, ParentMessage } from './program/calls-process.ts';

/**
 * The process that carries calls, forked by the one that serves HTTP so that a crash of either leaves the other.
 * It is told what to do over IPC; when that channel ends its parent is gone, and it ends its calls and itself.
 */
let calls: Calls | undefined;
let closing = false;

/** Whatever hangs (a database that is gone), a process that is to close does not outstay this. */
const closingMaxMs = 10_000;
/** When the parent died, whoever restarts it needs the ports: live calls are hung up at once. */
const orphanMaxMs = 4000;

function say(message: CallsMessage): void {
  if (process.connected) process.send?.(message);
}

async function close(graceMs: number, mostMs: number): Promise<void> {
  setTimeout(() => process.exit(1), graceMs + mostMs).unref();
  if (closing) return;
  closing = true;
  await calls?.close(graceMs);
  process.exit(0);
}

process.on('message', (message: ParentMessage) => {
  if (message.type === 'start') {
    const log = createLog(message.options.settings.logLevel, { process: 'calls' });
    collectProcessMetrics('calls');
    startCalls(message.options, log, (error) => {
      log.fatal({ err: error }, 'the calls process cannot go on');
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
  else if (message.type === 'ping') say({ type: 'pong' });
  else void metrics.getMetricsAsJSON().then((values) => say({ type: 'metrics', id: message.id, values }));
});
warmUp();
process.on('disconnect', () => void close(0, orphanMaxMs));
// Signals to the whole group are the parent's to act on: it drains this process first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
