import { setPriority } from 'node:os';

/** The niceness of the media thread: who runs late is heard, and what else there is to do can wait some milliseconds. */
const niceness = -10;

/**
 * Lets this thread run before the others of this machine, its process' own included, where that is permitted: to root, or
 * with a limit for it (`LimitNICE`, RLIMIT_NICE). On Linux, where niceness is a thread's own; elsewhere nothing is done.
 */
export function takePrecedence(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(niceness);
  } catch {
    // Not permitted: it takes its turn like any other.
  }
}
