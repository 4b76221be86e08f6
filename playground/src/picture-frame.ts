// Runs in the frame of the picture, before the visualizer's page: it stands for the editor that the page speaks to, and
// passes the messages on to the playground around the frame. The page speaks the language of the playground.
import { followTheme } from './theme';

Object.assign(window, {
  acquireVsCodeApi: () => ({
    postMessage: (message: unknown) => parent.postMessage(message, '*'),
    setState: () => undefined,
  }),
});
const around = parent.document;
document.documentElement.lang = around.documentElement.lang;
const texts = around.getElementById('texts');
if (texts) document.head.append(document.importNode(texts, true));
followTheme(document.body);
