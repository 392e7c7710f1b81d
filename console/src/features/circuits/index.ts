export { CircuitFacts, circuitTones } from './circuit-facts.tsx';
