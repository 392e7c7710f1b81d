export { findWorkflowSecrets } from './secrets/open.ts';
export { startWorkflow, startWorkflowWithin, workflowsChannel } from './trigger.ts';
