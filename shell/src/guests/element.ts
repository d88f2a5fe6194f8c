import { runtimeConfig } from 'shared-ui';
import type { RuntimeConfig } from 'shared-ui/contract';
import { words } from '../words.ts';
import { wardrobe } from './look.ts';
import { EDGE, type ToFrame } from './protocol.ts';

/** What the gateway tells this part of the shell alone. */
interface GuestSettings extends RuntimeConfig {
  /** Where guests' frames come from, if not from the page's own address. */
  guestOrigin?: string;
}

/** A frame of another host name that has not said that it is there by then comes from the page's own, in milliseconds. */
const HELLO_MS = 3_000;

/** The host name that guests' frames come from, where it is another than the page's, and there is a network to reach it. */
function otherOrigin(): string | undefined {
  const { guestOrigin }: GuestSettings = runtimeConfig();
  return guestOrigin !== location.origin && navigator.onLine ? guestOrigin : undefined;
}

/**
 * Has a frame load its document, of this very shell, of which a page may be older than the one deployed. The document makes
 * its own origin opaque by a header. Without `allow-same-origin` here, too, no service worker would answer for one of the
 * page's origin, and there were no guests without network.
 */
function load(frame: HTMLIFrameElement, other: string | undefined): void {
  frame.setAttribute('sandbox', `allow-scripts allow-forms${other === undefined ? ' allow-same-origin' : ''}`);
  frame.src = new URL(`/guest/${__LODESTAR_VERSION__}`, other ?? location.origin).href;
}

/** As wide as its place and the edges for outlines. Not without height: a browser draws nothing of such a frame. */
const IN_PLACE = `display: block; border: 0; block-size: 1px; inline-size: calc(100% + ${2 * EDGE}px); margin: ${-EDGE}px; color-scheme: inherit`;
/** Not to be seen, yet drawn: a frame that is not begins with that only when it is shown. */
export const WAITING = `${IN_PLACE}; position: fixed; top: 0; opacity: 0`;

/** A frame for a guest, not yet on the page. */
function makeFrame(style: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.referrerPolicy = 'no-referrer';
  frame.title = words.text('guest.title');
  frame.scrolling = 'no';
  frame.style.cssText = style;
  frame.inert = style === WAITING;
  return frame;
}

/** A frame, and the page's end of a port to it once its document is there and wears what the page does. */
export interface ReadyFrame {
  frame: HTMLIFrameElement;
  port: Promise<MessagePort>;
}

/**
 * Only the frame's own document has an opaque origin, is directly in it, and says its address: nothing is handed to any other,
 * nor to one that is late and about to be replaced.
 */
function connect(frame: HTMLIFrameElement): Promise<MessagePort> {
  return new Promise((resolve) => {
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source === null || source !== frame.contentWindow || origin !== 'null' || data !== frame.src) return;
      window.removeEventListener('message', hear);
      const { port1, port2 } = new MessageChannel();
      frame.contentWindow?.postMessage('', '*', [port2]);
      resolve(port1);
    };
    window.addEventListener('message', hear);
  });
}

/** The port to a frame that has got the page's style sheet, which is gathered while its process begins. */
async function dressed(connected: Promise<MessagePort>): Promise<MessagePort> {
  const [port, css] = await Promise.all([connected, wardrobe()]);
  const message: ToFrame = { kind: 'css', css };
  port.postMessage(message);
  return port;
}

/** Begins to load a frame in the given place. One that shows another document than its first says "left". */
export function openFrame(place: HTMLElement, style = IN_PLACE): ReadyFrame {
  const frame = makeFrame(style);
  const connected = connect(frame);
  const port = dressed(connected);
  const other = otherOrigin();
  let documents = 0;
  frame.addEventListener('load', () => {
    documents += 1;
    if (documents > 1) frame.dispatchEvent(new Event('left'));
  });
  load(frame, other);
  place.append(frame);
  if (other !== undefined) {
    const late = setTimeout(() => {
      documents = 0;
      load(frame, undefined);
    }, HELLO_MS);
    // Not once it is dressed: a font that takes its time would have a document that is there loaded anew.
    connected.then(() => clearTimeout(late));
  }
  return { frame, port };
}

/** Moves a frame that waits to its place, without loading it anew; returns whether both were there. */
export function moveFrame({ frame }: ReadyFrame, place: HTMLElement): boolean {
  if (!frame.isConnected || !place.isConnected) return false;
  frame.inert = false;
  frame.style.cssText = IN_PLACE;
  (place as Movable).moveBefore(frame, null);
  return true;
}

/** What TypeScript's library does not have yet. */
interface Movable extends HTMLElement {
  moveBefore(node: Node, before: Node | null): void;
}

/** Whether a frame may be got ready elsewhere on the page than where it will be. */
export const canMove = 'moveBefore' in Element.prototype;
