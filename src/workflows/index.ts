export { workflowRoutes } from './routes.ts';
export { startWorkflow } from './trigger.ts';
