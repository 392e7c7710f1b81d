import type { EgressOutlet } from '../../platform/egress/index.ts';
import { toError } from '../../platform/kernel/index.ts';

/** What a message says, whatever its channel. */
export interface Words {
  title: string;
  text: string;
  url: string;
}

/** Returns the body for Slack's incoming webhooks, which Mattermost and others accept too. */
export function slackBody({ title, text, url }: Words): object {
  return { text: `*${slackText(title)}*\n${slackText(text)}\n<${slackText(url)}|Open in Parley>` };
}

/** Returns an adaptive card, as the webhooks of Teams workflows take it. */
export function teamsBody({ title, text, url }: Words): object {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text: plainText(title), weight: 'Bolder', wrap: true },
      { type: 'TextBlock', text: plainText(text), wrap: true },
    ],
    actions: [{ type: 'Action.OpenUrl', title: 'Open in Parley', url }],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  };
}

/** The characters with a meaning in Slack's texts. */
function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Text blocks show Markdown. */
function plainText(text: string): string {
  return text.replaceAll(/([\\*_[\]()`#])/g, '\\$1');
}

/** The outcome of one try. */
interface Posted {
  ok: boolean;
  /** Whether further tries would fail too. */
  isFinal: boolean;
  /** Why it failed. */
  reason: string | null;
}

const timeoutMs = 15_000;
const textBytesMax = 200;
/** Of the receiver: it may answer otherwise later. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/** Posts a message once. Any 2xx is a success. Never rejects. */
export async function post(egress: EgressOutlet, url: string, body: object): Promise<Posted> {
  try {
    const { status, text } = await egress.post(url, {
      headers: { 'content-type': 'application/json', 'user-agent': 'Parley-Alerts/1.0' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      textBytesMax,
    });
    if (status >= 200 && status < 300) return { ok: true, isFinal: true, reason: null };
    const isFinal = status >= 400 && status < 500 && !passing.has(status);
    const said = text.replaceAll(/[\s\0]+/g, ' ').trim();
    return { ok: false, isFinal, reason: `The answer was ${status}${said === '' ? '' : `: ${said}`}.` };
  } catch (thrown) {
    const reason = reasonOf(toError(thrown), new URL(url).host);
    return { ok: false, isFinal: false, reason: reason.replaceAll('\0', '').slice(0, 200).toWellFormed() };
  }
}

/** Says in plain words why a request had no answer. */
function reasonOf(error: Error, host: string): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The name ${host} was not found in the DNS.`;
  if (code === 'ECONNREFUSED') return `Nothing accepts connections at ${host}.`;
  if (error.name === 'TimeoutError') return `${host} gave no answer within ${timeoutMs / 1000} s.`;
  return cause.message;
}
