export { Upkeep } from './upkeep.ts';
