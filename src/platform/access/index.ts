export { AccessState } from './access-state.ts';
export { TokenAuthenticator } from './authenticate.ts';
export {
  acceptSecret,
  activateKey,
  announceChange,
  closePastKeys,
  dropOtherSecrets,
  retireClosedKeys,
} from './change-keys.ts';
export { isCompactToken } from './compact-token.ts';
export {
  acceptedFingerprints,
  adoptRing,
  claimInstallation,
  ForeignSecretError,
  joinKeys,
  type KeyRing,
  type KeyState,
  readKeyRing,
} from './key-store.ts';
export { KeyWatcher, keysChannel, knownVersionSpace, lockOfSecret, secretInUseSpace } from './key-watcher.ts';
export type { Reseal, ResealedColumn, RowKey } from './resealed-column.ts';
export { RootKey, sealedWith } from './root-key.ts';
export * from './scopes.ts';
export { SecretKey } from './secret-key.ts';
export * from './session-cookies.ts';
export {
  endOldestSessions,
  endSessionRow,
  endSessionsBut,
  openSessionsOf,
  storeSession,
} from './session-store.ts';
export { signToken } from './tokens.ts';
