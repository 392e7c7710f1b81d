import { parseBaseUrl, setting } from '../kernel/index.ts';

/** The settings of the object store for recordings. */
export const recordingStoreSettings = {
  recordingsS3Endpoint: setting<string | null>({
    env: 'PARLEY_RECORDINGS_S3_ENDPOINT',
    doc: 'The URL, without the bucket, of an S3-compatible store to which the recordings of ended calls are moved. Set all five PARLEY_RECORDINGS_S3 settings, or none.',
    accepts: 'an http or https URL without a query, such as https://s3.eu-central-1.amazonaws.com',
    default: null,
    defaultWords: 'recordings stay in `<data dir>/recordings`',
    parse: parseBaseUrl,
  }),
  recordingsS3Bucket: setting<string | null>({
    env: 'PARLEY_RECORDINGS_S3_BUCKET',
    doc: 'The bucket of the store for recordings. It must exist, and is addressed by path.',
    accepts: '3 to 63 lower-case letters, digits, dots and hyphens',
    default: null,
    defaultWords: 'none',
    parse: (text) => (text === null || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? text : undefined),
  }),
  recordingsS3Region: setting<string | null>({
    env: 'PARLEY_RECORDINGS_S3_REGION',
    doc: 'The region for which requests to the store for recordings are signed.',
    accepts: 'letters, digits and hyphens, such as us-east-1',
    default: null,
    defaultWords: 'none',
    parse: (text) => (text === null || /^[a-z0-9-]{1,64}$/i.test(text) ? text : undefined),
  }),
  recordingsS3AccessKeyId: setting<string | null>({
    env: 'PARLEY_RECORDINGS_S3_ACCESS_KEY_ID',
    doc: 'The access key that signs requests to the store for recordings. It must be allowed to read, write and look up objects of the bucket.',
    accepts: 'text without spaces',
    default: null,
    defaultWords: 'none',
    parse: (text) => (text === null || /^\S+$/.test(text) ? text : undefined),
  }),
  recordingsS3SecretAccessKey: setting<string | null>({
    env: 'PARLEY_RECORDINGS_S3_SECRET_ACCESS_KEY',
    doc: 'The secret of PARLEY_RECORDINGS_S3_ACCESS_KEY_ID.',
    accepts: 'text without spaces',
    default: null,
    defaultWords: 'none',
    secret: true,
    parse: (text) => (text === null || /^\S+$/.test(text) ? text : undefined),
  }),
};
