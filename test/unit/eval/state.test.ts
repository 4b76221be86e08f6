// What the evaluator changes while it runs: nothing of a fork, of discarded code or of another mode stays, nor where it
// throws.
import { describe, expect, test } from 'vitest';
import { dyn } from '../../../core/src/algebra/leaf';
import { Modes } from '../../../core/src/eval/state/mode';
import { State } from '../../../core/src/eval/state/state';
import { Trace } from '../../../core/src/eval/state/trace';
import { type Cell, nextCell, partOf, VarCell } from '../../../core/src/eval/values/cells';
import type { Value } from '../../../core/src/values/value';

const all = (): boolean => true;
const failure = new Error('in the middle');

/** A state, one variable that holds 1, and what writes to variables as the machine does. */
function running(): { state: State; x: VarCell; write: (cell: Cell, value: Value) => void } {
  const state = new State();
  const write = (cell: Cell, value: Value): void => {
    state.writing(cell);
    cell.set(value);
  };
  return { state, x: new VarCell('x', dyn(1)), write };
}

describe('a fork', () => {
  test('gives what it wrote, and leaves the state as it was', () => {
    const { state, x, write } = running();
    const { given, after, returned } = state.fork(() => {
      write(x, dyn(2));
      write(x, dyn(3));
      state.frame.returned = dyn(4);
      return 'next';
    }, all);
    expect({ given, after: [...after], returned }).toEqual({ given: 'next', after: [[x, dyn(3)]], returned: dyn(4) });
    expect([x.read(), state.frame.returned]).toEqual([dyn(1), undefined]);
  });

  test('leaves nothing behind where it throws', () => {
    const { state, x, write } = running();
    const code = (): never => {
      write(x, dyn(2));
      state.frame.returned = dyn(3);
      throw failure;
    };
    expect(() => state.fork(code, all)).toThrow(failure);
    expect([x.read(), state.frame.returned]).toEqual([dyn(1), undefined]);
  });

  test('returns the variable that is what the function returns, with what was written to it since', () => {
    const { state, x, write } = running();
    const { returned } = state.fork(() => {
      state.frame.returned = x.read();
      state.frame.result = x;
      write(x, dyn(2));
    }, all);
    expect([returned, x.read(), state.returned]).toEqual([dyn(2), dyn(1), undefined]);
  });

  test('does not report variables that end with it', () => {
    const { state, x, write } = running();
    const own = nextCell();
    const { after } = state.fork(
      () => [x, new VarCell('y', dyn(0))].forEach((cell) => write(cell, dyn(2))),
      ({ born }) => born < own,
    );
    expect([...after.keys()]).toEqual([x]);
  });

  test('within a fork is taken back first', () => {
    const { state, x, write } = running();
    const outer = state.fork(() => {
      write(x, dyn(2));
      state.fork(() => write(x, dyn(3)), all);
      return x.read();
    }, all);
    expect([outer.given, x.read()]).toEqual([dyn(2), dyn(1)]);
  });

  test('gives back a whole whose part was written before it', () => {
    const { state, write } = running();
    const pair = new VarCell('pair', [dyn(1), dyn(2)]);
    state.fork(() => {
      write(partOf(pair, 0), dyn(5));
      write(pair, [dyn(6), dyn(7)]);
    }, all);
    expect(pair.read()).toEqual([dyn(1), dyn(2)]);
  });
});

test('of discarded code only what it wrote and whether it may return is known', () => {
  const { state, x, write } = running();
  const { after, returns } = state.discard(() => {
    write(x, dyn(2));
    state.frame.jumps++;
    state.frame.left = true;
    state.frame.pending.push(dyn(3));
  });
  expect({ written: [...after.keys()], returns }).toEqual({ written: [x], returns: true });
  expect({ x: x.read(), jumps: state.frame.jumps, left: state.frame.left, pending: state.frame.pending }).toEqual({
    x: dyn(1),
    jumps: 0,
    left: false,
    pending: [],
  });
});

describe('what a function has returned is forgotten', () => {
  const returning = (state: State, place: Cell) => (): void => {
    const { frame } = state;
    frame.places?.push(place);
    frame.result = place;
    frame.returned = place.read();
    frame.pending.push(dyn(3));
    frame.left = true;
    frame.jumps++;
  };
  const untouched = { places: [], result: undefined, returned: undefined, pending: [], left: false, jumps: 0 };

  test('with code that is discarded', () => {
    const { state, x } = running();
    state.enter({ ...state.frame, pending: [], places: [] }, () => {
      expect(state.discard(returning(state, x)).returns).toBe(true);
      expect(() =>
        state.discard(() => {
          returning(state, x)();
          throw failure;
        }),
      ).toThrow(failure);
      expect(state.frame).toMatchObject(untouched);
    });
  });

  test('with a part that is given up in a call', () => {
    const { state, x } = running();
    state.enter({ ...state.frame, pending: [], places: [] }, () => {
      const { moment } = state;
      returning(state, x)();
      state.enter({ ...state.frame, pending: [], places: [] }, () => {
        state.resume(moment);
        expect(state.frame).toMatchObject(untouched);
      });
    });
  });
});

test('what runs on trial stands until it is taken back', () => {
  const { state, x, write } = running();
  const trial = state.trial(() => write(x, dyn(2)));
  expect([trial.written, x.read()]).toEqual([[x], dyn(2)]);
  trial.undo();
  expect(x.read()).toEqual(dyn(1));
});

test('a function that throws is left', () => {
  const { state } = running();
  const outer = state.frame;
  expect(() =>
    state.enter({ ...outer, name: 'f' }, () => {
      throw failure;
    }),
  ).toThrow(failure);
  expect(state.frame).toBe(outer);
});

test('a mode ends with the code that it is for, also where that throws', () => {
  const modes = new Modes();
  const usual = modes.now;
  const seen = modes.within({ silent: true }, () => modes.within({ ways: 2 }, () => modes.now));
  expect(seen).toEqual({ ...usual, silent: true, ways: 2 });
  expect(() =>
    modes.within({ probing: true }, () => {
      throw failure;
    }),
  ).toThrow(failure);
  expect(modes.now).toBe(usual);
});

test('a trace says what was added since a mark', () => {
  const { x } = running();
  const trace = new Trace();
  trace.launch(1);
  trace.skip();
  const mark = trace.mark();
  expect(trace.hasSkippedSince(mark)).toBe(false);
  [2, 3, 2].forEach((instance) => trace.launch(instance));
  trace.skip();
  trace.passOver([x, x]);
  expect([trace.launchesSince(mark), trace.hasSkippedSince(mark), [...trace.passedOverSince(mark)]]).toEqual([
    [2, 3],
    true,
    [x],
  ]);
});
