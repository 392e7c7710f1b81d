export { type Customer, customerOf } from './customer.ts';
export { factCharactersMax, keepable, type StatedFact, topicCharactersMax } from './fact-text.ts';
export { type Learned, type LearnedFrom, learn, learnedMax } from './learn.ts';
export { lineOf } from './prompt.ts';
export { factsOf, memoryFor } from './read.ts';
export {
  eraseFacts,
  expiredFacts,
  type FactsOfCustomer,
  type KnownFact,
  personTextsInFacts,
  selectKnownFacts,
} from './store.ts';
export { forgetTopic, rememberFact } from './write.ts';
