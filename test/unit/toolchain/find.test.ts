// Finding tools, and the messages if one is missing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { splitArguments, splitCommand } from '../../../server/src/assumptions';
import {
  findCutlass,
  findGpu,
  findHostCompiler,
  findNvcc,
  unsupportedSystem,
} from '../../../server/src/toolchain/find';
import { editorIncludes, projectFlags } from '../../../server/src/toolchain/flags';
import { onlyTools, scratch } from '../../support/scratch';
import { script } from '../../support/script';

const settings = { nvccPath: '', cutlassPath: '', launcher: [], workspaceFolder: undefined };

function cutlassIn(folder: string, version = '4.7.0'): string {
  const [major, minor, patch] = version.split('.');
  mkdirSync(join(folder, 'include/cute'), { recursive: true });
  mkdirSync(join(folder, 'include/cutlass'));
  writeFileSync(join(folder, 'include/cute/tensor.hpp'), '');
  writeFileSync(
    join(folder, 'include/cutlass/version.h'),
    `#define CUTLASS_MAJOR ${major}\n#define CUTLASS_MINOR ${minor}\n#define CUTLASS_PATCH ${patch}\n`,
  );
  return folder;
}

describe('the system', () => {
  test('that cannot verify is said in one sentence, with where it can', () => {
    expect(unsupportedSystem('win32')).toMatchObject({
      code: 'platform',
      message: expect.stringMatching(
        /^Verification does not run on Windows itself: [^.]*WSL[^.]*nvcc and a GPU[^.]*\.$/,
      ),
    });
    expect(unsupportedSystem('linux')).toBeUndefined();
  });
});

describe('nvcc', () => {
  test('is the setting, else the first in the PATH; its version is asked', async () => {
    const folder = scratch();
    onlyTools(folder);
    const first = script(join(folder, 'bin/nvcc'), 'echo "Cuda compilation tools, release 12.4, V12.4.131"');
    const other = script(join(folder, 'other/nvcc'), 'echo "Cuda compilation tools, release 13.0, V13.0.88"');
    expect(await findNvcc(settings)).toMatchObject({ path: first, version: '12.4.131' });
    expect(await findNvcc({ ...settings, nvccPath: other })).toMatchObject({ path: other, version: '13.0.88' });
  });
  test('that is none, or is something else, is said with the setting to open', async () => {
    const folder = scratch();
    onlyTools(folder);
    expect(await findNvcc({ ...settings, nvccPath: join(folder, 'nvcc') })).toMatchObject({
      code: 'no-nvcc',
      message: `cuteLens.nvccPath names ${folder}/nvcc, which is not a program.`,
      action: { do: 'setting', setting: 'cuteLens.nvccPath' },
    });
    const wrong = script(join(folder, 'wrong'), 'echo hello');
    expect(await findNvcc({ ...settings, nvccPath: wrong })).toMatchObject({
      code: 'no-nvcc',
      message: `${wrong} does not answer as nvcc does.`,
    });
  });
});

describe('CUTLASS', () => {
  test('is the setting, the environment, an include path, a folder of the workspace, in this order', async () => {
    const folder = scratch();
    onlyTools(folder);
    const at = (name: string, version: string): string => cutlassIn(join(folder, name), version);
    const [set, variable, included] = [at('set', '4.0.0'), at('variable', '4.1.0'), at('included', '4.2.0')];
    at('workspace/third_party/cutlass', '4.3.0');
    const workspaceFolder = join(folder, 'workspace');
    expect(await findCutlass({ ...settings, workspaceFolder }, [])).toMatchObject({ version: '4.3.0' });
    expect(await findCutlass({ ...settings, workspaceFolder }, ['/nowhere', join(included, 'include')])).toMatchObject({
      version: '4.2.0',
    });
    vi.stubEnv('CUTLASS_PATH', variable);
    expect(await findCutlass({ ...settings, workspaceFolder }, [included])).toMatchObject({
      version: '4.1.0',
      includes: [join(variable, 'include')],
    });
    expect(await findCutlass({ ...settings, cutlassPath: set, workspaceFolder }, [included])).toMatchObject({
      version: '4.0.0',
    });
  });
  test('that is nowhere is said with the setting to open', async () => {
    const folder = scratch();
    onlyTools(folder);
    script(join(folder, 'bin/python3'), 'echo');
    expect(await findCutlass(settings, [])).toMatchObject({
      code: 'no-cutlass',
      action: { setting: 'cuteLens.cutlassPath' },
    });
    expect(await findCutlass({ ...settings, cutlassPath: folder }, [])).toMatchObject({
      message: `cuteLens.cutlassPath names ${folder}, where there is no include/cute/tensor.hpp.`,
    });
  });
});

