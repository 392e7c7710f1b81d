export { NewAgentButton } from './new-agent.tsx';
