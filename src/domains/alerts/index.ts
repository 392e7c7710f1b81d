/**
 * Rules on what the organization's calls do. A process claims each rule that is due, reads its measure, and decides
 * (`state.ts`, pure) whether an alert begins or ends. The decision, the event and the messages are stored in one
 * transaction (`raise.ts`).
 */
export { sealedAlertColumns } from './channels.ts';
export { expiredAlerts } from './store/alerts.ts';
export { AlertWatch } from './watch.ts';
