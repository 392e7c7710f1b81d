export { TestCallButton, TestCallDialog } from './test-call.tsx';
export { TrunkDown, TrunkLink, useTrunk } from './trunk-down.tsx';
