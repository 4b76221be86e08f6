// Fetches a Chromium without a window for machines that have none: npm packages that hold the browser, the libraries
// that a bare Linux lacks, and fonts. Kept in the cache folder. Needs Node and npm only; knows Linux on x64 only, since
// for nothing else there is such a package.
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cached, install, type Log } from './cache';

const chromiumVersion = '153.0.0';
const fontsVersion = '2.37.3';

export interface FetchedChromium {
  readonly executablePath: string;
  /** What it must find in its environment: its libraries and fonts. */
  readonly env: Readonly<Record<string, string>>;
}

/** True where `fetchChromium` has something to fetch. */
export function canFetchChromium(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** The browser, fetched on the first call (70 MB, some ten seconds) and found in the cache afterwards. */
export function fetchChromium(log: Log = () => {}): FetchedChromium {
  const root = cached(`chromium-${chromiumVersion}-fonts-${fontsVersion}`, (folder) => {
    log(`no Chromium is installed: fetching ${chromiumVersion} (once; kept in the cache folder)`);
    install(folder, [`@sparticuz/chromium@${chromiumVersion}`, `dejavu-fonts-ttf@${fontsVersion}`]);
    unpack(folder);
    // The packed form is of no more use.
    renameSync(join(folder, 'node_modules', 'dejavu-fonts-ttf', 'ttf'), join(folder, 'fonts'));
    rmSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(join(folder, 'fonts.conf'), fontsConfiguration);
  });
  return { executablePath: join(root, 'unpacked', 'chromium'), env: environment(root) };
}

/** Runs the package's own unpacking, which writes to the folder for temporary files and leaves the libraries out where
 *  it is not told that this is one of the machines that lack them. */
function unpack(folder: string): void {
  const target = join(folder, 'unpacked');
  mkdirSync(target);
  const program = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  const env = { ...process.env, TMPDIR: target, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
  const done = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new Error(`unpacking Chromium ${chromiumVersion} failed:\n${done.stdout}${done.stderr}`);
}

/** Its libraries go before the machine's: they belong together, and a machine may have some of them only. */
function environment(root: string): Record<string, string> {
  const libraries = [join(root, 'unpacked', 'al2023', 'lib'), process.env['LD_LIBRARY_PATH'] ?? ''].filter(
    (path) => path !== '',
  );
  return { LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_FILE: join(root, 'fonts.conf') };
}

/** Every page looks the same on every machine: only the fonts fetched, one family for code and one for all else. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <alias><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <match target="pattern"><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
</fontconfig>
`;
