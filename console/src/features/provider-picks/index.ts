export { AddKey } from './add-key.tsx';
export { AddKeyDialog } from './add-key-dialog.tsx';
export { CatalogButton, type CatalogChoice } from './catalog-dialog.tsx';
export { unsuitedBy } from './catalog-rows.ts';
export { CheckKeyButton } from './check-key.tsx';
export { ChoiceField } from './choice-field.tsx';
export { languageName } from './language-name.ts';
export {
  keyedPreset,
  type Preset,
  PresetChoice,
  useHasEmbeddedTranscriber,
  usePresets,
} from './preset-choice.tsx';
export { PublishedPrice, priceText, trialCost } from './published-price.tsx';
export {
  isOwnServer,
  type ProviderFacts,
  providersQuery,
  useLanguageLimits,
  useProvider,
} from './queries.ts';
