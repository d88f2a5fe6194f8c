/** A sentence to read aloud, and where it stands. */
export interface Passage {
  text: string;
  /** Language that the page says the text is in (BCP 47), '' if it is not known. */
  lang: string;
  range: Range;
}

/** What isn't part of the text. Buttons that open something have a title or a word of the text as their name. */
const LEFT_OUT = 'button:not([aria-expanded]), [aria-hidden="true"], [role="tablist"], form, nav, svg, style, script';

/** An element without a box of its own (`contents`, in a detached tree '') is on the line of its parent. */
const isInline = (element: Element) => /^(?:inline|contents|$)/.test(getComputedStyle(element).display);

/** Returns the element that lays out the line which a text is on. */
function blockOf(text: Node, root: Element): Element {
  let element = text.parentElement ?? root;
  while (element !== root && element.parentElement && isInline(element)) element = element.parentElement;
  return element;
}

function isRead(text: Node, root: Element): boolean {
  const { parentElement } = text;
  if (!parentElement || parentElement.closest(LEFT_OUT)) return false;
  for (let element: Element | null = parentElement; element && element !== root; element = element.parentElement) {
    const { display, visibility } = getComputedStyle(element);
    if (display === 'none' || visibility === 'hidden') return false;
  }
  return true;
}

/** Returns the texts that are shown, those on one line together unless their languages differ. */
function blocksIn(root: Element): Text[][] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const blocks: Text[][] = [];
  let last: { block: Element; lang: string } | undefined;
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (!isRead(text, root)) continue;
    const [block, lang] = [blockOf(text, root), langOf(text)];
    if (last?.block === block && last.lang === lang) blocks.at(-1)?.push(text);
    else blocks.push([text]);
    last = { block, lang };
  }
  return blocks;
}

const langOf = (text: Node): string => text.parentElement?.closest('[lang]')?.getAttribute('lang') ?? '';

/** Returns the range of characters `from` to `to` of texts that follow each other. */
function rangeOf(texts: readonly Text[], from: number, to: number): Range {
  const range = document.createRange();
  let start = 0;
  for (const text of texts) {
    const end = start + text.data.length;
    if (from >= start && from < end) range.setStart(text, from - start);
    if (to > start && to <= end) range.setEnd(text, to - start);
    start = end;
  }
  return range;
}

function sentencesOf(texts: readonly [Text, ...Text[]]): Passage[] {
  const all = texts.map(({ data }) => data).join('');
  const lang = langOf(texts[0]);
  const sentences = [...new Intl.Segmenter(lang || undefined, { granularity: 'sentence' }).segment(all)];
  return sentences.flatMap(({ segment, index }) => {
    const text = segment.trim();
    if (!/[\p{L}\p{N}]/u.test(text)) return [];
    const from = index + segment.indexOf(text);
    return [{ text, lang, range: rangeOf(texts, from, from + text.length) }];
  });
}

/** Returns what an element shows, sentence by sentence, without its buttons and drawings. */
export function passagesIn(root: Element): Passage[] {
  return blocksIn(root).flatMap((texts) => {
    const [first, ...others] = texts;
    return first ? sentencesOf([first, ...others]) : [];
  });
}

/** Returns language and script of a tag, the script that is usual for it if it has none: `zh-TW` is `zh-Hant`. */
function writingOf(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag.replace('_', '-')).maximize();
    return `${language}-${script}`;
  } catch {
    return tag;
  }
}

/**
 * Returns the phone's own voice for a language, one of the same region if there is one. A voice that sends the text to
 * a server doesn't count: it would tell its maker what the hospital wrote.
 */
export function voiceFor(lang: string, voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | undefined {
  const own = voices.filter((voice) => voice.localService && writingOf(voice.lang) === writingOf(lang));
  return own.find((voice) => voice.lang.replace('_', '-').toLowerCase() === lang.toLowerCase()) ?? own[0];
}
