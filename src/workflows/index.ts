export { startWorkflow } from './trigger.ts';
