export type { PresetKey } from './candidate.ts';
export { isOwnServer } from './places.ts';
export { type Preset, presetParts, presetsOf, wishes } from './presets.ts';
