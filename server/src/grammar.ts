// Loads the front ends with their grammars, which are wasm files in the folder of the bundle.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byLanguage, createFrontEnd, type Languages } from '../../core/src/frontends/by-language';

/** Loads the front end of CUDA C++ from the `tree-sitter*.wasm` files in `folder`, in about 40 ms. */
export function loadFrontEnd(folder: string): Promise<Languages> {
  return byLanguage((language) => createFrontEnd(language, (name) => readFile(join(folder, `${name}.wasm`))));
}
