// Connects the page to the extension. A page that is a file of its own has no extension: it does what it can itself,
// that is, downloads and the clipboard.
import { say } from '../../protocol/src/say';
import { isViewModel, toPage, type ExportFormat, type FromPage, type ToPage } from '../../protocol/src/webview';

export interface Host {
  readonly isEditor: boolean;
  send(message: FromPage): void;
}

/** The messages that concern the picture. The others are handled here. */
export type Received = Exclude<ToPage, { readonly type: 'keep' }>;

interface EditorApi {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

export function connect(receive: (message: Received) => void): Host {
  return typeof acquireVsCodeApi === 'function' ? editor(acquireVsCodeApi(), receive) : alone(receive);
}

function editor(api: EditorApi, receive: (message: Received) => void): Host {
  window.addEventListener('message', ({ data }) => {
    const message = toPage(data);
    if (message?.type === 'keep') api.setState(message.state);
    else if (message) receive(message);
  });
  return { isEditor: true, send: (message) => api.postMessage(message) };
}

const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  tex: 'text/x-tex',
  txt: 'text/plain',
  html: 'text/html',
};

function alone(receive: (message: Received) => void): Host {
  const text = document.getElementById('model')?.textContent;
  const model: unknown = text ? JSON.parse(text) : undefined;
  document.body.classList.add('alone');
  queueMicrotask(() => {
    if (isViewModel(model))
      receive({ type: 'show', shown: { model, views: [], place: '', follows: false, compares: false } });
    else receive({ type: 'problem', message: say`This page contains no picture.`, canRetry: false });
  });
  return {
    isEditor: false,
    send: (message) => {
      if (message.type === 'copy') void navigator.clipboard.writeText(message.text);
      if (message.type === 'save')
        download(`${isViewModel(model) ? model.title : 'picture'}.${message.format}`, message.data, message.format);
    },
  };
}

function download(name: string, data: string, format: ExportFormat): void {
  const parts = format === 'png' ? Uint8Array.from(atob(data), (character) => character.charCodeAt(0)) : data;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([parts], { type: mediaTypes[format] }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
