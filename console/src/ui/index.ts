export { AppLink } from './app-link.tsx';
export { useNowMs, useTicking } from './clock.ts';
export { ConfirmButton } from './confirm-button.tsx';
export { ConfirmDialog } from './confirm-dialog.tsx';
export { countryOf } from './countries.ts';
export { CountryField } from './country-field.tsx';
export { type Column, DataTable } from './data-table.tsx';
export { countryCodeAdvice, dialable, readableNumber } from './dialable.ts';
export { DialogButton } from './dialog-button.tsx';
export { type DraftFields, fieldsOf } from './draft-fields.ts';
export { DraftForm } from './draft-form.tsx';
export { Duration, Elapsed } from './duration.tsx';
export { EmptyState } from './empty-state.tsx';
export { type ErrorOf, errorAt } from './error-at.ts';
export { ErrorState } from './error-state.tsx';
export { FactList } from './fact-list.tsx';
export { FilterBar, FilterDay, FilterSelect, FilterText, filterWidth } from './filter-bar.tsx';
export { FormDialog } from './form-dialog.tsx';
export {
  formatCount,
  formatDay,
  formatDuration,
  formatInstant,
  formatLabel,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPosition,
  formatPrice,
  formatTimeOfDay,
  formatUpcoming,
  hourCycle,
} from './format.ts';
export { JsonView } from './json-view.tsx';
export { keepTyped } from './keep-typed.ts';
export { LoopbackNote } from './loopback-note.tsx';
export { ConfirmItem, DialogItem, MoreMenu } from './more-menu.tsx';
export { NameField } from './name-field.tsx';
export { Page } from './page.tsx';
export { Panel } from './panel.tsx';
export { parseJson } from './parse-json.ts';
export { SecretOnce } from './secret-once.tsx';
export { StatusBadge } from './status-badge.tsx';
export { TimeText } from './time-text.tsx';
export { hideFailures, toastDone, toastFailure, toastProblem } from './toast.ts';
export type { Tone } from './tone.ts';
export { ToneMark } from './tone-mark.tsx';
export { UnloadedPage } from './unloaded-page.tsx';
export { useDraft } from './use-draft.ts';
export { useFocusReturn } from './use-focus-return.ts';
export { mayLeave, useUnsaved } from './use-unsaved.ts';
export { ValuesView } from './values-view.tsx';
export {
  anyBaseUrl,
  baseUrls,
  firstModels,
  jsonKeyProviders,
  keyFields,
  type Provider,
  providerNames,
} from './vendors.ts';
