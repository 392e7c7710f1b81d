export { forgetDeliveries } from './forget.ts';
export { sealedWebhookColumns } from './secrets.ts';
export { WebhookService } from './service.ts';
