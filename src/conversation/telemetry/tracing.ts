import type { Log } from '../../platform/kernel/index.ts';
import type { TracedCall } from './trace-call.ts';

interface Tracing extends AsyncDisposable {
  /** Sends the trace of an ended call. */
  trace(call: TracedCall): void;
}

const closeTimeoutMs = 3_000;

/**
 * Sends traces by OTLP over HTTP to an OpenTelemetry collector. The packages are loaded only here, because most
 * installations have no collector. Traces are lost while the collector is unreachable; calls are unaffected.
 */
export async function startTracing(endpoint: string, log: Log): Promise<Tracing> {
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { traceCall } = await import('./trace-call.ts');
  const exporter = new OTLPTraceExporter({ url: new URL('v1/traces', withSlash(endpoint)).href });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'parley' }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('parley');
  return {
    trace: (call) => traceCall(tracer, call),
    async [Symbol.asyncDispose]() {
      const timer = AbortSignal.timeout(closeTimeoutMs);
      const late = new Promise<void>((resolve) => timer.addEventListener('abort', () => resolve()));
      await Promise.race([provider.shutdown(), late]).catch((error: unknown) =>
        log.warn(
          { err: error },
          'pending traces could not be sent to the OpenTelemetry collector at shutdown',
        ),
      );
    },
  };
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}
