export { CircuitFacts, circuitTones, circuitWords } from './circuit-facts.tsx';
export { CircuitNote } from './circuit-note.tsx';
