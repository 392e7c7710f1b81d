import type { ServerResponse } from 'node:http';

/** The number of checks within the time limit. */
const looks = 4;

/**
 * Closes the connection of a client that takes nothing of a streamed answer for `stalledMs`, up to a quarter late.
 * Node's own timeout needs up to twice its time here, because it counts bytes that were sent when the last write began.
 */
export function closeWhenStalled(response: ServerResponse, stalledMs: number): void {
  let takenBytes = -1;
  let unchanged = 0;
  const timer = setInterval(() => {
    // The connection was closed before the stream was passed on.
    if (response.destroyed) clearInterval(timer);
    const { socket } = response;
    if (!socket) return;
    // Bytes of completed writes. While the service prepares more data, no write is in progress.
    const bytes = socket.bytesWritten - socket.writableLength;
    unchanged = socket.writableLength > 0 && bytes === takenBytes ? unchanged + 1 : 0;
    takenBytes = bytes;
    if (unchanged >= looks) socket.destroy();
  }, stalledMs / looks).unref();
  response.once('close', () => clearInterval(timer));
}
