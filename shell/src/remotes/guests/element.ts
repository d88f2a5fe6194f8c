import { runtimeConfig } from 'shared-ui';
import type { RuntimeConfig } from 'shared-ui/contract';
import { words } from '../../words.ts';
import { isShellSheet } from '../styles.ts';
import { OUTLINE_MARGIN_PX, type ToFrame } from './protocol.ts';

/** Gateway settings that only this part of the shell reads. */
interface GuestSettings extends RuntimeConfig {
  /** Origin that guests' frames are loaded from. Defaults to the page's own. */
  guestOrigin?: string;
}

/** Timeout for a frame from the guest origin to connect before falling back to the page's own origin (ms). */
const CONNECT_TIMEOUT_MS = 3_000;

/** Returns the guest origin if it differs from the page's and there is a network. */
function otherOrigin(): string | undefined {
  const { guestOrigin }: GuestSettings = runtimeConfig();
  return guestOrigin !== location.origin && navigator.onLine ? guestOrigin : undefined;
}

/**
 * Loads the frame's document of this shell's own version, as the page may be older than the deployed shell. A response
 * header makes the document's origin opaque. `allow-same-origin` is still needed on the page's own origin: without it
 * no service worker would respond, and guests would not work offline.
 */
function load(frame: HTMLIFrameElement, other: string | undefined): void {
  frame.setAttribute('sandbox', `allow-scripts allow-forms${other === undefined ? ' allow-same-origin' : ''}`);
  frame.src = new URL(`/guest/${__LODESTAR_VERSION__}`, other ?? location.origin).href;
}

/** Covers its container plus the outline margin. The height must not be 0, or browsers skip rendering the frame. */
const VISIBLE_STYLE = `display: block; border: 0; block-size: 1px; inline-size: calc(100% + ${2 * OUTLINE_MARGIN_PX}px); margin: ${-OUTLINE_MARGIN_PX}px; color-scheme: inherit`;
/** Invisible but rendered: a frame that is not rendered defers its loading work until it is shown. */
export const HIDDEN_STYLE = `${VISIBLE_STYLE}; position: fixed; top: 0; opacity: 0`;

/** Creates a frame for a guest, not attached yet. */
function makeFrame(style: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.referrerPolicy = 'no-referrer';
  frame.title = words.text('guest.title');
  frame.scrolling = 'no';
  frame.style.cssText = style;
  frame.inert = style === HIDDEN_STYLE;
  return frame;
}

/** A frame, and the page's end of its port, available once the document has loaded and received the page's styles. */
export interface ReadyFrame {
  frame: HTMLIFrameElement;
  port: Promise<MessagePort>;
}

/**
 * Hands a port to the frame's own document only: it must have an opaque origin, be directly in the frame and announce
 * the expected URL. A document that is late and about to be replaced does not match.
 */
function connect(frame: HTMLIFrameElement): Promise<MessagePort> {
  return new Promise((resolve) => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source === null || source !== frame.contentWindow || origin !== 'null' || data !== frame.src) return;
      window.removeEventListener('message', onMessage);
      const { port1, port2 } = new MessageChannel();
      frame.contentWindow?.postMessage('', '*', [port2]);
      resolve(port1);
    };
    window.addEventListener('message', onMessage);
  });
}

/** Returns the bytes as a data URL, encoded natively by the browser. */
const dataUrlOf = (bytes: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsDataURL(bytes);
  });

/** Returns a CSS rule with its font inlined, as the frame can't fetch one. Rejects if that fails to load. */
async function textOf(rule: CSSRule, base: string): Promise<string> {
  const { cssText } = rule;
  const [, path] = /^@font-face.*?url\("?([^")]+)/s.exec(cssText) ?? [];
  if (path === undefined || path.startsWith('data:')) return cssText;
  const response = await fetch(new URL(path, base));
  return cssText.replace(path, await dataUrlOf(await response.blob()));
}

/** Returns the rules of the page's own and linked style sheets for the frame, without fonts that fail to load. */
async function collectStyles(): Promise<string> {
  const sheets = [...document.styleSheets].filter((sheet) => sheet.href !== null || isShellSheet(sheet));
  const texts = sheets.flatMap(({ href, cssRules }) =>
    [...cssRules].map((rule) => textOf(rule, href ?? location.href).catch(() => '')),
  );
  return (await Promise.all(texts)).join('\n');
}

/** Resolves with the port once the page's styles were sent. They are collected while the frame's process starts. */
async function sendStyles(connected: Promise<MessagePort>): Promise<MessagePort> {
  const [port, css] = await Promise.all([connected, collectStyles()]);
  const message: ToFrame = { kind: 'css', css };
  port.postMessage(message);
  return port;
}

/** Starts loading a frame in a container. Dispatches "left" on it if it navigates to another document. */
export function openFrame(place: HTMLElement, style = VISIBLE_STYLE): ReadyFrame {
  const frame = makeFrame(style);
  const connected = connect(frame);
  const port = sendStyles(connected);
  const other = otherOrigin();
  let loads = 0;
  frame.addEventListener('load', () => {
    loads += 1;
    if (loads > 1) frame.dispatchEvent(new Event('left'));
  });
  load(frame, other);
  place.append(frame);
  if (other !== undefined) {
    const fallback = setTimeout(() => {
      loads = 0;
      load(frame, undefined);
    }, CONNECT_TIMEOUT_MS);
    // Cleared on connection, not after the styles: a slow font must not reload a document that has loaded.
    connected.then(() => clearTimeout(fallback));
  }
  return { frame, port };
}

/** Moves a waiting frame to its container without a reload. Returns false if either is detached. */
export function moveFrame({ frame }: ReadyFrame, place: HTMLElement): boolean {
  if (!frame.isConnected || !place.isConnected) return false;
  frame.inert = false;
  frame.style.cssText = VISIBLE_STYLE;
  (place as Movable).moveBefore(frame, null);
  return true;
}

/** Missing from TypeScript's DOM library. */
interface Movable extends HTMLElement {
  moveBefore(node: Node, before: Node | null): void;
}

/** Whether the browser can move a frame without reloading it. */
export const canMoveFrames = 'moveBefore' in Element.prototype;
