// What the process's main thread and the analysis thread say to each other: plain data that can be copied between
// threads, and the shared memory beside it.
import type { FileId } from '../../../core/src/index';
import type { Choices, Status, VerifyProgress } from '../../../protocol/src/requests';
import type { Verified } from '../verify';

/** A change as the Language Server Protocol delivers it: of a range, or of the whole text. */
export interface TextChange {
  readonly range?: {
    readonly start: { line: number; character: number };
    readonly end: { line: number; character: number };
  };
  readonly text: string;
}

/** What the editor does. */
export interface Client {
  /** It can be told to ask again for findings, hints and lenses. */
  readonly asksAgain: boolean;
  /** Folders in which it tells of files that change on the disk. */
  readonly watches: readonly FileId[];
}

/** The section `cuteLens` of the editor's settings, as it came. */
export interface Settings {
  readonly section: unknown;
}

/** Why a text is not analysed: an earlier attempt ended the thread. */
export interface Held {
  /** A sentence for the user. */
  readonly why: string;
  /** The last text that was analysed; absent where there is none. */
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
  /** A held text may be tried again, after a pause. */
  | { readonly do: 'release'; readonly uri: string; readonly pauseMs: number }
  /** The settings of a document and its folder of the workspace; without settings they are being asked for. */
  | {
      readonly do: 'configure';
      readonly uri: string;
      readonly settings: Settings | undefined;
      readonly folder: string | undefined;
    }
  | { readonly do: 'choose'; readonly uri: string; readonly choices: Choices }
  /** Files changed on disk: these, or any. */
  | { readonly do: 'outside'; readonly files?: readonly FileId[] }
  /** What the user looks at, nearest first. */
  | { readonly do: 'look'; readonly uris: readonly string[] }
  | { readonly do: 'ask'; readonly id: number; readonly method: string; readonly params: unknown }
  /** Nobody wants the answer any more. */
  | { readonly do: 'withdraw'; readonly id: number };

export type FromThread =
  | { readonly say: 'answer'; readonly id: number; readonly result: unknown }
  /** A bug of ours met a question. */
  | { readonly say: 'failed'; readonly id: number; readonly message: string }
  | { readonly say: 'log'; readonly text: string }
  | { readonly say: 'status'; readonly status: Status }
  /** The analysis of a version begins, and reads these files. */
  | { readonly say: 'began'; readonly uri: string; readonly files: readonly FileId[] }
  /** It is finished. `others` are open documents whose findings may have changed with it; `outdated`: answers were
   *  given meanwhile that were not of this version. */
  | {
      readonly say: 'analysed';
      readonly uri: string;
      readonly version: number;
      readonly others: readonly string[];
      readonly outdated: boolean;
    }
  | { readonly say: 'progress'; readonly progress: VerifyProgress };

/** The question that hands over what a machine said, beside those of the protocol. */
export const verifiedQuestion = 'cuteLens/verified';
export interface VerifiedParams {
  readonly uri: string;
  readonly verified: Verified;
}

/** What a thread is for: `verify` answers questions that compile and run, and analyses nothing of itself. */
export type Role = 'analyse' | 'verify';

/** The shared memory: 32-bit integers at these indices. */
export const shared = {
  /** Written by the main thread: how many messages it has posted. */
  posted: 0,
  /** Written by the analysis thread: grows while it is alive. */
  beats: 1,
  /** What it works on: `work`, and the number of a document or the id of a question. */
  work: 2,
  subject: 3,
} as const;
export const sharedLength = 4;

export const work = { idle: 0, analysis: 1, answer: 2 } as const;
