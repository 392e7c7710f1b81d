export type { ListedModel, ListedVoice } from './items.ts';
export { ListCache, type ListProblem, type Lists, type ProviderList } from './lists.ts';
