export { TestCallButton, TestCallDialog } from './test-call.tsx';
export { TrunkDown, useTrunkOf } from './trunk-down.tsx';
