// A machine with a GPU as far as Verify on GPU can tell: a compiler that copies, and programs that replay what an H200
// recorded.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { recordsOf } from '../../server/src/verify-evidence';
import { bytesOfRecords } from '../support/record-words';
import { script } from '../support/script';
import { readRecord } from '../support/verify-records';

const root = join(import.meta.dirname, '..', '..');

export const recordedExample = 'local_partition.cu';
/** A file without `main`; its record is of the driver that is made up for it. */
export const mainless = 'scale.cu';

export interface RecordedMachine {
  /** A folder with both files. */
  readonly folder: string;
  readonly settings: Record<string, unknown>;
  /** Until then there is no nvcc. */
  install(): void;
  /** A g++ whose program replays the records of the example; with `instead`, another value in the place of one. */
  compiler(instead?: { readonly value: string; readonly by: string }): string;
  /** Whether anything was ever started. */
  started(): boolean;
}

/** CUTLASS as far as it is looked for, and the tools. */
export function recordedMachine(): RecordedMachine {
  const folder = mkdtempSync(join(tmpdir(), 'cute-lens-verify-'));
  const tools = mkdtempSync(join(tmpdir(), 'cute-lens-tools-'));
  copyFileSync(join(root, 'examples', recordedExample), join(folder, recordedExample));
  copyFileSync(join(root, 'test/fixtures/verify', mainless), join(folder, mainless));
  mkdirSync(join(tools, 'cutlass/include/cute'), { recursive: true });
  writeFileSync(join(tools, 'cutlass/include/cute/tensor.hpp'), '');
  const [example, driver] = [basename(recordedExample, '.cu'), `driver-${mainless}`];
  for (const name of [example, driver]) {
    writeFileSync(join(tools, `${name}.recorded`), bytesOfRecords(recordsOf(readRecord(name))));
    script(
      join(tools, name),
      `cp '${tools}/${name}.recorded' "$0.records"; printf 'start\\tcudaSuccess\\nfinish\\tcudaSuccess\\n' > "$0.notes"`,
    );
  }
  const nvccPath = join(tools, 'bin/nvcc');
  mkdirSync(join(tools, 'include'));
  writeFileSync(join(tools, 'include/cuda_runtime.h'), '');
  const launcher = script(
    join(tools, 'launcher'),
    'case "$1" in *nvidia-smi) echo "NVIDIA H200, 9.0, 580.159.04";; *) exec "$@";; esac',
  );
  return {
    folder,
    settings: {
      'cuteLens.nvccPath': nvccPath,
      'cuteLens.cutlassPath': join(tools, 'cutlass'),
      'cuteLens.run.launcher': [launcher],
    },
    install: () =>
      void script(
        nvccPath,
        `touch '${tools}/started'; [ "$1" = --version ] && { echo "release 13.0, V13.0.88"; exit 0; }\ngrep -q 'scale<' program.cu && cp '${tools}/${driver}' program || cp '${tools}/${example}' program`,
      ),
    compiler: (instead) => {
      const recorded = join(tools, `${example}.recorded`);
      const bytes = readFileSync(recorded, 'latin1');
      if (instead) writeFileSync(recorded, bytes.replaceAll(instead.value, instead.by), 'latin1');
      return script(
        join(tools, 'g++'),
        `case "$*" in --version) echo "g++ (Recorded) 12.2.0";; *c++-header*) touch prelude.hpp.gch;; *runtime.cpp*) touch runtime.o;; *) cp '${tools}/${example}' program;; esac`,
      );
    },
    started: () => existsSync(join(tools, 'started')),
  };
}
