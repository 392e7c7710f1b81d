export { costOf } from './cost-of.ts';
export { CallCost } from './cost-schemas.ts';
export { Costs } from './read.ts';
export type { PriceList } from './schemas.ts';
export { findPrices, hasPricesSince } from './store.ts';
