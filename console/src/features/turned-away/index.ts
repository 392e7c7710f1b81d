export { TurnedAwayFigures } from './turned-away-figures.tsx';
export { turnedAwayQuery } from './queries.ts';
