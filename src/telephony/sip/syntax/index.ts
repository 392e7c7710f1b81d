export * from './grammar.ts';
export * from './uri.ts';
