export { emptyDeliveriesOfPerson } from './erase.ts';
export { forgetDeliveries } from './forget.ts';
export { sealedWebhookColumns } from './secrets.ts';
export { WebhookService } from './service.ts';
