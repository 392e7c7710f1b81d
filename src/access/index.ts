export { AccessState } from './access-state.ts';
export { TokenAuthenticator } from './authenticate.ts';
export * from './scopes.ts';
export { SecretKey } from './secret-key.ts';
export * from './session-cookies.ts';
export { signToken } from './tokens.ts';
