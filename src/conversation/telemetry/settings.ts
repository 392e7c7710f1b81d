import { parseBaseUrl, setting } from '../../platform/kernel/index.ts';

/** The settings of traces. */
export const telemetrySettings = {
  otlpEndpoint: setting<string | null>({
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    doc: 'An OpenTelemetry collector that takes OTLP over HTTP. It receives a trace of every answered call, without what was said.',
    accepts: 'an http or https URL without a query, such as http://localhost:4318',
    default: null,
    defaultWords: 'no traces',
    parse: parseBaseUrl,
  }),
};
