// How a page or an extension starts the language server in a web worker.

/** The first message to the worker. The messages of the Language Server Protocol follow. */
export interface FirstMessage {
  /** The URL of the folder with the grammars, `tree-sitter*.wasm`. */
  readonly assets: string;
  /** The worker is one that the server started for its analyses. */
  readonly isAnalysis?: boolean;
}

/** The file name of the worker's bundle. */
export const workerBundle = 'browser-server.js';