describe('the host compiler', () => {
  test('is CXX, else the first in the PATH; without one it is said where to read of one', async () => {
    const folder = scratch();
    onlyTools(folder);
    script(join(folder, 'bin/g++'), 'echo "g++ 13.3"');
    script(join(folder, 'other/cc'), 'echo "cc 1"');
    const nvccPath = join(folder, 'cuda/bin/nvcc');
    mkdirSync(join(folder, 'cuda/include'), { recursive: true });
    writeFileSync(join(folder, 'cuda/include/cuda_runtime.h'), '');
    expect(await findHostCompiler({ ...settings, nvccPath })).toMatchObject({
      version: 'g++ 13.3',
      includes: [join(folder, 'cuda/include')],
    });
    vi.stubEnv('CXX', join(folder, 'other/cc'));
    expect(await findHostCompiler({ ...settings, nvccPath })).toMatchObject({ version: 'cc 1' });
    vi.stubEnv('CXX', '');
    vi.stubEnv('PATH', join(folder, 'cuda'));
    expect(await findHostCompiler({ ...settings, nvccPath })).toMatchObject({
      code: 'no-compiler',
      action: { do: 'open', url: expect.stringMatching(/^https:/) as string },
    });
  });
});

describe('the GPU', () => {
  test('is asked through the launcher, whose greetings are passed over', async () => {
    const folder = scratch();
    onlyTools(folder);
    script(join(folder, 'bin/nvidia-smi'), 'echo "NVIDIA H200, 9.0, 580.1"');
    const launcher = [script(join(folder, 'srun'), 'echo "srun: job 7 queued, please wait"; exec "$@"')];
    expect(await findGpu(settings)).toEqual({ name: 'NVIDIA H200', arch: 90, driver: '580.1' });
    expect(await findGpu({ ...settings, launcher })).toEqual({ name: 'NVIDIA H200', arch: 90, driver: '580.1' });
  });
  test('that is none, a driver that does not answer, and a launcher that does not start, are told apart', async () => {
    const folder = scratch();
    onlyTools(folder);
    expect(await findGpu({ ...settings, launcher: [join(folder, 'srun')] })).toMatchObject({
      code: 'no-gpu',
      message: `The launcher ${folder}/srun could not be started (ENOENT).`,
    });
    vi.stubEnv('PATH', join(folder, 'bin'));
    expect(await findGpu(settings)).toMatchObject({ code: 'no-gpu', action: { do: 'compiler' } });
    vi.stubEnv('PATH', `${join(folder, 'bin')}:/usr/bin:/bin`);
    script(join(folder, 'bin/nvidia-smi'), 'echo "NVIDIA-SMI has failed" >&2; exit 9');
    expect(await findGpu(settings)).toMatchObject({ code: 'driver', details: 'NVIDIA-SMI has failed\n' });
  });
});

describe('what other extensions are told', () => {
  test('gives include folders, and with them CUTLASS', async () => {
    const folder = scratch('a project');
    onlyTools(folder);
    const cutlass = cutlassIn(join(folder, 'deps/cutlass'));
    mkdirSync(join(folder, '.vscode'));
    writeFileSync(join(folder, '.clangd'), 'CompileFlags:\n  Add: [-xcuda, "-I/opt/one", -isystem, /opt/two]\n');
    writeFileSync(
      join(folder, '.vscode/c_cpp_properties.json'),
      '{ // comments are allowed\n "configurations": [{ "includePath": ["${workspaceFolder}/deps/cutlass/include/**"] }] }',
    );
    expect(editorIncludes(folder)).toEqual(['/opt/one', '/opt/two', join(cutlass, 'include')]);
    expect(await findCutlass(settings, editorIncludes(folder))).toMatchObject({ version: '4.7.0' });
    expect(editorIncludes(join(folder, 'deps'))).toEqual([]);
  });
});

