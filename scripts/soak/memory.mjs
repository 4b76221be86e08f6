// Loaded into every thread of the server that `npm run soak` watches: collects garbage and says what is left when it is asked.
// Ships with nothing.
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

const channel = new BroadcastChannel('cute-lens-soak');
channel.unref();

const heapBytes = () => {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** A thread that is busy answers late; one that has ended, never. */
const longestMs = 10_000;

if (isMainThread) {
  let threads = 0;
  let answer;
  channel.onmessage = ({ data }) => {
    if (data === 'here') threads++;
    else if (typeof data === 'number') answer?.(data);
  };
  process.on('message', (message) => {
    if (message !== 'memory') return;
    let [heap, missing] = [heapBytes(), threads];
    const tell = () => {
      answer = undefined;
      process.send({ heap, resident: process.memoryUsage.rss() });
    };
    const timer = globalThis.setTimeout(tell, longestMs);
    answer = (bytes) => {
      heap += bytes;
      if (--missing > 0) return;
      globalThis.clearTimeout(timer);
      tell();
    };
    channel.postMessage('memory');
    if (threads === 0) answer(0);
  });
  process.channel?.unref();
} else {
  channel.onmessage = ({ data }) => {
    if (data === 'memory') channel.postMessage(heapBytes());
  };
  channel.postMessage('here');
}
