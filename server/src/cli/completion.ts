// `cute-lens completion`: scripts that complete commands, options and files in bash, zsh and fish. The options are
// those that the help of each command lists.
import { say } from '../../../core/src/base/say';
import { helpOf, UsageError } from './usage';

/** The options of a command, as its help lists them at the beginning of a line. */
function optionsOf(command: string): readonly string[] {
  const listed = [...(helpOf[command]?.() ?? '').matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].flatMap(
    ([, option]) => option ?? [],
  );
  return [...new Set([...listed, '--help'])];
}

const shells = ['bash', 'zsh', 'fish'] as const;

const commandNames = (): readonly string[] => Object.keys(helpOf);

export function completionScript(shell: string | undefined): string {
  switch (shell) {
    case 'bash':
      return bash();
    case 'zsh':
      return zsh();
    case 'fish':
      return fish();
    default:
      throw new UsageError(say`completion needs bash, zsh or fish`);
  }
}

function bash(): string {
  const cases = commandNames().map((name) => `    ${name}) words="${optionsOf(name).join(' ')}" ;;`);
  return `# bash completion for cute-lens: eval "$(cute-lens completion bash)" in ~/.bashrc
_cute_lens() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commandNames().join(' ')} --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  elif [ "\${COMP_WORDS[1]}" = completion ]; then
    COMPREPLY=($(compgen -W "${shells.join(' ')}" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _cute_lens cute-lens
`;
}

function zsh(): string {
  const cases = commandNames().map((name) => `    ${name}) options=(${optionsOf(name).join(' ')}) ;;`);
  return `#compdef cute-lens
# zsh completion for cute-lens: eval "$(cute-lens completion zsh)" in ~/.zshrc, after compinit
_cute_lens() {
  local -a options
  if (( CURRENT == 2 )); then
    compadd -- ${commandNames().join(' ')} --help --version
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
  if [[ "$PREFIX" == -* ]]; then compadd -- $options
  elif [[ "$words[2]" == completion ]]; then compadd -- ${shells.join(' ')}
  else _files; fi
}
compdef _cute_lens cute-lens
`;
}

function fish(): string {
  const lines = commandNames().flatMap((name) => [
    `complete -c cute-lens -n __fish_use_subcommand -f -a ${name}`,
    ...optionsOf(name).map(
      (option) => `complete -c cute-lens -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
    ),
  ]);
  return `# fish completion for cute-lens: cute-lens completion fish > ~/.config/fish/completions/cute-lens.fish
${lines.join('\n')}
complete -c cute-lens -n '__fish_seen_subcommand_from completion' -f -a '${shells.join(' ')}'
`;
}