describe('settings of other extensions, as their own readers take them', () => {
  const includesOf = (clangd: string, properties = ''): readonly string[] => {
    const folder = scratch('a project');
    mkdirSync(join(folder, '.vscode'));
    writeFileSync(join(folder, '.clangd'), clangd);
    writeFileSync(join(folder, '.vscode/c_cpp_properties.json'), properties);
    return editorIncludes(folder).map((path) => path.replace(folder, '.'));
  };

  test.each([
    [
      'one string, and what is commented out',
      'CompileFlags:\n  Add: -I/opt/one # -I/opt/none\n  Remove: [-I/opt/removed]\n',
      ['/opt/one'],
    ],
    [
      'a list in lines, with spaces and quotes',
      'CompileFlags:\n  Add:\n    - \'-I/opt/my cutlass/include\'\n    - -isystem\n    - "/opt/a#b"\n    - -DNOTE=-I/opt/none\n',
      ['/opt/my cutlass/include', '/opt/a#b'],
    ],
    [
      'several documents',
      'If:\n  PathMatch: .*\\.cu\nCompileFlags: {Add: [-Isub/dir]}\n---\nCompileFlags: {Add: [-I, /opt/two]}\n',
      ['./sub/dir', '/opt/two'],
    ],
    ['anchors', 'all: &all [-I/opt/one]\nCompileFlags: {Add: *all}\n', ['/opt/one']],
    ['what is no YAML', 'CompileFlags: {Add: [-I/opt/one\n', []],
    ['what holds something else', '- -I/opt/one\n', []],
    ['numbers', 'CompileFlags: {Add: [1, null, -I/opt/one]}\n', ['/opt/one']],
  ])('.clangd: %s', (_, text, expected) => {
    expect(includesOf(text)).toEqual(expected);
  });

  test.each([
    [
      'comments and trailing commas',
      '{ "configurations": [ // "includePath": ["/opt/none"]\n { "includePath": ["/opt/a]b", /* "/opt/none2", */ "${workspaceFolder}/x/**", ], }, ] }',
      ['/opt/a]b', './x'],
    ],
    [
      'several configurations',
      '{ "configurations": [{ "includePath": ["/a"] }, { "name": "\\"includePath\\": [\\"/b\\"]" }, { "includePath": ["/c \\u00e9"] }] }',
      ['/a', '/c é'],
    ],
    ['what breaks off', '{ "configurations": [{ "includePath": ["/a"', []],
    ['what is something else', '[1, {"configurations": 3}]', []],
    ['nothing', '', []],
  ])('c_cpp_properties.json: %s', (_, text, expected) => {
    expect(includesOf('', text)).toEqual(expected);
  });
});

describe('a command line', () => {
  test.each([
    [String.raw`-DNAME=\"a\ b\" "-DOTHER=\"c d\""`, ['-DNAME="a b"', '-DOTHER="c d"']],
    [String.raw`-I/a\ b "-I/c d" -D'X=1 2'`, ['-I/a b', '-I/c d', '-DX=1 2']],
    [
      String.raw`-DCOLOUR=#fff -DALL=*.cu '-DCALL=$(x)' -DHOME=$HOME "\$x" "a\\b"`,
      ['-DCOLOUR=#fff', '-DALL=*.cu', '-DCALL=$(x)', '-DHOME=$HOME', '$x', 'a\\b'],
    ],
    [String.raw`-DF\(x\)=x -DE="" ''`, ['-DF(x)=x', '-DE=', '']],
    ['512 768  "N T', ['512', '768', '"N', 'T']],
    ['', []],
  ])('%s', (line, expected) => {
    expect(splitArguments(line)).toEqual(expected);
  });

  test('of Windows keeps the backslashes of its paths', () => {
    expect(
      splitCommand(String.raw`C:\PROGRA~1\nvcc.exe -IC:\cutlass\include "-IC:\my dir\x" -DNAME=\"a\"`, 'win32'),
    ).toEqual([
      String.raw`C:\PROGRA~1\nvcc.exe`,
      String.raw`-IC:\cutlass\include`,
      String.raw`-IC:\my dir\x`,
      '-DNAME="a"',
    ]);
  });
});

