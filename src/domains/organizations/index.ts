export {
  type StoredEligibilityWebhook,
  sealedOrganizationColumns,
  sealWebhook,
  webhookSecret,
} from './eligibility-webhook.ts';
export {
  allowedCountriesOf,
  callsDaysOf,
  insertOrganization,
  organizationsWithRetention,
  reachOf,
} from './store.ts';
