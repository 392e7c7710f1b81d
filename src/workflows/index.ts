export { findWorkflowSecrets } from './secrets/open.ts';
export { startWorkflow, workflowsChannel } from './trigger.ts';
