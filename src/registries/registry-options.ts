import type { ContainerInstance } from 'typedi';
import {
  aFlag,
  aFunction,
  aLimit,
  anObject,
  anything,
  aText,
  aWord,
  functions,
  type OptionKind,
  type OptionKinds,
} from '../base/option-kind';
import type { AnswerLimiter } from '../calls/answer-limiter';
import type { ConsentMode } from '../calls/consent';
import type { CallRecords } from '../calls/keys/call-records';
import type { Guard } from '../calls/pipeline';
import type { Logger } from '../logger';
import type { OutputMode } from '../tool/class-description';
import type { Manifest, ManifestJson } from '../tool/manifest';
import type { ToolShape } from '../tool/tool';
import type { OperatorSwitch } from './tool-switches';

/** The options of a registry; all have defaults. */
export interface RegistryOptions {
  /** The prefix of tools without one of their own; none by default. */
  prefix?: string;
  /** Where instances come from; by default a container that the registry creates. */
  container?: ContainerInstance;
  log?: Logger;
  /** Time limit in seconds for tools without one of their own; 0 for none. */
  defaultTimeoutSeconds?: number;
  /** Seconds that an operator gives a tool, over what the tool says itself; undefined to leave it as it is. */
  timeLimitOf?: (tool: ToolShape) => number | undefined;
  /** Whether an operator offers a tool, asked whenever it matters; what it switches off stays off, whoever enables it. */
  operatorSwitch?: OperatorSwitch;
  /** The output of the build-time generator. */
  manifest?: Manifest | ManifestJson;
  consent?: ConsentMode | (() => ConsentMode);
  guards?: readonly Guard[];
  /** What tools with an `output` class publish and send: the Result around the value (the default), or the value alone. */
  output?: OutputMode;
  /** Skips tools that can't be registered, and leaves it to `verify` to report them with all other mistakes. */
  keepProblems?: boolean;
  /** Bounds what clients are sent; without it every answer is sent whole. */
  answers?: AnswerLimiter;
  /** Where calls with an idempotency key are remembered; in this process by default. */
  records?: () => Promise<CallRecords>;
}

const consentWord = aWord(['literal', 'ask', 'deny']);

// A word, or a function that is asked for it at each call.
const aConsent: OptionKind<NonNullable<RegistryOptions['consent']>> = {
  ...consentWord,
  fits: (value) => typeof value === 'function' || consentWord.fits(value),
};

/** What kind of value each option of a registry takes. */
export const REGISTRY_OPTIONS: OptionKinds<RegistryOptions> = {
  prefix: aText,
  container: anything,
  log: anObject,
  defaultTimeoutSeconds: aLimit('seconds'),
  timeLimitOf: aFunction,
  operatorSwitch: aFunction,
  manifest: anObject,
  consent: aConsent,
  guards: functions,
  output: aWord(['envelope', 'value']),
  keepProblems: aFlag,
  answers: anObject,
  records: aFunction,
};
