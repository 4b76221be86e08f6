// The messages between the main thread and the analysis thread, as plain data that can be copied between threads, and
// the layout of their shared memory.
import type { Catalogue } from '../../../core/src/base/say';
import type { FileId } from '../../../core/src/index';
import type { Choices, Status, VerifyProgress } from '../../../protocol/src/requests';
import type { Verified } from '../verify';

/** A change of a text in the form of the Language Server Protocol: of a range, or of the whole text. */
export interface TextChange {
  readonly range?: {
    readonly start: { line: number; character: number };
    readonly end: { line: number; character: number };
  };
  readonly text: string;
}

/** The capabilities of the editor. */
export interface Client {
  /** Whether the editor can be asked to request diagnostics, hints and lenses again. */
  readonly asksAgain: boolean;
  /** The folders in which the editor reports changes of files on the disk. */
  readonly watches: readonly FileId[];
  readonly shows: Shows;
  /** The texts in the language of the person; absent for English. */
  readonly catalogue?: Catalogue;
}

export type Format = 'markdown' | 'plaintext';

/** What the editor can show. */
export interface Shows {
  /** What texts may be written in, by where they appear. */
  readonly hover: Format;
  readonly completion: Format;
  readonly signatureHelp: Format;
  /** Whether parameters may be marked in a signature by their columns instead of by their text. */
  readonly labelOffsets: boolean;
  /** The language of what CuTe prints, in Markdown; empty where the editor has no colours for it. */
  readonly layouts: string;
  /** The ids of the commands that the editor runs, so that texts may link to them. */
  readonly commands: readonly string[];
}

/** For an editor that has said nothing. */
export const showsText: Shows = {
  hover: 'plaintext',
  completion: 'plaintext',
  signatureHelp: 'plaintext',
  labelOffsets: false,
  layouts: '',
  commands: [],
};

/** The section `cuteLens` of the editor's settings, unparsed. */
export interface Settings {
  readonly section: unknown;
}

/** Why a text is not analysed: an earlier attempt ended the thread. */
export interface Held {
  /** A sentence for the user. */
  readonly why: string;
  /** The last text that was analysed without ending the thread; absent if there is none. */
  readonly good?: string;
}

export type ToThread =
  | { readonly do: 'client'; readonly client: Client }
  | {
      readonly do: 'open';
      readonly uri: string;
      readonly number: number;
      readonly languageId: string;
      readonly version: number;
      readonly text: string;
      readonly held?: Held;
    }
  | { readonly do: 'change'; readonly uri: string; readonly version: number; readonly changes: readonly TextChange[] }
  | { readonly do: 'close'; readonly uri: string }
  /** Tries to analyse a held text again, after a pause. */
  | { readonly do: 'release'; readonly uri: string; readonly pauseMs: number }
  /** The settings and the workspace folder of a document. Without settings, the editor has not answered yet. */
  | {
      readonly do: 'configure';
      readonly uri: string;
      readonly settings: Settings | undefined;
      readonly folder: string | undefined;
    }
  | { readonly do: 'choose'; readonly uri: string; readonly choices: Choices }
  /** Files changed on the disk; without a list, it is unknown which. */
  | { readonly do: 'outside'; readonly files?: readonly FileId[] }
  /** The visible documents, the most important first. */
  | { readonly do: 'look'; readonly uris: readonly string[] }
  | { readonly do: 'ask'; readonly id: number; readonly method: string; readonly params: unknown }
  /** The question was cancelled. */
  | { readonly do: 'withdraw'; readonly id: number };

export type FromThread =
  | { readonly say: 'answer'; readonly id: number; readonly result: unknown }
  /** The question could not be answered because of a bug. */
  | { readonly say: 'failed'; readonly id: number; readonly message: string }
  | { readonly say: 'log'; readonly text: string }
  | { readonly say: 'status'; readonly status: Status }
  /** The analysis of a version begins; these are the files that it reads. */
  | { readonly say: 'began'; readonly uri: string; readonly files: readonly FileId[] }
  /** The analysis has ended. `others` are open documents whose findings may have changed with it. `outdated`:
   *  meanwhile, questions were answered from an older version. */
  | {
      readonly say: 'analysed';
      readonly uri: string;
      readonly version: number;
      readonly others: readonly string[];
      readonly outdated: boolean;
    }
  | { readonly say: 'progress'; readonly progress: VerifyProgress };

/** The message that hands over the verdicts of a verification. It is no request of the protocol. */
export const verifiedQuestion = 'cuteLens/verified';
export interface VerifiedParams {
  readonly uri: string;
  readonly verified: Verified;
}

/** The message that asks whether there are verdicts on a document's program. */
export const isVerifiedQuestion = 'cuteLens/isVerified';

/** The role of a thread. A `verify` thread answers requests that compile and run, and analyses nothing on its own; a
 *  `confirm` thread is one that nobody waits for. */
export type Role = 'analyse' | 'verify' | 'confirm';

/** The shared memory: 32-bit integers at these indices. */
export const shared = {
  /** Written by the main thread: how many messages it has posted. */
  posted: 0,
  /** Written by the analysis thread: a counter that grows while the thread is alive. */
  beats: 1,
  /** What the thread works on: `work`, and the number of a document or the id of a question. */
  work: 2,
  subject: 3,
} as const;
export const sharedLength = 4;

export const work = { idle: 0, analysis: 1, answer: 2 } as const;
