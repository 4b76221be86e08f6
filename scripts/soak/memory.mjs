// Loaded into every thread of the server that `npm run soak` watches: collects garbage and says what is left when it is
// asked. Ships with nothing.
import { getHeapCodeStatistics } from 'node:v8';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

const channel = new BroadcastChannel('cute-lens-soak');
channel.unref();

/** JavaScript's heap; what of it is code, which is compiled the more often it runs; and what lies outside of it: the
 *  memory of the parsers. */
const memoryOfThread = () => {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  const { code_and_metadata_size: machine, bytecode_and_metadata_size: byte } = getHeapCodeStatistics();
  return { heap: heapUsed, code: machine + byte, external };
};

/** A thread that is busy answers late; one that has ended, never. */
const longestMs = 10_000;

if (isMainThread) {
  let threads = 0;
  let answer;
  channel.onmessage = ({ data }) => {
    if (data === 'here') threads++;
    else if (typeof data === 'object') answer?.(data);
  };
  process.on('message', (message) => {
    if (message !== 'memory') return;
    const sum = memoryOfThread();
    let missing = threads;
    const tell = () => {
      answer = undefined;
      process.send({ ...sum, resident: process.memoryUsage.rss() });
    };
    const timer = globalThis.setTimeout(tell, longestMs);
    answer = ({ heap, code, external }) => {
      sum.heap += heap;
      sum.code += code;
      sum.external += external;
      if (--missing > 0) return;
      globalThis.clearTimeout(timer);
      tell();
    };
    channel.postMessage('memory');
    if (threads === 0) answer({ heap: 0, code: 0, external: 0 });
  });
  process.channel?.unref();
} else {
  channel.onmessage = ({ data }) => {
    if (data === 'memory') channel.postMessage(memoryOfThread());
  };
  channel.postMessage('here');
}
