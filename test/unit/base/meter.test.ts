// The meter of computations: what they cost, how limits stop them, and that they stop at the same place each time.
import { describe, expect, test } from 'vitest';
import {
  Abandoned,
  Meter,
  metered,
  poll,
  pollAt,
  spend,
  Stopped,
  TooMuch,
  unmetered,
  within,
  type Interruption,
} from '../../../core/src/base/meter';

function caught(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('a meter', () => {
  test('refuses what passes its limit before it is made, and says how much that was', () => {
    const meter = new Meter(100);
    const error = caught(() =>
      metered(meter, () => {
        spend(60);
        spend(1e9, 'elements');
      }),
    );
    expect(error).toBeInstanceOf(TooMuch);
    expect(error).toMatchObject({ what: 'elements', limit: 100, message: 'it takes more than 100 elements' });
    expect(meter.spent).toBe(60);
  });

  test('gives nothing back for sizes that are negative or not known', () => {
    const meter = new Meter(10);
    const run = (): void =>
      metered(meter, () => {
        spend(8);
        spend(-1000);
        spend(NaN);
        spend(8);
      });
    expect(caught(run)).toBeInstanceOf(TooMuch);
    expect(meter.spent).toBe(8);
  });

  test('lets a part spend its share, and goes on after one that took too much', () => {
    const meter = new Meter(1000);
    metered(meter, () => {
      expect(caught(() => within(10, () => spend(11)))).toMatchObject({ limit: 10 });
      within(500, () => spend(500));
      // A part has never more than those around it.
      expect(caught(() => within(600, () => spend(501)))).toMatchObject({ limit: 500 });
      spend(500);
    });
    expect(meter.spent).toBe(1000);
  });

  test('counts for the innermost, and the one around it is there again after it', () => {
    const [outer, inner] = [new Meter(), new Meter()];
    metered(outer, () => {
      spend(1);
      caught(() =>
        metered(inner, () => {
          spend(10);
          throw new Error('left');
        }),
      );
      spend(2);
    });
    spend(100);
    expect([outer.spent, inner.spent]).toEqual([3, 10]);
  });
});

describe('the host', () => {
  function run(interrupt: () => Interruption, units = 1_000_000): { readonly meter: Meter; readonly error: unknown } {
    const meter = new Meter(Infinity, interrupt);
    return {
      meter,
      error: caught(() =>
        metered(meter, () => {
          for (let i = 0; i < units; i++) spend(1);
        }),
      ),
    };
  }

  test('is asked often, and ends the computation', () => {
    let asked = 0;
    expect(run(() => (asked++, 'go on')).error).toBeUndefined();
    expect(asked).toBeGreaterThan(50);
    expect(run(() => 'stop').error).toBeInstanceOf(Stopped);
    expect(run(() => 'abandon').error).toBeInstanceOf(Abandoned);
    expect(run(() => 'abandon').meter.spent).toBeLessThan(20_000);
  });

  test('is asked by work that is charged to nobody', () => {
    let asked = 0;
    const meter = new Meter(10, () => (++asked < 100 ? 'go on' : 'abandon'));
    const error = caught(() =>
      metered(meter, () => {
        poll();
        expect(asked).toBe(1);
        for (let round = 0; round < 5_000; round++) pollAt(round);
        expect(asked).toBe(11);
        unmetered(() => {
          for (let i = 0; i < 1_000_000; i++) spend(1);
        });
      }),
    );
    expect(error).toBeInstanceOf(Abandoned);
    expect(asked).toBe(100);
    expect(meter.spent).toBe(0);
    expect(meter.left).toBe(10);
  });

  test('may compute something else meanwhile, which is not charged and asks nobody', () => {
    let asked = 0;
    const { meter } = run(() => {
      asked++;
      expect(caught(() => within(10, () => spend(11)))).toBeInstanceOf(TooMuch);
      for (let i = 0; i < 10_000; i++) spend(1);
      return 'go on';
    });
    expect(meter.spent).toBe(1_000_000);
    expect(asked).toBeLessThan(3_000);
  });
});
