export type { PresetKey } from './candidate.ts';
export { isOwnServer } from './places.ts';
export { candidates, type Preset, presetParts, presetsOf, wishes } from './presets.ts';
