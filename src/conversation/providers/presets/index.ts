export type { PresetKey } from './candidate.ts';
export { candidates, ownServerKey, type Preset, presetParts, presetsOf, wishes } from './presets.ts';
