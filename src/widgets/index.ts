export { addPublicChats, type PublicRouteDependencies } from './public-routes.ts';
