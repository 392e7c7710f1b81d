export { nameWords, personName, plain } from './person-words.ts';
