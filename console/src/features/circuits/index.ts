export { CircuitFacts, circuitTones, circuitWords } from './circuit-facts.tsx';
