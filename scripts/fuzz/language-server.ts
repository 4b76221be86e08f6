// Runs a language server as a process, with a client over stdio as in an editor. Counts failures: errors that the
// server logs, error responses, and crashes.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  CancellationTokenSource,
  createMessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';

export interface ServerLimits {
  /** An answer that takes longer is none. */
  readonly answerMs: number;
}

/** What the editor does not take for a failure: withdrawn, overtaken, unknown method. */
const expectedCodes = new Set([-32800, -32801, -32802, -32601]);

export class LanguageServer {
  readonly child: ChildProcess;
  readonly connection: MessageConnection;
  /** What the server logged as errors, and answers that were errors. */
  readonly errors: string[] = [];
  readonly warnings = new Set<string>();
  /** Milliseconds that answers took. */
  readonly times: number[] = [];
  settings: unknown = null;
  ended: string | undefined;
  private words = '';
  private readonly gone: Promise<void>;
  /** A stop that was asked for is none to report. */
  private stopping = false;

  constructor(
    program: string,
    private readonly limits: ServerLimits,
    nodeFlags: readonly string[] = [],
    withMessages = false,
  ) {
    this.child = spawn(process.execPath, [...nodeFlags, program, '--stdio'], {
      stdio: ['pipe', 'pipe', 'pipe', ...(withMessages ? ['ipc' as const] : [])],
    });
    const { stdin, stdout, stderr } = this.child;
    if (!stdin || !stdout || !stderr) throw new Error('the server has no pipes');
    stdin.on('error', () => undefined);
    stderr.on('data', (data: Buffer) => (this.words = (this.words + data.toString()).slice(-4000)));
    this.gone = new Promise((done) =>
      this.child.once('close', (code, signal) => {
        this.ended = `${signal ?? `exit ${code ?? '?'}`}\n${this.words}`;
        done();
      }),
    );
    this.connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.listen();
  }

  private listen(): void {
    const { connection } = this;
    connection.onNotification(
      'window/logMessage',
      ({ type, message }: { type: number; message: string }) => void (type === 1 && this.errors.push(message)),
    );
    connection.onNotification(
      'cuteLens/status',
      ({ warning }: { warning?: string }) => void (warning !== undefined && this.warnings.add(warning)),
    );
    connection.onRequest('workspace/configuration', ({ items }: { items: readonly unknown[] }) =>
      items.map(() => this.settings),
    );
    connection.onRequest('client/registerCapability', () => null);
    connection.onUnhandledNotification(() => undefined);
    connection.onError(() => undefined);
    connection.listen();
  }

  async start(folder: string): Promise<void> {
    // It cannot be told to ask again, so that an answer comes when all that belongs to it is known.
    const capabilities = {
      workspace: {
        configuration: true,
        workspaceFolders: true,
      },
      textDocument: { diagnostic: {}, hover: { contentFormat: ['markdown'] } },
    };
    await this.ask('initialize', {
      processId: process.pid,
      rootUri: folder,
      workspaceFolders: [{ uri: folder, name: 'fuzz' }],
      capabilities,
    });
    await this.tell('initialized', {});
  }

  /** The answer; `unanswered` where none came in time, `failed` for an error, both noted. */
  async ask(method: string, params: unknown, source = new CancellationTokenSource()): Promise<unknown> {
    const started = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((done) => (timer = setTimeout(() => done('late'), this.limits.answerMs)));
    try {
      const answer = await Promise.race([
        this.connection.sendRequest(method, params, source.token),
        late,
        this.gone.then(() => 'gone' as const),
      ]);
      if (answer === 'late') throw new Unanswered(`${method} got no answer in ${this.limits.answerMs} ms`);
      this.times.push(performance.now() - started);
      return answer;
    } catch (error) {
      if (error instanceof ResponseError) {
        if (!expectedCodes.has(error.code)) this.errors.push(`${method} answered ${error.code}: ${error.message}`);
        return null;
      }
      if (error instanceof Unanswered || this.ended === undefined) throw error;
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  async tell(method: string, params: unknown): Promise<void> {
    if (this.ended === undefined) await this.connection.sendNotification(method, params).catch(() => undefined);
  }

  /** The most memory that the process has had, in bytes; 0 where the system does not tell. */
  get peakBytes(): number {
    return this.memory('VmHWM');
  }

  get residentBytes(): number {
    return this.memory('VmRSS');
  }

  private memory(what: string): number {
    try {
      const status = readFileSync(`/proc/${this.child.pid ?? 0}/status`, 'utf8');
      return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
    } catch {
      return 0;
    }
  }

  /** Ends the process whatever it does. */
  async kill(): Promise<void> {
    this.stopping = true;
    this.child.kill('SIGKILL');
    await this.gone;
    this.connection.dispose();
  }

  /** Says goodbye as the protocol has it; true where the process then ends by itself with 0. */
  async shutdown(): Promise<boolean> {
    this.stopping = true;
    await this.ask('shutdown', undefined);
    await this.tell('exit', undefined);
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([this.gone, new Promise((done) => (timer = setTimeout(done, 5000)))]);
    clearTimeout(timer);
    const well = this.child.exitCode === 0;
    if (!well) this.child.kill('SIGKILL');
    this.connection.dispose();
    return well;
  }

  get died(): boolean {
    return this.ended !== undefined && !this.stopping;
  }
}

export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}
