export { suppressionRoutes } from './routes.ts';
export { suppressCustomer } from './suppress.ts';
