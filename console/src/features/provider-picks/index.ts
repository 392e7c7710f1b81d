export { ChoiceField } from './choice-field.tsx';
export { type Preset, PresetChoice } from './preset-choice.tsx';
export { PublishedPrice, priceText } from './published-price.tsx';
export { type ProviderFacts, providersQuery, useProvider } from './queries.ts';
