import type { SipAddress } from './calls.ts';

/** The facts about the running program that the terminal shows. */
interface Listening {
  /** `null` when this process does not serve the API. */
  httpPort: number | null;
  sipAddress: SipAddress | null;
  metricsPort: number;
  /** The path of the owner's key, or `null` without one. */
  ownerKeyPath: string | null;
  /** The token of the owner's sign-in link, or `null` when a member can sign in already. */
  ownerToken: string | null;
  /** The names of the model files for ends of turns; `null` without PARLEY_MODELS_DIR. */
  turnModels: readonly string[] | null;
}

/** Returns the text that the terminal shows after the start. */
export function banner(
  settings: {
    httpHost: string;
    metricsHost: string;
    publicUrl: string | null;
    console: boolean;
    modelsDir: string | null;
  },
  listening: Listening,
): string {
  const { httpPort, sipAddress, metricsPort, ownerKeyPath, ownerToken, turnModels } = listening;
  const lines: string[] = [];
  const line = (name: string, value: string) => lines.push(`${name.padEnd(9)}  ${value}`);
  if (httpPort !== null) {
    const own = ownUrl(settings.httpHost, httpPort);
    line('API', settings.publicUrl ?? own);
    if (settings.console) line('Console', `${settings.publicUrl ?? own}/`);
    line('Docs', `${own}/docs`);
    if (ownerToken !== null) line('Sign in', `${settings.publicUrl ?? own}/join#${ownerToken}`);
  }
  if (sipAddress !== null) {
    const { address, port, tlsPort, wsPort } = sipAddress;
    const tls = tlsPort === null ? '' : `, ${hostPort(address, tlsPort)} (TLS)`;
    const ws = wsPort === null ? '' : `, ${hostPort(address, wsPort)} (WebSocket)`;
    line('SIP', `${hostPort(address, port)} (UDP and TCP)${tls}${ws}`);
  }
  if (turnModels !== null) {
    const files = turnModels.length === 0 ? 'no model' : turnModels.join(' and ');
    line('Turns', `${files} in ${settings.modelsDir}`);
  }
  line('Metrics', `${ownUrl(settings.metricsHost, metricsPort)}/metrics`);
  if (ownerKeyPath !== null) line('Owner key', ownerKeyPath);
  return `\nParley is running.\n${lines.join('\n')}\n\n`;
}

/** Returns the URL at which the API listens. */
export function ownUrl(host: string, port: number): string {
  return `http://${hostPort(host, port)}`;
}

function hostPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
