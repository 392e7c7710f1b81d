export { type Customer, customerOf } from './customer.ts';
export { CustomerFactsPanel } from './customer-facts-panel.tsx';
