export { consumePersonalization } from './consume.ts';
export { personalizationRoutes } from './routes.ts';
