// Starting and restarting the analysis thread, with threads that the test simulates: what a new thread is told, and
// what is tried again.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Status } from '../../../protocol/src/requests';
import { shared, work, type FromThread, type ToThread } from '../../../server/src/worker/messages';
import { AnalysisThread } from '../../../server/src/worker/thread';
import { present } from '../../support/present';

/** A thread that does what the test says. */
interface Played {
  readonly told: ToThread[];
  readonly memory: Int32Array;
  say(message: FromThread): void;
  die(why: string): void;
  ended: boolean;
}

const uri = 'file:///a.cu';
let threads: Played[];
let thread: AnalysisThread;
let statuses: Status[];
let logged: string[];

beforeEach(() => {
  vi.useFakeTimers();
  [threads, statuses, logged] = [[], [], []];
  const spawn = (_: unknown, memory: Int32Array) => {
    let [listen, died] = [(_: FromThread): void => undefined, (_: string): void => undefined];
    const played: Played = {
      told: [],
      memory,
      ended: false,
      say: (message) => listen(message),
      die: (why) => died(why),
    };
    threads.push(played);
    return {
      post: (message: ToThread) => void played.told.push(message),
      onMessage: (listener: typeof listen) => void (listen = listener),
      onDeath: (listener: typeof died) => void (died = listener),
      end: () => Promise.resolve(void (played.ended = true)),
    };
  };
  thread = new AnalysisThread(spawn, {
    log: (text) => void logged.push(text),
    status: (status) => void statuses.push(status),
    analysed: () => undefined,
    progress: () => undefined,
  });
});

afterEach(async () => {
  await thread.dispose();
  vi.useRealTimers();
});

const newest = (): Played => present(threads[threads.length - 1]);
const opened = (played = newest()) => played.told.find((message) => message.do === 'open');

function working(played: Played, kind: number, subject: number): void {
  played.memory[shared.work] = kind;
  played.memory[shared.subject] = subject;
}

/** An open document whose version 1 was analysed, and whose version 2 ends the thread. */
function deadlyEdit(): void {
  thread.open(uri, 'cuda-cpp', 1, 'good');
  thread.configure(uri, { section: null }, '/folder');
  newest().say({ say: 'began', uri, files: ['/a.cu', '/b.hpp'] });
  newest().say({ say: 'analysed', uri, version: 1, others: [], outdated: false });
  thread.change(uri, 2, [{ text: 'deadly' }]);
  working(newest(), work.analysis, 1);
  newest().die('it took more than 1024 MB of memory');
}

describe('a text that ends the thread', () => {
  test('is held: a new thread is told of it, and of the last text that was analysed; the user is told why', () => {
    deadlyEdit();
    expect(threads).toHaveLength(2);
    expect(opened()).toMatchObject({ uri, version: 2, text: 'deadly', held: { good: 'good' } });
    expect(newest().told).toContainEqual({ do: 'configure', uri, settings: { section: null }, folder: '/folder' });
    expect(statuses.at(-1)).toMatchObject({
      uri,
      warning: expect.stringMatching(
        /ended: it took more than 1024 MB.*The values shown are those of the previous text\./,
      ) as string,
    });
    expect(logged.join()).toContain(uri);
  });

  test('is not tried again; another text is, after a pause', () => {
    deadlyEdit();
    expect(newest().told.some((message) => message.do === 'release')).toBe(false);
    thread.change(uri, 3, [{ text: 'better' }]);
    expect(newest().told.at(-1)).toEqual({ do: 'release', uri, pauseMs: expect.any(Number) as number });
  });

  test('after many that nobody waited for, the last one that was analysed stands for it', () => {
    thread.open(uri, 'cuda-cpp', 1, 'text 1');
    for (let version = 2; version < 300; version++) {
      thread.change(uri, version, [{ text: `text ${version}` }]);
      if (version % 99 === 0) newest().say({ say: 'analysed', uri, version, others: [], outdated: false });
    }
    working(newest(), work.analysis, 1);
    newest().die('it ended');
    expect(opened()).toMatchObject({ text: 'text 299', held: { good: 'text 297' } });
  });

  test('is tried again when a header changes that it reads', () => {
    deadlyEdit();
    thread.open('file:///c.hpp', 'cpp', 1, '');
    expect(newest().told.some((message) => message.do === 'release')).toBe(false);
    thread.open('file:///b.hpp', 'cpp', 1, '');
    expect(newest().told.at(-1)).toMatchObject({ do: 'release', uri });
  });

  test('where the text before ends the thread too, nothing of the document is evaluated', () => {
    deadlyEdit();
    working(newest(), work.analysis, 1);
    newest().die('it ended');
    const held = (opened() as { held: object }).held;
    expect(held).toMatchObject({ why: expect.stringContaining('No values of this file are shown.') as string });
    expect(held).not.toHaveProperty('good');
  });
});

describe('questions', () => {
  test('that wait when the thread dies are asked again, the one that it was answering is not', async () => {
    const answers = [thread.ask('textDocument/hover', 1), thread.ask('textDocument/hover', 2)];
    working(newest(), work.answer, 1);
    newest().die('it ended');
    await expect(answers[0]).rejects.toThrow('ended while it worked on this');
    expect(newest().told.filter((message) => message.do === 'ask')).toEqual([
      { do: 'ask', id: 2, method: 'textDocument/hover', params: 2 },
    ]);
    newest().say({ say: 'answer', id: 2, result: 'there' });
    expect(await answers[1]).toBe('there');
  });

  test('that are withdrawn are answered at once', async () => {
    let withdraw = (): void => undefined;
    const token = {
      isCancellationRequested: false,
      onCancellationRequested: (listener: () => void) => ((withdraw = listener), { dispose: () => undefined }),
    };
    const answer = thread.ask('textDocument/hover', {}, token as never);
    withdraw();
    expect(await answer).toBeNull();
    expect(newest().told.at(-1)).toEqual({ do: 'withdraw', id: 1 });
  });
});

describe('a thread that does not answer', () => {
  test('while it works is ended and replaced', () => {
    thread.open(uri, 'cuda-cpp', 1, 'slow');
    working(newest(), work.analysis, 1);
    vi.advanceTimersByTime(10_000);
    expect(threads).toHaveLength(2);
    expect(threads[0]?.ended).toBe(true);
    expect(opened()).toMatchObject({ held: { why: expect.stringContaining('did not answer') as string } });
  });

  test('is left alone while it has nothing to do, or polls', () => {
    vi.advanceTimersByTime(60_000);
    working(newest(), work.analysis, 1);
    for (let i = 0; i < 20; i++) {
      Atomics.add(newest().memory, shared.beats, 1);
      vi.advanceTimersByTime(1000);
    }
    expect(threads).toHaveLength(1);
  });
});

test('one that dies again and again without a reason is started after a pause', () => {
  newest().die('it ended');
  expect(threads).toHaveLength(2);
  newest().die('it ended');
  expect(threads).toHaveLength(2);
  vi.advanceTimersByTime(1500);
  expect(threads).toHaveLength(3);
});
