export { workflowRoutes } from './routes.ts';
