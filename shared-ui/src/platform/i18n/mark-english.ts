/** Attributes whose texts are in the element's language. */
const NAMES = ['aria-label', 'alt'];

let sentences: ReadonlySet<string> = new Set();

const isEnglish = (text: string): boolean => sentences.has(text);

/** Elements that this module has marked. Those with a `lang` of their own stay as they are. */
const marked = new WeakSet<Element>();

function textsIn(element: Element): string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode.nodeValue?.trim() ?? '');
  return texts.filter((text) => text !== '');
}

const hasOwnText = (element: Element): boolean =>
  [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== '');

/** Returns whether all that an element says is English: its own text and those in it, or its name if it has none. */
function saysEnglish(element: Element): boolean {
  const texts = textsIn(element);
  if (texts.length > 0) return hasOwnText(element) && texts.every(isEnglish);
  return NAMES.some((name) => isEnglish(element.getAttribute(name) ?? ''));
}

function check(element: Element): void {
  const isMarked = marked.has(element);
  if (element.hasAttribute('lang') && !isMarked) return;
  const isInEnglishPage = document.documentElement.lang.startsWith('en');
  if (!isInEnglishPage && saysEnglish(element)) {
    element.setAttribute('lang', 'en');
    // The full stop of an English sentence would be at its left in a page from right to left.
    if (element.childElementCount === 0) element.setAttribute('dir', 'ltr');
    marked.add(element);
  } else if (isMarked) {
    element.removeAttribute('lang');
    element.removeAttribute('dir');
    marked.delete(element);
  }
}

/** Checks an element, and those around it that were English as a whole until now. */
function checkWithOuter(element: Element): void {
  check(element);
  for (let outer = element.parentElement; outer; outer = outer.parentElement) if (marked.has(outer)) check(outer);
}

/** Checks the elements below a node that have a text or a name of their own. */
function checkAll(node: Node): void {
  if (node.nodeType === Node.TEXT_NODE && node.parentElement) checkWithOuter(node.parentElement);
  if (!(node instanceof Element)) return;
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const found = new Set<Element>(node.querySelectorAll(NAMES.map((name) => `[${name}]`).join()));
  found.add(node);
  while (walker.nextNode()) if (walker.currentNode.parentElement) found.add(walker.currentNode.parentElement);
  for (const element of found) check(element);
}

/**
 * Marks sentences that are shown in English with `lang="en"`, so that screen readers pronounce them as English, as long
 * as the page is open. Elements with texts in two languages stay unmarked.
 * @param shown these sentences, to which later ones are added
 * @returns checks the page again, after sentences were added
 */
export function markEnglish(shown: ReadonlySet<string>): () => void {
  sentences = shown;
  const checkPage = () => checkAll(document.body);
  checkPage();
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target === document.documentElement) checkPage();
      for (const node of addedNodes) checkAll(node);
      if (target instanceof Element) checkWithOuter(target);
      else checkAll(target);
    }
  });
  // A sentence that is English in both languages stays as it is when the page's language changes.
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: NAMES,
  });
  return checkPage;
}
