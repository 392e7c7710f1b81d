import { type Command, commonOptions, type ListedCommand, UsageError } from '../command.ts';

/** The commands and the scripts by name. */
type Listed = [commands: Readonly<Record<string, ListedCommand>>, scripts: Readonly<Record<string, string>>];

/** Returns the command that prints completion for all commands of the list. */
export const completion = (...listed: Listed): Command => ({
  usage: 'completion bash|zsh|fish',
  about: 'Prints the script with which a shell completes the commands and options of parley.',
  example: 'source <(parley completion bash)',
  positionals: [1, 1],
  options: {},
  async run({ positionals: [shell = ''], output }) {
    const words = await completions(...listed);
    if (shell === 'bash') output.line(bash(words));
    else if (shell === 'zsh') output.line(`autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`);
    else if (shell === 'fish') output.line(fish(words));
    else throw new UsageError(`${shell}: completion is for bash, zsh or fish`);
    return undefined;
  },
});

/** Returns the possible next words by the words so far; '' is `parley` alone. */
async function completions(...[commands, scripts]: Listed): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>([['', []]]);
  const add = (behind: string, word: string) =>
    found.set(behind, [...new Set([...(found.get(behind) ?? []), word])]);
  for (const name of [...Object.keys(commands), ...Object.keys(scripts)]) {
    const words = name.split(' ');
    for (const [i, word] of words.entries()) add(words.slice(0, i).join(' '), word);
  }
  for (const [name, { load }] of Object.entries(commands)) {
    const { options } = (await load()).command;
    for (const option of Object.keys({ ...options, ...commonOptions })) add(name, `--${option}`);
  }
  for (const shell of ['bash', 'zsh', 'fish']) add('completion', shell);
  return found;
}

function bash(words: Map<string, string[]>): string {
  const cases = [...words].map(([behind, next]) => `    '${behind}') next='${next.join(' ')}' ;;`);
  return `_parley() {
  local behind='' next='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) [ "$(wc -w <<< "$behind")" -lt 2 ] && behind="\${behind:+$behind }$word" ;; esac
  done
  case "$behind" in
    call\\ *|completion\\ *) behind="\${behind%% *}" ;;
  esac
  case "$behind" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _parley parley`;
}

function fish(words: Map<string, string[]>): string {
  return [...words]
    .map(([behind, next]) => {
      const seen = behind.split(' ').filter(Boolean);
      const when = seen.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
      return `complete -c parley -n '${when || '__fish_use_subcommand'}' -a '${next.join(' ')}'`;
    })
    .join('\n');
}
