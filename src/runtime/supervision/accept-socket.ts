import type { WebSocket, WebSocketServer } from 'ws';
import type { SocketConnection } from '../../platform/http/index.ts';
import { ApiError } from '../../platform/kernel/index.ts';

/** Completes a handshake. Rejects when it breaks RFC 6455, or the client disconnects during it. */
export function acceptSocket(
  server: WebSocketServer,
  { request, socket, head }: SocketConnection,
): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const refuse = (message: string) => reject(new ApiError(400, 'socket.handshake', message));
    const onError = (error: Error) => refuse(error.message);
    socket.once('close', () => refuse('The client disconnected during the WebSocket handshake.'));
    server.once('wsClientError', onError);
    server.handleUpgrade(request, socket, head, resolve);
    server.off('wsClientError', onError);
  });
}
