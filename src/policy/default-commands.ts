/**
 * The commands of a tool whose operator lists none: those that document 003 shows, and others that only read and whose
 * options and paths are judged.
 */
export const SAMPLE_COMMANDS = {
  allowed: (
    'ls cat grep find head tail wc sort uniq cut tr nl diff cmp comm stat file du tree pwd echo printf date basename dirname ' +
    'realpath sha256sum'
  ).split(' '),
  denied: ['rm', 'sudo', 'chmod'],
} as const;
