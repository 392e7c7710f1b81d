import { SettingsError } from '../platform/kernel/index.ts';
import type { ObjectStore, ObjectStoreOptions } from '../platform/object-store/index.ts';
import { recordingStoreSettings } from '../platform/object-store/settings.ts';
import type { Settings } from './settings.ts';

const parts = {
  endpoint: 'recordingsS3Endpoint',
  bucket: 'recordingsS3Bucket',
  region: 'recordingsS3Region',
  accessKeyId: 'recordingsS3AccessKeyId',
  secretAccessKey: 'recordingsS3SecretAccessKey',
} as const satisfies Record<keyof ObjectStoreOptions, keyof Settings>;
type Name = keyof typeof parts;

/** Returns the options of the store for recordings, or `null` without one. Throws a SettingsError that names each missing setting. */
export function recordingStoreOptions(
  given: Pick<Settings, (typeof parts)[Name]>,
): ObjectStoreOptions | null {
  const names = Object.keys(parts) as Name[];
  const values = names.map((name) => [name, given[parts[name]]] as const);
  const isSet = ([, value]: readonly [Name, string | null]) => value !== null;
  if (!values.some(isSet)) return null;
  const missing = values
    .filter((value) => !isSet(value))
    .map(([name]) => recordingStoreSettings[parts[name]].env);
  if (missing.length > 0) {
    const others = 'because another of the PARLEY_RECORDINGS_S3 settings is';
    throw new SettingsError(missing.map((env) => `${env} must be set, ${others}.`));
  }
  return Object.fromEntries(values) as Record<Name, string>;
}

/** Opens the store for recordings. Without one, its client is not loaded. */
export async function openRecordingStore(options: ObjectStoreOptions | null): Promise<ObjectStore | null> {
  if (options === null) return null;
  const { ObjectStore } = await import('../platform/object-store/index.ts');
  return new ObjectStore(options);
}
