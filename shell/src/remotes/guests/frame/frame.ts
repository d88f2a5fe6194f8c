import { type Appearance, type FormFacts, OUTLINE_MARGIN_PX, type ToFrame } from '../protocol.ts';
import { confine } from './confine.ts';
import { Port, prepare, run } from './run.ts';

/** Styles that differ from the page: the frame is as high as the form and transparent. */
const FRAME_STYLES = `html, body { background: none; min-block-size: 0; overflow: hidden; }
body > div { display: flow-root; padding: ${OUTLINE_MARGIN_PX}px; }`;

/** Applies the page's current language, direction, theme and font size. */
function applyAppearance({ attributes }: Appearance): void {
  const root = document.documentElement;
  for (const [name, value] of attributes) root.setAttribute(name, value);
}

/** Adds the page's styles and lays out one letter to load the fonts, before a form is rendered. */
function addStyles(css: string): void {
  document.head.append(Object.assign(document.createElement('style'), { textContent: `${css}\n${FRAME_STYLES}` }));
  const { body } = document;
  body.textContent = 'a';
  body.getBoundingClientRect();
  body.textContent = '';
}

function listen(end: MessagePort, isConfined: boolean): void {
  const port = new Port(end);
  let begin: (facts: FormFacts) => void = () => undefined;
  end.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.kind === 'css') addStyles(data.css);
    else if (data.kind === 'prepare') {
      const sharing = prepare(data, port, isConfined);
      // A failure is reported when the form starts.
      sharing.catch(() => undefined);
      begin = (facts) => run(data, sharing, facts, port);
    } else if (data.kind === 'start') begin(data.facts);
    else if (data.kind === 'appearance') applyAppearance(data.appearance);
    else if (data.kind === 'ping') port.answerPing();
    else port.resolveRequest(data);
  };
}

// Only directly in the page: a guest could nest this document again and act as its page.
if (parent === top && parent !== window) {
  const isConfined = confine();
  addEventListener(
    'message',
    ({ source, ports: [end] }) => {
      if (source === parent && end) listen(end, isConfined);
    },
    { once: true },
  );
  // Ready: the only message that is not sent through the port.
  parent.postMessage(location.href, '*');
}
