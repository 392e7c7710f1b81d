import type { ServerResponse } from 'node:http';

/** How often within the time that a client has it is looked whether it has taken something. */
const looks = 4;

/**
 * Closes the connection of a client that takes nothing of a streamed answer for `stalledMs`, up to a quarter late.
 * Node's own timeout needs up to twice its time here: what was sent while the last write began counts as a sign.
 */
export function closeWhenStalled(response: ServerResponse, stalledMs: number): void {
  let takenBytes = -1;
  let unchanged = 0;
  const timer = setInterval(() => {
    // It was closed before it was handed over.
    if (response.destroyed) clearInterval(timer);
    const { socket } = response;
    if (!socket) return;
    // Of the writes that have ended: a client that waits for us has none under way.
    const bytes = socket.bytesWritten - socket.writableLength;
    unchanged = socket.writableLength > 0 && bytes === takenBytes ? unchanged + 1 : 0;
    takenBytes = bytes;
    if (unchanged >= looks) socket.destroy();
  }, stalledMs / looks).unref();
  response.once('close', () => clearInterval(timer));
}
