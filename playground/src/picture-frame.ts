// Runs in the frame of the picture, before the visualizer's page: it stands for the editor that the page speaks to, and
// passes the messages on to the playground around the frame.
import { followTheme } from './theme';

Object.assign(window, {
  acquireVsCodeApi: () => ({
    postMessage: (message: unknown) => parent.postMessage(message, '*'),
    setState: () => undefined,
  }),
});
followTheme(document.body);
