// Loaded into every thread of the server that `npm run soak` watches: collects garbage and says what is left when it is asked.
// Ships with nothing.
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

const channel = new BroadcastChannel('cute-lens-soak');
channel.unref();

/** JavaScript's objects, and what lies outside of its heap: the memory of the parsers. */
const memoryOfThread = () => {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed, external };
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
    answer = ({ heap, external }) => {
      sum.heap += heap;
      sum.external += external;
      if (--missing > 0) return;
      globalThis.clearTimeout(timer);
      tell();
    };
    channel.postMessage('memory');
    if (threads === 0) answer({ heap: 0, external: 0 });
  });
  process.channel?.unref();
} else {
  channel.onmessage = ({ data }) => {
    if (data === 'memory') channel.postMessage(memoryOfThread());
  };
  channel.postMessage('here');
}
