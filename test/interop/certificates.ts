import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** True where openssl can be run. Otherwise prints once what to install. */
export const hasOpenssl: boolean = canRun();
if (!hasOpenssl)
  console.log('SKIPPED: tests of SIP over TLS. Install the Debian package openssl to run them.');

function canRun(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A private authority and one of its certificates, as PEM. */
export interface MadeCertificate {
  ca: string;
  certificate: string;
  key: string;
}

/** Creates an authority and a certificate for `names`: `DNS:trunk.test`, `IP:127.0.0.1`. */
export function makeCertificate(...names: string[]): MadeCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const run = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  try {
    run(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '2',
      '-subj',
      '/CN=Test CA',
    );
    run('req', ...newKey, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', '/CN=parley test');
    writeFileSync(join(folder, 'names'), `subjectAltName=${names.join(',')}\n`);
    const authority = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
    run(
      'x509',
      '-req',
      '-in',
      'request.pem',
      ...authority,
      '-out',
      'own.pem',
      '-days',
      '2',
      '-extfile',
      'names',
    );
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    return { ca: read('ca.pem'), certificate: read('own.pem'), key: read('key.pem') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
