export { sealedWebhookColumns } from './secrets.ts';
export { WebhookService } from './service.ts';
export { emptyDeliveriesOfPerson, forgetDeliveries } from './store/deliveries.ts';
