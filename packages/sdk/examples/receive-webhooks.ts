/** Receives webhooks on a port, and refuses those without a valid signature. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook, WebhookError } from '@parley/sdk';

// While a secret is being replaced, pass both.
const secrets = (process.env.WEBHOOK_SECRETS ?? '').split(' ');

const server = createServer(async (request, response) => {
  try {
    const event = await verifyWebhook({ body: await text(request), headers: request.headers, secrets });
    if (event.type === 'call.ended') console.log(`${event.data.callId} ended`);
    else console.log(event.type);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookError ? 400 : 500).end();
  }
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(`listening on ${address.port}`);
});
