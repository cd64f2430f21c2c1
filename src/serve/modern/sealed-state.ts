import { crypto } from '../../base/crypto';
import { randomWord } from '../../base/random-word';
import { digestOf } from '../../base/json-digest';
import { invalidParams, WireError } from '../wire-error';
import type { ServerOptions } from '../server-options';
import { UsedStatesInMemory, type UsedStates } from './used-states';
import { UsedStatesOnDisk } from './used-states-on-disk';

/** What a call that waits for answers has to know when it is called again. */
export interface CallState {
  /** The questions that were sent, each by the digest of its wording. */
  readonly asked: Readonly<Record<string, string>>;
  /** The answers of earlier rounds, each with the digest of its question. */
  readonly answers: Readonly<Record<string, readonly [question: string, answer: unknown]>>;
  /** The values that `context.once` keeps. */
  readonly once: Readonly<Record<string, unknown>>;
}

/** What a state belongs to; it is refused with anything else. */
export interface Belonging {
  readonly caller: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Sealed extends CallState {
  readonly id: string;
  readonly expires: number;
  readonly caller: string;
  /** The digest of method and parameters. */
  readonly call: string;
}

/** A state that a client brought back. */
export interface OpenedState {
  readonly id: string;
  readonly state: CallState;
  /** Uses it up; throws if that was done before. */
  use(): Promise<void>;
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;
const LONGEST = 256 * 1024;

/** How long a user may take to answer, by default. */
export const ANSWER_MS = 15 * 60 * 1000;

/** Seals the state of calls that wait for answers, so that a client can carry it but neither read, change nor reuse it. */
export class StateSeal {
  private made: Buffer | undefined;

  constructor(
    private readonly used: UsedStates,
    private readonly secret?: string,
    private readonly now: () => number = Date.now,
    /** How long a state can be answered. */
    readonly validMs = ANSWER_MS,
  ) {}

  /** Seals a state; whoever has to know it by name gives it one that nobody can guess. */
  seal(state: CallState, belonging: Belonging, id = newStateId()): string {
    const sealed: Sealed = {
      ...state,
      id,
      expires: this.now() + this.validMs,
      caller: belonging.caller,
      call: digestOf([belonging.method, ownParams(belonging.params)]),
    };
    const nonce = crypto().randomBytes(NONCE);
    const cipher = crypto().createCipheriv('aes-256-gcm', this.key, nonce);
    const body = Buffer.concat([cipher.update(JSON.stringify(sealed), 'utf8'), cipher.final()]);
    const text = Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]).toString('base64url');
    if (text.length > LONGEST)
      throw new WireError(-32603, `The state of the call has ${text.length} bytes, too many to send`);
    return text;
  }

  /** Opens a state, which can be done only once; throws if it is not one that this caller got for this very call. */
  async open(text: unknown, belonging: Belonging): Promise<OpenedState> {
    const opened = this.read(text, belonging);
    await opened.use();
    return opened;
  }

  /** Reads a state without using it up; throws if it is not one that this caller got for this very call. */
  read(text: unknown, belonging: Belonging): OpenedState {
    const sealed = typeof text === 'string' && text.length <= LONGEST ? this.decrypted(text) : undefined;
    if (!sealed) throw refused('it was not made by this server, or it was changed');
    if (sealed.caller !== belonging.caller) throw refused('it belongs to another caller');
    if (sealed.call !== digestOf([belonging.method, ownParams(belonging.params)]))
      throw refused('it belongs to another request, or the arguments were changed');
    if (sealed.expires <= this.now()) throw refused('it has expired');
    const use = async (): Promise<void> => {
      if (!(await this.used.use(sealed.id, sealed.expires))) throw refused('it was already used');
    };
    return { id: sealed.id, state: sealed, use };
  }

  private get key(): Buffer {
    const { randomBytes, createHash } = crypto();
    return (this.made ??=
      this.secret === undefined ? randomBytes(32) : createHash('sha256').update(this.secret).digest());
  }

  private decrypted(text: string): Sealed | undefined {
    const bytes = Buffer.from(text, 'base64url');
    // Other spellings of the same bytes are no state either.
    if (bytes.toString('base64url') !== text || bytes[0] !== VERSION || bytes.length <= 1 + NONCE + TAG)
      return undefined;
    try {
      const decipher = crypto().createDecipheriv('aes-256-gcm', this.key, bytes.subarray(1, 1 + NONCE), {
        authTagLength: TAG,
      });
      decipher.setAuthTag(bytes.subarray(1 + NONCE, 1 + NONCE + TAG));
      const body = Buffer.concat([decipher.update(bytes.subarray(1 + NONCE + TAG)), decipher.final()]);
      return JSON.parse(body.toString('utf8')) as Sealed;
    } catch {
      return undefined;
    }
  }
}

/** Returns a name for a state. */
export function newStateId(): string {
  return randomWord(16);
}

/** Returns the seal that a server's options describe. */
export function sealOf({ usedStates, stateSecret, answerMs = ANSWER_MS }: ServerOptions): StateSeal {
  const used = typeof usedStates === 'string' ? new UsedStatesOnDisk(usedStates, answerMs) : usedStates;
  return new StateSeal(used ?? new UsedStatesInMemory(), stateSecret, Date.now, answerMs);
}

function refused(why: string): WireError {
  return invalidParams(`requestState is refused: ${why}; call again without it`);
}

// `_meta` differs from round to round; everything else must be as in the first.
function ownParams(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { _meta, inputResponses, requestState, ...own } = params;
  void [_meta, inputResponses, requestState];
  return own;
}
