export { AddKey } from './add-key.tsx';
export { AddKeyDialog } from './add-key-dialog.tsx';
export { CatalogButton, type CatalogChoice } from './catalog-dialog.tsx';
export { CheckKeyButton } from './check-key.tsx';
export { ChoiceField } from './choice-field.tsx';
export { keyedPreset, type Preset, PresetChoice, usePresets } from './preset-choice.tsx';
export { PublishedPrice, priceText, trialCost } from './published-price.tsx';
export { isOwnServer, type ProviderFacts, providersQuery, useProvider } from './queries.ts';
