import { UsageError, type Command } from '../command';
import { parseCommandLine } from '../parse-command-line';
import { refuseExtra } from '../refuse-extra';

/** Prints a script that completes commands, tools and flags in a shell. */
export const command: Command = {
  name: 'completion',
  usage: 'toolwright completion bash|zsh|fish   (for example: source <(toolwright completion bash))',
  run(args, io) {
    const { positionals } = parseCommandLine({ args, options: {}, allowPositionals: true });
    refuseExtra(positionals, 1);
    const [shell = ''] = positionals;
    if (!Object.hasOwn(SCRIPTS, shell))
      throw new UsageError(`which shell? write toolwright completion ${Object.keys(SCRIPTS).join('|')}`);
    io.stdout(SCRIPTS[shell]!);
    return Promise.resolve(0);
  },
};

// Each script asks `toolwright complete` with the words so far, the last one being typed.
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_toolwright() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}") answer
  mapfile -t COMPREPLY < <(toolwright complete -- "\${words[@]}" 2>/dev/null)
  [[ \${#COMPREPLY[@]} -eq 0 ]] && compopt -o default
}
complete -F _toolwright toolwright
`,
  zsh: `#compdef toolwright
_toolwright() {
  local -a answers
  answers=("\${(@f)$(toolwright complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${#answers} )) && [[ -n "\${answers[1]}" ]]; then compadd -Q -- "\${answers[@]}"; else _files; fi
}
compdef _toolwright toolwright
`,
  fish: `function __toolwright_complete
  set -l words (commandline -opc) (commandline -ct)
  toolwright complete -- $words[2..-1] 2>/dev/null
end
complete -c toolwright -a '(__toolwright_complete)'
`,
};
