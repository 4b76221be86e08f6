// `npm run bench:views`: how fast the visualizer opens, pans and zooms, beside the SVG of CuTe-Layout-Visualizer
// (PEERS_DIR) in the same browser. Replaces its section of docs/performance.md. Needs a build and a Chromium.
import { duration } from '../test/bench/timing';
import { visualizerTimes, type Frames, type VisualizerRow } from '../test/bench/visualizer';
import { replaceSection } from './performance-page';

const heading = '## The visualizer';

const framesText = ({ perSecond, work }: Frames): string =>
  `${perSecond.toFixed(0)} (${duration(work.median)}, 95 % ${duration(work.p95)})`;

function peerText(peer: VisualizerRow['peer']): string {
  if (peer === undefined) return 'not measured';
  return peer === 'refuses' ? 'refuses' : `${duration(peer.seconds)}, ${peer.nodes.toLocaleString('en')} nodes`;
}

function section(rows: readonly VisualizerRow[]): string {
  const lines = rows.map(({ side, cells, open, complete, pan, zoom, peer }) => {
    const times = [duration(open.median), duration(complete.median), framesText(pan), framesText(zoom), peerText(peer)];
    return `| ${[`${side}×${side}`, cells.toLocaleString('en'), ...times].join(' | ')} |`;
  });
  return `${heading}

Headless Chromium, drawn in software, 1000×800 pixels; a row-major tensor with tiles of 16×16, labelled and coloured by offset.
*Opens*: from the message with the model to the first frame; *complete*: until no cell in sight is missing; medians of five.
Frames a second while the picture is moved at each refresh of the screen, which has 60; in parentheses what a frame takes.
The goals are 128×128 within 200 ms, and 30 frames a second at 1,048,576 cells in software.
Last column: the SVG of CuTe-Layout-Visualizer, built and laid out by the same browser.

| layout | cells | opens | complete | panning | zooming | CuTe-Layout-Visualizer |
|---|--:|--:|--:|---|---|---|
${lines.join('\n')}
`;
}

const text = section(await visualizerTimes());
replaceSection(text);
console.log(text);
