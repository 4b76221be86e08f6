// What somebody at a terminal gets of the command line: completion in the shells themselves, and where a long run is.
// Each runs where its shell is on the machine; .ci/run installs them all.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasEditor, program } from '../../editors/program';
import { builtCli, runCli, type Outcome } from '../../support/cli';

// Processes of their own, several in a test.
vi.setConfig({ testTimeout: 60_000 });

const cli = builtCli();
const folder = mkdtempSync(join(tmpdir(), 'cute-lens-terminal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Shell = 'bash' | 'zsh' | 'fish';
beforeAll(() => {
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'copy_tile.cu'), program);
  for (const shell of ['bash', 'zsh', 'fish'] satisfies Shell[])
    writeFileSync(join(folder, `cute-lens.${shell}`), runCli(cli, ['completion', shell], folder).stdout);
});

/** What each shell is asked with: a script that prints what the line in `$LINE` completes to, in one line. */
const scripts: Readonly<Record<Shell, string>> = {
  bash: `. ./cute-lens.bash
read -ra COMP_WORDS <<< "$LINE"
case "$LINE" in *' ') COMP_WORDS+=('') ;; esac
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_cute_lens
printf '%s ' "\${COMPREPLY[@]}"`,
  // An interactive zsh on a terminal of its own, which is given the line and the key, and keeps what it then has.
  zsh: `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PROMPT=; autoload -Uz compinit; compinit -D; . ./cute-lens.zsh'
zpty -w shell 'keep() { print -r -- "<$BUFFER>"; zle .kill-whole-line }; zle -N keep; bindkey "^X" keep; print read""y'
zpty -r shell seen '*ready*'
zpty -w -n shell "$LINE"$'\\t\\x18'
zpty -r shell seen '*<*>*'
print -r -- "\${\${seen##*<}%%>*}"`,
  fish: `source ./cute-lens.fish; string join -- ' ' (complete -C "$LINE" | string replace -r '\\t.*' '')`,
};
const flags: Readonly<Record<Shell, readonly string[]>> = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] };

/** What the last word of a line becomes. zsh gives the whole line with it. */
function completed(shell: Shell, line: string): string {
  const { stdout } = spawnSync(shell, [...flags[shell], '-c', scripts[shell]], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, LINE: line, TERM: 'xterm' },
    timeout: 20_000,
  });
  const words = stdout.trim();
  return shell === 'zsh' ? words.slice(line.lastIndexOf(' ') + 1).trim() : words;
}

describe.each(['bash', 'zsh', 'fish'] satisfies Shell[])('%s', (shell) => {
  test.runIf(hasEditor(shell, ['--version']))('completes commands, options, files and shells', () => {
    expect(completed(shell, 'cute-lens che')).toBe('check');
    expect(completed(shell, 'cute-lens check --base')).toBe('--baseline');
    expect(completed(shell, 'cute-lens draw --pal')).toBe('--palette');
    expect(completed(shell, 'cute-lens check src/cop')).toBe('src/copy_tile.cu');
    expect(completed(shell, 'cute-lens completion fi')).toBe('fish');
  });
});

describe('output that cannot be written', () => {
  const shell = (line: string): Outcome => {
    const given = `"${process.execPath}" "${cli}"`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line.replace('cute-lens', given)], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  test.runIf(process.platform === 'linux')('a full disk is said, and is no success', () => {
    expect(shell('cute-lens eval "Layout<_4>{}" > /dev/full')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^cute-lens: .*ENOSPC/) as string,
    });
  });

  test.runIf(process.platform !== 'win32')('a reader that has seen enough is no failure', () => {
    // The check takes longer than `true`, which is what has seen enough.
    expect(shell('{ cute-lens check .; echo "$?" >&2; } | true')).toEqual({ status: 0, stdout: '', stderr: '0\n' });
  });
});

describe('a run over a folder', () => {
  const hasScript = process.platform === 'linux' && hasEditor('script', ['--version']);
  test.runIf(hasScript)('shows on a terminal where it is, in one line that is gone in the end', () => {
    const command = `"${process.execPath}" "${cli}" check .`;
    const { stdout, status } = spawnSync('script', ['-qec', `stty cols 60; ${command}`, '/dev/null'], {
      cwd: folder,
      encoding: 'utf8',
      input: '',
    });
    expect(status).toBe(1);
    const erased = '\r\x1b[K';
    expect(stdout.startsWith(`${erased}1 of 1: src/copy_tile.cu${erased}src/copy_tile.cu:8:`)).toBe(true);
  });

  test('says nothing of it elsewhere', () => {
    expect(runCli(cli, ['check', '.'], folder)).toMatchObject({ status: 1, stderr: '' });
  });
});
