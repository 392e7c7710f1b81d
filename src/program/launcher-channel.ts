/**
 * Calls `callback` once when the launcher has ended. `bin/parley.js` holds an IPC channel to a program that it starts in a
 * child process. The channel ends with the launcher, even when it is killed and cannot pass on a signal. A program without a
 * launcher has no channel, and the callback is never called. The channel does not keep this process alive.
 */
export function onLauncherGone(callback: () => void): void {
  // undefined without a channel, false when it has ended already.
  if ((process.connected as boolean | undefined) === undefined) return;
  if (!process.connected) {
    queueMicrotask(callback);
    return;
  }
  process.once('disconnect', callback);
  process.channel?.unref();
}
