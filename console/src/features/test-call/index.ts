export { TestCallButton } from './test-call.tsx';
