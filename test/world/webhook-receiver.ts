import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A received webhook. */
export interface ReceivedWebhook {
  path: string;
  headers: Record<string, string>;
  /** The body as received, for signatures. */
  text: string;
  body: { type: string; eventId: string; timestamp: string; data: Record<string, any> };
}

/** The reaction to a webhook: a status, or a function that answers. */
export type Reaction = (
  webhook: ReceivedWebhook,
  response: ServerResponse,
  request: IncomingMessage,
) => number | Promise<number> | 'answered';

/** A customer's server that receives events. */
export interface WebhookReceiver {
  url: string;
  /** The received webhooks in order. */
  received: ReceivedWebhook[];
  react: Reaction;
  close(): Promise<void>;
}

export async function openReceiver(react: Reaction = () => 204, port = 0): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const headers = request.headers as Record<string, string>;
    const webhook = { path: request.url ?? '', headers, text: body, body: JSON.parse(body) };
    received.push(webhook);
    const status = await receiver.react(webhook, response, request);
    if (status !== 'answered') response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    react,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
