import { OUTLINE_MARGIN_PX } from '../protocol.ts';

/** Least width and height that count as visible, in CSS pixels: lower than any text or control. */
const MIN_PX = 8;

const CONTROLS = 'input, select, textarea, button';

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const overlap = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

const isLargeEnough = ({ left, top, right, bottom }: Box) => right - left >= MIN_PX && bottom - top >= MIN_PX;

/** Returns the part of the frame that a form fills: the page gives the frame the wrapper's height. */
function insideOf(wrapper: Element): Box {
  const { left, top, right, bottom } = wrapper.getBoundingClientRect();
  const margin = OUTLINE_MARGIN_PX;
  return { left: left + margin, top: top + margin, right: right - margin, bottom: bottom - margin };
}

/** Returns the element around a node, across the border of a shadow tree. */
function around(node: Node): Element | null {
  if (node.parentElement) return node.parentElement;
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

function boxOf(node: Node): Box {
  if (node instanceof Element) return node.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}

/** Whether an element is neither hidden nor transparent. Safari before 17.4 can tell only that it isn't hidden. */
const isRendered = (element: Element): boolean =>
  element.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) ??
  getComputedStyle(element).visibility === 'visible';

/** Whether the node is rendered, and its box is neither outside the wrapper nor cut off by an element around it. */
function isShown(node: Node, wrapper: Element): boolean {
  let isLowest = true;
  let box = overlap(boxOf(node), insideOf(wrapper));
  for (let at = node instanceof Element ? node : around(node); at && at !== wrapper; at = around(at)) {
    const { display, overflow } = getComputedStyle(at);
    if (display === 'contents') continue;
    if (isLowest && !isRendered(at)) return false;
    isLowest = false;
    if (overflow !== 'visible') box = overlap(box, at.getBoundingClientRect());
  }
  return isLargeEnough(box);
}

/** Whether a node is a text, a control, or a custom element whose content is closed to other scripts. */
function isContent(node: Node): boolean {
  if (!(node instanceof Element)) return node.nodeValue?.trim() !== '';
  return node.matches(CONTROLS) || (node.localName.includes('-') && !node.shadowRoot && !node.firstChild);
}

function holdsVisible(root: Node, wrapper: Element): boolean {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (isContent(node) && isShown(node, wrapper)) return true;
    if (node instanceof Element && node.shadowRoot && holdsVisible(node.shadowRoot, wrapper)) return true;
  }
  return false;
}

/**
 * Returns whether a form shows at least one text or control. Pictures alone don't count: a spinner is no form. A guest
 * that wants to deceive can always draw a letter, so this finds forms that are broken, not forms that lie: text in the
 * colour of its background counts as visible.
 */
export function isAnythingVisible(wrapper: Element): boolean {
  try {
    return holdsVisible(wrapper, wrapper);
  } catch {
    // The guest has replaced a function of the browser.
    return false;
  }
}
