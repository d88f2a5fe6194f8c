import { runtimeConfig } from 'shared-ui';
import type { RuntimeConfig } from 'shared-ui/contract';
import { words } from '../words.ts';
import { EDGE, HELLO } from './protocol.ts';

/** What the gateway tells this part of the shell alone. */
interface GuestSettings extends RuntimeConfig {
  /** Where guests' frames come from, if not from the page's own address. */
  guestOrigin?: string;
}

/** Where the frame's document is. It belongs to this very shell, of which a page may be older than the one deployed. */
function address(): URL {
  const { guestOrigin = location.origin }: GuestSettings = runtimeConfig();
  return new URL(`/guest/${__LODESTAR_VERSION__}`, guestOrigin);
}

/**
 * A frame for a guest, not yet on the page. Its document makes its own origin opaque by a header. Without
 * `allow-same-origin` here, too, no service worker would answer for it, and there were no guests without network.
 */
export function makeFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  const url = address();
  frame.sandbox.add('allow-scripts', 'allow-forms');
  if (url.origin === location.origin) frame.sandbox.add('allow-same-origin');
  frame.allow = '';
  frame.referrerPolicy = 'no-referrer';
  frame.title = words.text('guest.title');
  frame.scrolling = 'no';
  // As wide as its place and the edges for outlines; nothing of it is seen before its form is drawn.
  Object.assign(frame.style, {
    display: 'block',
    border: '0',
    blockSize: '0',
    inlineSize: `calc(100% + ${2 * EDGE}px)`,
    margin: `${-EDGE}px`,
    colorScheme: 'inherit',
  });
  frame.src = url.href;
  return frame;
}

/**
 * Waits for the frame's own document to be there: only that one has an opaque origin and is the frame itself. Resolves with
 * the page's end of a port to it.
 */
export function connect(frame: HTMLIFrameElement, signal: AbortSignal): Promise<MessagePort> {
  return new Promise((resolve) => {
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source === null || source !== frame.contentWindow || origin !== 'null' || data !== HELLO) return;
      window.removeEventListener('message', hear);
      const { port1, port2 } = new MessageChannel();
      frame.contentWindow?.postMessage('', '*', [port2]);
      resolve(port1);
    };
    window.addEventListener('message', hear, { signal });
  });
}
