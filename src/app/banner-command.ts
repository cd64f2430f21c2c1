import { HIDDEN } from '../base/hidden';
import { shippedModel, type ConfigModel } from '../config';

/** Returns a command line as it may be shown: without the values of secret settings, and without passwords in addresses. */
export function shownCommand(command: readonly string[], model: ConfigModel = shippedModel): string[] {
  const secret = new Set(model.settings.filter((each) => each.secret).map(({ option }) => `--${option}`));
  return command.map((word, at) => {
    if (secret.has(command[at - 1] ?? '')) return HIDDEN;
    const [, option = '', value = word] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    const shown = secret.has(option) ? HIDDEN : withoutPassword(value);
    return option === '' ? shown : `${option}=${shown}`;
  });
}

function withoutPassword(word: string): string {
  if (!word.includes('://')) return word;
  const shown = word.replace(/([?&][^=&]*(?:pass|token|secret|key)[^=&]*=)[^&]*/gi, `$1${HIDDEN}`);
  // A password with characters that it should not have makes no URL, and is hidden all the same.
  const url = URL.canParse(shown) ? new URL(shown) : undefined;
  if (url && url.username === '' && url.password === '') return shown;
  return shown.replace(/\/\/\S*@/, `//${HIDDEN}@`);
}
