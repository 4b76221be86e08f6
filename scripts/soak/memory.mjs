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

if (isMainThread) {
  process.on('message', (message) => {
    if (message !== 'memory') return;
    let heap = heapBytes();
    channel.onmessage = ({ data }) => {
      if (typeof data === 'number') heap += data;
    };
    channel.postMessage('memory');
    globalThis.setTimeout(() => process.send({ heap, resident: process.memoryUsage.rss() }), 400);
  });
  process.channel?.unref();
} else {
  channel.onmessage = ({ data }) => {
    if (data === 'memory') channel.postMessage(heapBytes());
  };
}
