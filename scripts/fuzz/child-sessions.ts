// A process that plays sessions, one after the other, against servers of its own: some sessions share one, as days in
// an editor do.
import { Batch, mostBytes, noteTaker, tell, type Task } from './child';
import type { Base } from './inputs';
import { LanguageServer } from './language-server';
import { play } from './play';
import { planAt, type SessionPlan } from './session-steps';
import type { Failure } from './verdict';

/** A server is given back after that many sessions. */
const sessionsOfOne = 25;

/** Answers may wait for an analysis, and for others on a busy machine; an editor's user has left by then. */
export const answerMs = 15_000;

export async function playSessions(bases: readonly Base[], program: string, task: Task): Promise<void> {
  const note = noteTaker(task.note);
  const batch = new Batch();
  const desk = new Servers(program);
  let peak = 0;
  for (let index = task.first; index < task.end && Date.now() < task.until; index += task.step) {
    note(index);
    const server = await desk.get();
    const before = server.times.length;
    const failures = await playOne(server, planAt(bases, task.seed, index));
    for (const failure of failures) tell({ is: 'failure', index, failure });
    for (const milliseconds of server.times.slice(before)) batch.add({ milliseconds, exhausted: false, steps: 0 });
    batch.addDone();
    peak = Math.max(peak, server.peakBytes);
    await desk.played(failures.length > 0 || server.ended !== undefined || server.peakBytes > mostBytes);
    if (batch.isDue(peak)) await new Promise((resume) => setImmediate(resume));
  }
  note(-1);
  await desk.played(true);
  batch.send(peak);
}

/** One session; where it ends abruptly, the server must go in good order. */
export async function playOne(server: LanguageServer, plan: SessionPlan): Promise<readonly Failure[]> {
  const failures = [...(await play(server, plan))];
  if (plan.abrupt && failures.length === 0 && !(await server.shutdown()))
    failures.push({ kind: 'died', part: 'shutdown', message: 'the server did not end well within 5 s after exit' });
  if (server.peakBytes > mostBytes)
    failures.push({
      kind: 'memory',
      part: 'server',
      message: `the server grew to ${Math.round(server.peakBytes / 2 ** 20)} MiB`,
    });
  return failures;
}

/** The server at hand, and when it has served long enough. */
class Servers {
  private server: LanguageServer | undefined;
  private count = 0;

  constructor(private readonly program: string) {}

  async get(): Promise<LanguageServer> {
    if (!this.server) {
      this.server = new LanguageServer(this.program, { answerMs });
      await this.server.start('file:///fuzz');
    }
    return this.server;
  }

  async played(isSpent: boolean): Promise<void> {
    if (!isSpent && ++this.count < sessionsOfOne) return;
    this.count = 0;
    await this.server?.kill();
    this.server = undefined;
  }
}
