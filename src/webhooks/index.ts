export { forgetDeliveries } from './forget.ts';
export { WebhookService } from './service.ts';
