// What the client and the server say to each other beyond the Language Server Protocol.
// Plain data and names only: neither VS Code, nor a connection; of the core only the types of what is drawn.
import type { Comparison, ViewId, Visualization } from '../../core/src/views/model';

export type { Comparison };

/** A place in a file, counted from zero as the Language Server Protocol does. */
export interface Place {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

/** One way a kernel is reached, for the user to choose from. */
export interface InstanceRow {
  readonly id: number;
  /** `gemm_device from gemm_nt`. */
  readonly label: string;
  readonly kernel: string;
  /** False where the program with the present arguments does not get there. */
  readonly reached: boolean;
  readonly at?: Place;
}

export type Triple = readonly [number, number, number];

/** What the user chose for one file. What is absent follows the settings. */
export interface Choices {
  /** The label of the instance that is looked at; labels survive edits, ids do not. */
  readonly instance?: string;
  readonly thread?: Triple;
  readonly block?: Triple;
  /** Program arguments, as on a command line. */
  readonly args?: string;
}

/** Request: what can be chosen for a file, and what holds now. */
export const situationRequest = 'cuteLens/situation';
export interface SituationParams {
  readonly uri: string;
}
export interface Situation {
  readonly instances: readonly InstanceRow[];
  /** Id of the instance that is looked at; absent where the file launches no kernel. */
  readonly active?: number;
  readonly thread: Triple;
  readonly block: Triple;
  readonly args: string;
  /** Extents of the active instance's launch, where known. */
  readonly blockDim?: Triple;
  readonly gridDim?: Triple;
}

/** Request: replaces what the user chose for a file. The reply is the situation that follows from it. */
export const chooseRequest = 'cuteLens/choose';
export interface ChooseParams {
  readonly uri: string;
  readonly choices: Choices;
}

/** Request: how the value at a place came about, step by step; null where it is not the result of a function that CuTe
 *  defines by others. */
export const explainRequest = 'cuteLens/explain';
export interface ExplainParams {
  readonly uri: string;
  readonly position: { readonly line: number; readonly character: number };
}
export interface ExplainResult {
  /** What is explained, short enough for the title of a tab: `tCgC`. */
  readonly title: string;
  readonly markdown: string;
}

/** Request: what is drawn of the value at a place, or of an expression; null where nothing at the place has a value.
 *  With both, the names of the expression mean what they mean at the place. */
export const visualizeRequest = 'cuteLens/visualize';
export interface VisualizeParams {
  readonly uri?: string;
  readonly position?: { readonly line: number; readonly character: number };
  readonly expression?: string;
  /** The first view that accepts the value, where this is absent or does not accept it. */
  readonly view?: ViewId;
  /** What stands beside it. */
  readonly compare?: Comparison;
}
export interface VisualizeResult {
  readonly visualization: Visualization;
  /** Where the value is declared; absent for an expression. */
  readonly source?: Place & { readonly length: number };
}

/** Request: what the value at a place, or anything in its file, can be compared with. */
export const comparablesRequest = 'cuteLens/comparables';
export interface ComparablesParams {
  readonly uri: string;
  readonly position?: { readonly line: number; readonly character: number };
}
/** To choose from: a title, the value in one line, and what to ask for. */
export interface ComparableRow {
  readonly title: string;
  readonly printed: string;
  readonly comparison: Comparison;
}

/** Request: shapes as comments behind the declarations of a file that have none; null where the file is not CuTe's. */
export const annotateRequest = 'cuteLens/annotate';
export interface AnnotateParams {
  readonly uri: string;
}
export interface AnnotateResult {
  /** Of the text that the places count in. */
  readonly version: number;
  readonly insertions: readonly { readonly line: number; readonly character: number; readonly text: string }[];
}

/** Request: compiles a copy of an open file with probes, runs it, and compares. Cancelled as requests are; null then,
 *  and where the file has nothing to do with CuTe. Refused until the client has said that the workspace is trusted: by
 *  `trusted: true` in its initialization options, or by the notification below. */
export const verifyRequest = 'cuteLens/verify';
/** `host`: with the host compiler, for want of a GPU. */
export type VerifyMode = 'gpu' | 'host';
export interface VerifyParams {
  readonly uri: string;
  readonly mode: VerifyMode;
  /** The text of the program to verify a file through that has no `main`. */
  readonly driver?: string;
}
export type VerifyReply =
  { readonly problem: VerifyProblem } | { readonly driver: DriverOffer } | { readonly verification: Verification };
/** A program for a file without `main`, to be shown before anything runs. */
export interface DriverOffer {
  /** What it calls. */
  readonly name: string;
  /** Where it belongs, beside the file; nothing is there. */
  readonly file: string;
  readonly text: string;
}
/** Notification from the client: the user trusts the workspace now. */
export const trustNotification = 'cuteLens/trusted';
/** Why it could not be tried, and one step out of it. */
export interface VerifyProblem {
  readonly message: string;
  /** The words of a tool. */
  readonly details?: string;
  readonly action?:
    | { readonly do: 'setting'; readonly title: string; readonly setting: string }
    | { readonly do: 'open'; readonly title: string; readonly url: string }
    | { readonly do: 'compiler'; readonly title: string }
    | { readonly do: 'trust'; readonly title: string };
}
export interface Verification {
  readonly summary: string;
  readonly machine: string;
  /** How the program ended, where that was not well. */
  readonly failed?: string;
  /** The report. */
  readonly markdown: string;
  readonly marks: readonly Mark[];
  /** Where something is refuted: a report that can be sent. */
  readonly bugReport?: string;
}
/** A mark beside a line, counted from zero, of a file of the program. */
export interface Mark {
  readonly uri: string;
  readonly line: number;
  readonly says: 'confirmed' | 'refuted' | 'not-reached';
  /** Markdown. */
  readonly text: string;
}

/** Request: the bug report of what is refuted at a place, or in the whole program; null where nothing is. */
export const bugReportRequest = 'cuteLens/bugReport';
export interface BugReportParams {
  readonly uri: string;
  readonly position?: { readonly line: number; readonly character: number };
}

/** Notification from the server while it verifies: the stage that begins, or what a tool or the program writes. */
export const verifyProgress = 'cuteLens/verifyProgress';
export interface VerifyProgress {
  readonly uri: string;
  readonly stage: 'tools' | 'compile' | 'run' | 'compare';
  readonly output?: string;
}

/** Notification from the client: the documents that the user sees, the one with the cursor first. They are evaluated
 *  first. */
export const lookingNotification = 'cuteLens/looking';
export interface LookingParams {
  readonly uris: readonly string[];
}

/** Notification from the server, after each analysis of an open file, and while one takes long. */
export const statusNotification = 'cuteLens/status';
export interface Status {
  readonly uri: string;
  readonly layouts: number;
  readonly instances: number;
  /** Counted from one among `instances`; absent where there is none. */
  readonly active?: number;
  readonly label?: string;
  readonly milliseconds: number;
  /** Milliseconds since an analysis began that still runs; the rest is of the one before. */
  readonly evaluating?: number;
  /** Why the user should look: over the time budget, or stopped early. */
  readonly warning?: string;
}

/** Commands that hovers link to and the client registers. Their first argument is a document's URI; `explain`,
 *  `visualize` and `copyBugReport` take the line and character of a place too, counted from zero. */
export const commands = {
  selectInstance: 'cuteLens.selectInstance',
  selectThread: 'cuteLens.selectThread',
  setArguments: 'cuteLens.setArguments',
  explain: 'cuteLens.explain',
  visualize: 'cuteLens.visualize',
  compare: 'cuteLens.compare',
  evaluate: 'cuteLens.evaluate',
  annotateShapes: 'cuteLens.annotateShapes',
  verify: 'cuteLens.verify',
  verifyWithCompiler: 'cuteLens.verifyWithCompiler',
  copyBugReport: 'cuteLens.copyBugReport',
  restart: 'cuteLens.restart',
  showLog: 'cuteLens.showLog',
} as const;
