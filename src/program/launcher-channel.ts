/**
 * Calls `callback`, once, when the launcher that started this process is gone. `bin/parley.js` holds an IPC channel
 * to the program it starts in a child process; the channel ends with the launcher, also when that is killed
 * and cannot pass a signal on. Where there is no channel nobody stands between this process and its starter, and
 * the callback is never called. The channel does not keep this process alive.
 */
export function onLauncherGone(callback: () => void): void {
  // undefined where there never was a channel, false where it has ended already.
  if ((process.connected as boolean | undefined) === undefined) return;
  if (!process.connected) {
    queueMicrotask(callback);
    return;
  }
  process.once('disconnect', callback);
  process.channel?.unref();
}
