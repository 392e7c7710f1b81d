export { TestCallButton, TestCallDialog } from './test-call.tsx';
export { TrunkDown, useTrunk, useTrunkOf } from './trunk-down.tsx';
