export { accessTokens, readServiceAccount } from './access-token.ts';
