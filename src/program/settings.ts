import { resolve } from 'node:path';
import { telemetrySettings } from '../conversation/telemetry/settings.ts';
import { carrierSettings } from '../domains/carriers/settings.ts';
import { oidcSettings } from '../domains/sign-in/oidc/settings.ts';
import { webCallSettings } from '../domains/web-calls/settings.ts';
import { accessSettings } from '../platform/access/settings.ts';
import { consoleSettings } from '../platform/console-files/settings.ts';
import { databaseSettings } from '../platform/db/settings.ts';
import { egressSettings } from '../platform/egress/settings.ts';
import { httpSettings } from '../platform/http/server/settings.ts';
import {
  logSettings,
  parseFilePath,
  parseHost,
  parsePort,
  parseWhole,
  type SettingValues,
  setting,
} from '../platform/kernel/index.ts';
import { mailSettings } from '../platform/mail/settings.ts';
import { nodeSettings } from '../platform/nodes/settings.ts';
import { recordingStoreSettings } from '../platform/object-store/settings.ts';
import { sessionSettings } from '../runtime/session/settings.ts';
import { mediaSettings } from '../telephony/media/settings.ts';
import { sipSettings } from '../telephony/sip/settings.ts';

/** The parts that a process may run. */
const processRoles = ['api', 'calls', 'dialer', 'workflows'] as const;
type ProcessRole = (typeof processRoles)[number];

/** The settings that the program itself reads. */
const programSettings = {
  dataDir: setting({
    env: 'PARLEY_DATA_DIR',
    doc: 'The folder of the embedded database, the recordings and the keys.',
    accepts: 'a path',
    default: './data',
    parse: (text) => (text === null || text.includes('\0') ? undefined : resolve(text)),
  }),
  modelsDir: setting<string | null>({
    env: 'PARLEY_MODELS_DIR',
    doc: 'A folder with models that judge whether a caller has finished speaking: `smart-turn*.onnx`, `silero_vad*.onnx` or both. Parley downloads none. See [local models for ends of turns](providers.md#local-models-for-ends-of-turns).',
    accepts: 'a path',
    default: null,
    defaultWords: 'none: words and silence alone end a turn',
    parse: parseFilePath,
  }),
  roles: setting({
    env: 'PARLEY_ROLES',
    doc: 'The parts that this process runs, separated by commas. `dialer` needs `calls`, because the process that claims a call sends its INVITE.',
    accepts: `a list of ${processRoles.join(', ')}; dialer only together with calls`,
    default: processRoles.join(','),
    parse: parseRoles,
  }),
  stopSeconds: setting({
    env: 'PARLEY_STOP_SECONDS',
    doc: 'How many seconds live calls may continue after SIGTERM. Calls that are live after that end as `worker-lost`. The service manager must wait 30 s longer than this before it kills the program.',
    accepts: 'a whole number from 0 to 86400',
    default: '30',
    parse: (text) => parseWhole(text, 0, 86_400),
  }),
  metricsPort: setting({
    env: 'PARLEY_METRICS_PORT',
    doc: 'The port of `GET /healthz`, `/readyz` and `/metrics` (Prometheus text), in every process whatever its roles.',
    accepts: 'a port from 0 to 65535 (0: any free one)',
    default: '9464',
    parse: parsePort,
  }),
  metricsHost: setting({
    env: 'PARLEY_METRICS_HOST',
    doc: 'The address that the metrics port listens on: loopback by default, `0.0.0.0` for all. The port asks for no credential, so only Prometheus and probes may reach it (see [health and metrics](deployment.md#health-and-metrics)).',
    accepts: 'an IP address or a host name',
    default: '127.0.0.1',
    parse: parseHost,
  }),
};

/** All settings, in the order of docs/configuration.md, which is generated from them. Each module declares its own. */
export const settings = {
  ...httpSettings,
  ...consoleSettings,
  ...programSettings,
  ...databaseSettings,
  ...nodeSettings,
  ...accessSettings,
  ...egressSettings,
  ...carrierSettings,
  ...oidcSettings,
  ...mailSettings,
  ...recordingStoreSettings,
  ...logSettings,
  ...telemetrySettings,
  ...sipSettings,
  ...mediaSettings,
  ...webCallSettings,
  ...sessionSettings,
};

export type Settings = SettingValues<typeof settings>;

function parseRoles(text: string | null): ReadonlySet<ProcessRole> | undefined {
  const names = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const known = processRoles.filter((role) => names.includes(role));
  if (known.length !== new Set(names).size || known.length === 0) return undefined;
  if (known.includes('dialer') && !known.includes('calls')) return undefined;
  return new Set(known);
}