describe('compile_commands.json', () => {
  test('gives the include folders and the flags of the language, from the nearest build folder that knows the file', () => {
    const folder = scratch('a project');
    const file = join(folder, 'src/gemm.cu');
    mkdirSync(join(folder, 'build-debug'));
    mkdirSync(join(folder, 'src'));
    const command = `/usr/bin/nvcc -ccbin=g++ -I../include -isystem "/opt/my cutlass/include" -DTILE=64 -D NAME="a b" -DTEXT=\\"a\\ b\\" -std=c++20 --expt-extended-lambda -O3 -gencode arch=compute_90,code=sm_90 -o gemm.o -c ${file}`;
    writeFileSync(
      join(folder, 'build-debug/compile_commands.json'),
      JSON.stringify([
        { directory: join(folder, 'build-debug'), file: '../src/other.cu', command: 'nvcc -DOTHER' },
        { directory: join(folder, 'build-debug'), file: '../src/gemm.cu', command },
      ]),
    );
    expect(projectFlags(file, folder)).toEqual({
      includes: [join(folder, 'include'), '/opt/my cutlass/include'],
      others: ['-DTILE=64', '-DNAME=a b', '-DTEXT="a b"', '-std=c++20', '--expt-extended-lambda'],
      archs: [900],
    });
    expect(projectFlags(join(folder, 'src/none.cu'), folder)).toEqual({ includes: [], others: [], archs: [] });
  });

  const flagsOf = (entry: object, more: Readonly<Record<string, string>> = {}) => {
    const folder = scratch('flags');
    for (const [name, text] of Object.entries(more)) writeFileSync(join(folder, name), text);
    const listed = { directory: folder, file: 'a.cu', ...entry };
    writeFileSync(join(folder, 'compile_commands.json'), JSON.stringify([listed]));
    const { includes, others, archs } = projectFlags(join(folder, 'a.cu'), folder);
    return { includes: includes.map((path) => path.replace(folder, '.')), others, archs };
  };

  test('gives macros that are defined and undefined, in their order, however they are spelled', () => {
    const args = [
      'nvcc',
      '-DA',
      '-D',
      'B=2',
      '-UA',
      '-U',
      'C',
      '--define-macro',
      'D(x)=x',
      '--undefine-macro=E',
      'a.cu',
    ];
    expect(flagsOf({ arguments: args }).others).toEqual(['-DA', '-DB=2', '-UA', '-UC', '-DD(x)=x', '-UE']);
    expect(flagsOf({ command: 'cl.exe /DA /D B=2 /UC /Iinclude a.cu' })).toEqual({
      includes: ['./include'],
      others: ['-DA', '-DB=2', '-UC'],
      archs: [],
    });
    expect(flagsOf({ command: 'nvcc /Data/a.cu' }).others).toEqual([]);
  });

  test('gives the architectures that are compiled for', () => {
    const command =
      'nvcc -gencode arch=compute_80,code=sm_80 --generate-code=arch=compute_90a,code=[compute_90a,sm_90a] -arch=sm_100a -arch native --gpu-architecture sm_120 a.cu';
    expect(flagsOf({ command }).archs).toEqual([800, 900, 1000, 1200]);
    expect(flagsOf({ command: 'clang++ --cuda-gpu-arch=sm_75 a.cu' }).archs).toEqual([750]);
  });

  test('reads the files in which builds put their options', () => {
    const files = { 'macros.rsp': '-DA=1 @more.rsp', 'more.rsp': '-DB -I"inc lude"', 'circle.rsp': '-DC @circle.rsp' };
    expect(flagsOf({ command: 'nvcc --options-file macros.rsp -DD a.cu' }, files)).toEqual({
      includes: ['./inc lude'],
      others: ['-DA=1', '-DB', '-DD'],
      archs: [],
    });
    expect(flagsOf({ command: 'nvcc @circle.rsp @none.rsp a.cu' }, files).others).toContain('-DC');
  });
});
