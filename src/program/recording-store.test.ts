import { expect, it } from 'vitest';
import { recordingStoreOptions } from './recording-store.ts';

const whole = {
  recordingsS3Endpoint: 'https://s3.example.com',
  recordingsS3Bucket: 'recordings',
  recordingsS3Region: 'eu-central-1',
  recordingsS3AccessKeyId: 'id',
  recordingsS3SecretAccessKey: 'secret',
};
const none = {
  recordingsS3Endpoint: null,
  recordingsS3Bucket: null,
  recordingsS3Region: null,
  recordingsS3AccessKeyId: null,
  recordingsS3SecretAccessKey: null,
};

it('accepts all settings or none', () => {
  expect(recordingStoreOptions(none)).toBeNull();
  expect(recordingStoreOptions(whole)).toEqual({
    endpoint: 'https://s3.example.com',
    bucket: 'recordings',
    region: 'eu-central-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  });
});

it('names the missing settings without their values', () => {
  const some = {
    ...none,
    recordingsS3Bucket: 'b',
    recordingsS3SecretAccessKey: 'hush',
    recordingsS3Region: 'r',
  };
  const lines = ['PARLEY_RECORDINGS_S3_ENDPOINT', 'PARLEY_RECORDINGS_S3_ACCESS_KEY_ID'].map(
    (env) => `${env} must be set, because another of the PARLEY_RECORDINGS_S3 settings is.`,
  );
  expect(() => recordingStoreOptions(some)).toThrow(lines.join('\n'));
});
