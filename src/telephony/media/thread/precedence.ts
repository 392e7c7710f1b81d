import { setPriority } from 'node:os';

/** The niceness of the media thread: its delays are audible, and other work can wait some milliseconds. */
const niceness = -10;

/**
 * Lets this thread run before all others of the machine, including those of its own process. The system permits it to
 * root, or with `LimitNICE` (RLIMIT_NICE). Only Linux has a niceness for each thread; other systems are left alone.
 */
export function takePrecedence(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(niceness);
  } catch {
    // Without permission the thread keeps its niceness.
  }
}
