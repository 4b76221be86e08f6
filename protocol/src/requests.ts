// The requests and notifications between client and server beyond the Language Server Protocol. Contains plain data
// types and names only. Depends neither on VS Code nor on a connection, and on the core only for the types of pictures.
import type { Comparison, ViewId, Visualization } from '../../core/src/views/model';

export type { Comparison };

/** What a client may say when it connects. An editor that says nothing gets standard messages only, and nothing is
 *  compiled or run for it. */
export interface InitializationOptions {
  /** Whether the user trusts the workspace. */
  readonly trusted?: boolean;
  /** The ids of the commands that the client runs: hovers and lenses may link to them. */
  readonly commands?: readonly string[];
  /** The client's language for what CuTe prints, for code in Markdown. */
  readonly layouts?: string;
  /** Whether the client takes the notification of the status, below. */
  readonly status?: boolean;
  /** Texts in the language of the user, by their English templates (`l10n/bundle.l10n.*.json`). Without them the server
   *  looks for those of the locale. */
  readonly texts?: Readonly<Record<string, string>>;
  /** The settings below `cuteLens`, for a client that is not asked for them. */
  readonly settings?: unknown;
}

/** A place in a file, counted from zero as the Language Server Protocol does. */
export interface Place {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

/** One instance of a kernel, that is, one launch with its template arguments. The user can choose between them. */
export interface InstanceRow {
  readonly id: number;
  /** `gemm_device from gemm_nt`. */
  readonly label: string;
  readonly kernel: string;
  /** What tells it apart from the others of its kernel: `gemm_nt`, `kHeadDim=128 · Is_causal`. */
  readonly differs: string;
  /** `128 threads`, `48 KiB`. */
  readonly resources: readonly string[];
  /** False if the program does not reach the launch with the present arguments. */
  readonly reached: boolean;
  readonly at?: Place;
  /** How the program comes to launch it, where a `main` does not reach it now. */
  readonly way?: {
    /** `transA == 'T'`, as the program writes it. */
    readonly when: string;
    readonly at?: Place;
    /** Program arguments that may meet it. */
    readonly args?: string;
  };
}

export type Triple = readonly [number, number, number];

/** What the user chose for one file. Absent choices follow the settings. */
export interface Choices {
  /** The label of the active instance. Labels stay the same when the file is edited; ids do not. */
  readonly instance?: string;
  readonly thread?: Triple;
  readonly block?: Triple;
  /** Program arguments, as on a command line. */
  readonly args?: string;
  /** The source with which a header is evaluated, alone. A URI. */
  readonly from?: string;
  /** The class from which the user came, with its template arguments; the instance is one that belongs to it. */
  readonly within?: string;
}

/** Request: what the user can choose for a file, and the present choices. */
export const situationRequest = 'cuteLens/situation';
export interface SituationParams {
  readonly uri: string;
}
export interface Situation {
  readonly instances: readonly InstanceRow[];
  /** Id of the active instance; absent if the file launches no kernel. */
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

/** Request: the derivation of the value at a place, step by step. Null if the value is not the result of a function
 *  that CuTe defines in terms of other functions. */
export const explainRequest = 'cuteLens/explain';
export interface ExplainParams {
  readonly uri: string;
  readonly position: { readonly line: number; readonly character: number };
}
export interface ExplainResult {
  /** The name of the explained value, short enough for the title of a tab: `tCgC`. */
  readonly title: string;
  readonly markdown: string;
}

/** What a document symbol of ours has beyond the protocol's, for the tree of layouts: what CuTe prints, where the
 *  detail is a sentence, and the values of other instances, where they differ. `brief` tells the instance from others
 *  of its kernel. */
export interface LayoutSymbol {
  readonly printed?: string;
  readonly elsewhere?: readonly { readonly instance: string; readonly brief: string; readonly text: string }[];
}

/** Request: what CuTe prints of the value at a place in several lines, with what each of them says. Null for values of
 *  which CuTe prints one line. */
export const detailsRequest = 'cuteLens/details';

/** Request: the picture of the value at a place, or of an expression; null if nothing at the place has a value. If both
 *  are given, the names in the expression are looked up at the place. */
export const visualizeRequest = 'cuteLens/visualize';
export interface VisualizeParams {
  readonly uri?: string;
  readonly position?: { readonly line: number; readonly character: number };
  readonly expression?: string;
  /** If absent, or if this view does not accept the value, the first view that accepts it is used. */
  readonly view?: ViewId;
  /** What the value is compared with. */
  readonly compare?: Comparison;
  /** The code of a finding that begins at the position: the accesses to memory around it are drawn. */
  readonly finding?: string;
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
/** One row of a list: a title, the value in one line, and the comparison to request. */
export interface ComparableRow {
  readonly title: string;
  readonly printed: string;
  readonly comparison: Comparison;
}

/** Request: the template around a place that nothing instantiates, and where the comment goes that gives it arguments.
 *  Null where there is none. */
export const dormantRequest = 'cuteLens/dormant';
export interface DormantParams {
  readonly uri: string;
  readonly position: { readonly line: number; readonly character: number };
}
export interface DormantResult {
  /** Without namespaces. */
  readonly name: string;
  /** With its namespaces and with its parameters for arguments: `ns::Traits<kHeadDim, Element>`. */
  readonly target: string;
  /** The line before which the comment goes, counted from zero, and its indentation. */
  readonly line: number;
  readonly indent: string;
}

/** Request: comments with the shapes of the declarations that have none; null if the file is not a CuTe file. */
export const annotateRequest = 'cuteLens/annotate';
export interface AnnotateParams {
  readonly uri: string;
}
export interface AnnotateResult {
  /** The version of the text to which the positions refer. */
  readonly version: number;
  readonly insertions: readonly { readonly line: number; readonly character: number; readonly text: string }[];
}

/** Request: compiles a copy of an open file with probes, runs it, and compares the recorded values with the predicted
 *  ones. Null if the request is cancelled or the file is not a CuTe file. The server refuses the request until the
 *  client has said that the workspace is trusted: by `trusted: true` in the initialization options, or by the
 *  notification below. */
export const verifyRequest = 'cuteLens/verify';
/** `host` compiles and runs with the host compiler, without a GPU. */
export type VerifyMode = 'gpu' | 'host';
export interface VerifyParams {
  readonly uri: string;
  readonly mode: VerifyMode;
  /** The text of the driver program, for a file without `main`. */
  readonly driver?: string;
}
export type VerifyReply =
  { readonly problem: VerifyProblem } | { readonly driver: DriverOffer } | { readonly verification: Verification };
/** A driver: a program that calls the code of a file without `main`. The user sees it before anything runs. */
export interface DriverOffer {
  /** What it calls. */
  readonly name: string;
  /** The path that the driver would have beside the file. No file of this name exists. */
  readonly file: string;
  readonly text: string;
}
/** Notification from the client: the user trusts the workspace now. */
export const trustNotification = 'cuteLens/trusted';
/** Why the verification could not run, and one action that may help. */
export interface VerifyProblem {
  readonly message: string;
  /** The output of the tool that failed. */
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
  /** How the program ended, if it failed. */
  readonly failed?: string;
  /** The report. */
  readonly markdown: string;
  readonly marks: readonly Mark[];
  /** If there is a mismatch: a report that can be sent to the authors. */
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

/** Request: asks the host compiler about an open file in the background, and keeps what it confirms until the text
 *  changes. Null if a change of the text, or another such request, ended it. The server does this on its own too, when
 *  the setting `cuteLens.confirm` says so. */
export const confirmRequest = 'cuteLens/confirm';
export interface ConfirmParams {
  readonly uri: string;
}
export type ConfirmReply = { readonly problem: VerifyProblem } | { readonly confirmation: Confirmation };
/** What the compiler said, or why it was not asked. */
export interface Confirmation {
  /** `62 confirmed`, `not confirmed`, for the status item. */
  readonly brief: string;
  /** One sentence. */
  readonly text: string;
}

/** Request: the bug report about the mismatches at a place, or in the whole program; null if there is none. */
export const bugReportRequest = 'cuteLens/bugReport';
export interface BugReportParams {
  readonly uri: string;
  readonly position?: { readonly line: number; readonly character: number };
}

/** Request: an assistant calls one of the tools that package.json contributes. */
export const toolRequest = 'cuteLens/tool';
export interface ToolParams {
  readonly name: string;
  readonly input: unknown;
  /** The URI of the folder in which relative names of files are looked up. */
  readonly folder?: string;
}
export interface ToolReply {
  readonly text: string;
  /** Set where the call was wrong, as with a file that does not exist. */
  readonly isError?: true;
}

/** Notification from the server during a verification: a stage begins, or a tool or the program writes output. */
export const verifyProgress = 'cuteLens/verifyProgress';
export interface VerifyProgress {
  readonly uri: string;
  readonly stage: 'tools' | 'compile' | 'run' | 'compare';
  readonly output?: string;
}

/** Request from a server without a disk: the texts of files, null for each that cannot be read or is too long for a
 *  header. */
export const readFilesRequest = 'cuteLens/readFiles';
export interface ReadFilesParams {
  readonly uris: readonly string[];
}
export type ReadFilesResult = readonly (string | null)[];
/** In bytes. */
export const longestHeader = 2_000_000;

/** Notification from the client: the visible documents, the active one first. The server analyses them first. */
export const lookingNotification = 'cuteLens/looking';
export interface LookingParams {
  readonly uris: readonly string[];
}

/** Notification from the server, after each analysis of an open file, and while one takes long. */
export const statusNotification = 'cuteLens/status';
export interface Status {
  readonly uri: string;
  readonly layouts: number;
  /** Findings of checks in the file. */
  readonly findings?: number;
  /** Of the kernel of the active instance, or of all kernels where it has no other. */
  readonly instances: number;
  /** Counted from one among `instances`; absent where there is none. */
  readonly active?: number;
  readonly label?: string;
  readonly milliseconds: number;
  /** Milliseconds since the running analysis began, if one is running. The other fields describe the previous
   *  analysis. */
  readonly evaluating?: number;
  /** What the compiler said of this text in the background; absent where it was not asked. */
  readonly confirmation?: Confirmation;
  /** A warning for the user: the analysis exceeded its time limit, or stopped early. */
  readonly warning?: string;
}

/** Commands that hovers link to and the client registers. Their first argument is a document's URI; `explain`,
 *  `visualize`, `reportMismatch` and `copyBugReport` take the line and character of a place too, counted from zero;
 *  `visualize` also the code of a finding there. */
export const commands = {
  selectInstance: 'cuteLens.selectInstance',
  openClass: 'cuteLens.openClass',
  selectThread: 'cuteLens.selectThread',
  setArguments: 'cuteLens.setArguments',
  insertPin: 'cuteLens.insertPin',
  instantiate: 'cuteLens.instantiate',
  explain: 'cuteLens.explain',
  details: 'cuteLens.details',
  glossary: 'cuteLens.glossary',
  visualize: 'cuteLens.visualize',
  share: 'cuteLens.share',
  compare: 'cuteLens.compare',
  filterLayouts: 'cuteLens.filterLayouts',
  copyValue: 'cuteLens.copyValue',
  openExample: 'cuteLens.openExample',
  openWalkthrough: 'cuteLens.openWalkthrough',
  evaluate: 'cuteLens.evaluate',
  annotateShapes: 'cuteLens.annotateShapes',
  toggleHints: 'cuteLens.toggleHints',
  toggleAllHints: 'cuteLens.toggleAllHints',
  toggleLenses: 'cuteLens.toggleLenses',
  verify: 'cuteLens.verify',
  verifyWithCompiler: 'cuteLens.verifyWithCompiler',
  confirm: 'cuteLens.confirm',
  reportMismatch: 'cuteLens.reportMismatch',
  copyBugReport: 'cuteLens.copyBugReport',
  restart: 'cuteLens.restart',
  showLog: 'cuteLens.showLog',
} as const;
