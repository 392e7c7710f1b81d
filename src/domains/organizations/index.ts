export {
  type StoredEligibilityWebhook,
  sealedOrganizationColumns,
  sealWebhook,
  webhookSecret,
} from './eligibility-webhook.ts';
export { callsDaysOf, organizationsWithRetention } from './retention.ts';
export { allowedCountriesOf, insertOrganization } from './store.ts';
