import { SettingsError } from '../platform/kernel/index.ts';
import type { ObjectStore, ObjectStoreOptions } from '../platform/object-store/index.ts';
import { recordingStoreSettings } from '../platform/object-store/settings.ts';
import type { Settings } from './settings.ts';

/** The setting of each option. */
const settingOf = {
  endpoint: 'recordingsS3Endpoint',
  bucket: 'recordingsS3Bucket',
  region: 'recordingsS3Region',
  accessKeyId: 'recordingsS3AccessKeyId',
  secretAccessKey: 'recordingsS3SecretAccessKey',
} as const satisfies Record<keyof ObjectStoreOptions, keyof Settings>;
type Name = keyof typeof settingOf;

/**
 * Returns the options of the recording store, or `null` when none is set. Throws a SettingsError that names missing
 * ones.
 */
export function recordingStoreOptions(
  given: Pick<Settings, (typeof settingOf)[Name]>,
): ObjectStoreOptions | null {
  const names = Object.keys(settingOf) as Name[];
  const missing = names.filter((name) => given[settingOf[name]] === null);
  if (missing.length === names.length) return null;
  if (missing.length > 0) {
    const variables = missing.map((name) => recordingStoreSettings[settingOf[name]].env);
    const others = 'because another of the PARLEY_RECORDINGS_S3 settings is';
    throw new SettingsError(variables.map((env) => `${env} must be set, ${others}.`));
  }
  return Object.fromEntries(names.map((name) => [name, given[settingOf[name]]])) as Record<Name, string>;
}

/** Opens the recording store. Its client is loaded only when a store is set. */
export async function openRecordingStore(options: ObjectStoreOptions | null): Promise<ObjectStore | null> {
  if (options === null) return null;
  const { ObjectStore } = await import('../platform/object-store/index.ts');
  return new ObjectStore(options);
}
