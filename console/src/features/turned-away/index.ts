export { turnedAwayQuery } from './queries.ts';
export { TurnedAwayFigures } from './turned-away-figures.tsx';
