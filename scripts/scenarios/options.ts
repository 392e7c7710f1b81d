import { parseArgs } from 'node:util';

/** The text of `npm run scenarios -- --help`. */
export const help = `Plays conversations with simulated customers over real SIP and RTP (docs/scenarios.md).

  npm run scenarios                          those of scenarios/, with a service of their own
  npm run scenarios -- FILE…                 these
  npm run scenarios -- --list [FILE…]        says what there is, and plays nothing

  --against FILE    plays each scenario with the fields of an agent's configuration in FILE (YAML or JSON) in place of
                    its own, and shows what is different: from the call that it was made of, or from itself
  --agent ID        the same with the configuration of an agent of the running service; --draft: with its draft
  --json            prints the outcome as JSON and nothing else
  --parallel N      plays at most N calls at a time; by default two for each core, and one more

  --base-url URL    a running service, with
  --key-file FILE   an API key for it, and
  --sip HOST:PORT   where it takes calls; without, port 5060 of the same host

Ends with 0 when every call was as it should be, with 1 when one was not or is different, and with 2 when something
could not be played at all.`;

export interface Options {
  files: string[];
  list: boolean;
  help: boolean;
  json: boolean;
  /** The file of an agent's configuration, or the id of an agent. */
  changed: { file: string } | { agentId: string; draft: boolean } | null;
  parallel: number | null;
  service: { baseUrl: string; keyFile: string; sip: { address: string; port: number } } | null;
}

/** Reads the command's arguments. Throws an error with a message for people. */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{ 'base-url': text, 'key-file': text, sip: text, against: text, agent: text, parallel: text },
      ...{ list: flag, help: { ...flag, short: 'h' }, json: flag, draft: flag },
    },
  });
  const { list, help, json, draft, against, agent, parallel } = values;
  if (against !== undefined && agent !== undefined) throw new Error('give either --against or --agent');
  if (draft && agent === undefined) throw new Error('--draft needs --agent, whose draft it is');
  const service = serviceOf(values);
  if (agent !== undefined && service === null)
    throw new Error('--agent needs --base-url, where the agent is');
  const count = parallel === undefined ? null : Number(parallel);
  if (count !== null && !(Number.isInteger(count) && count > 0)) {
    throw new Error('--parallel must be a number of calls');
  }
  const changed =
    against !== undefined ? { file: against } : agent !== undefined ? { agentId: agent, draft } : null;
  return { files: positionals, list, help, json, changed, parallel: count, service };
}

function serviceOf(values: Record<string, string | boolean | undefined>): Options['service'] {
  const { 'base-url': baseUrl, 'key-file': keyFile, sip } = values as Record<string, string | undefined>;
  if (baseUrl === undefined) return null;
  if (keyFile === undefined) throw new Error('--base-url needs --key-file, a file with an API key');
  const url = URL.parse(baseUrl);
  if (!url) throw new Error('--base-url must be a URL, such as http://127.0.0.1:8080');
  const [, address = '', port = '5060'] = /^(.*?)(?::(\d+))?$/.exec(sip ?? url.hostname) ?? [];
  return { baseUrl: baseUrl.replace(/\/$/, ''), keyFile, sip: { address, port: Number(port) } };
}
