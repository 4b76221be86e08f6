// What tests of verification share: a program given as text, with its plan, its copies and its predictions.
import { evaluate } from '../../core/src/index';
import { instrument } from '../../core/src/verify/instrument';
import { allPlaces } from '../../core/src/verify/places';
import { plan } from '../../core/src/verify/plan';
import { predict } from '../../core/src/verify/predict';
import { assumptionsOf } from '../../server/src/assumptions';
import { Sources } from '../../server/src/sources';
import { cudaFrontEnd } from './front-end';

export const FILE = '/test/program.cu';

/** A program of one file, as verification sees it. */
export async function planned(text: string, host = false) {
  const frontEnd = await cudaFrontEnd();
  const sources = new Sources(frontEnd);
  sources.open(FILE, text);
  const collected = sources.collect(FILE, { includePaths: [] }, 900);
  const evaluated = (thread: number, block = 0) =>
    evaluate({
      entry: FILE,
      ...collected,
      assumptions: assumptionsOf(
        { args: '', defines: {}, thread: [thread, 0, 0], block: [block, 0, 0], arch: 900 },
        frontEnd,
      ),
    });
  const analysis = evaluated(0);
  const places = allPlaces(collected.files);
  const made = plan(analysis, places);
  const copies = instrument({
    plan: made,
    programs: collected.files,
    includes: collected.includes,
    places,
    copyOf: () => 'program.cu',
    host,
  });
  const probe = (name: string): number => made.probes.find((one) => one.name === name)?.id ?? -1;
  return {
    analysis,
    plan: made,
    copy: copies.get('program.cu') ?? '',
    probe,
    predicted: (thread: number, block = 0) => predict(evaluated(thread, block), made.probes, { elements: 64 }),
  };
}
