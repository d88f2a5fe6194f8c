import { act } from '@testing-library/react';
import { loadLanguage, setLocale } from '../../platform/i18n/i18n.ts';
import { shownData } from '../fake-api.ts';

/** A value in a text from right to left: the translator puts each between Unicode's isolates. */
const VALUE = /\u2068[^\u2069]*\u2069/g;

/** Words in Latin letters in a row: anything but one space ends them. */
const WORDS = /\p{Script=Latin}[\p{L}\p{M}\p{N}_.@’'-]*(?: \p{Script=Latin}[\p{L}\p{M}\p{N}_.@’'-]*)*/gu;

/** Initials of a person's name, and units. */
const SHORT = /^\p{Lu}{1,2}$/u;

const ATTRIBUTES = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];

/** What no person reads, and what says that it's in another language. */
const UNREAD = 'script, style, template, [lang]:not([lang^="ar"])';

function textsOf(root: HTMLElement): string[] {
  const texts: string[] = [];
  const nodes = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    if (!nodes.currentNode.parentElement?.closest(`${UNREAD}, textarea`)) texts.push(nodes.currentNode.nodeValue ?? '');
  }
  for (const element of root.querySelectorAll('*')) {
    const attributes = element.closest(UNREAD) ? [] : ATTRIBUTES;
    texts.push(...attributes.map((name) => element.getAttribute(name) ?? ''));
  }
  return texts;
}

/**
 * Returns the Latin words that a page in Arabic letters shows and that aren't in its data: no catalogue has them.
 * @param data what the page may show as it is: names, values, what the hospital wrote
 */
export function untranslatedWords(root: HTMLElement, data: readonly string[]): string[] {
  const known = data.join('\n').toLowerCase();
  const shown = textsOf(root).flatMap((text) => text.replace(VALUE, '\n').match(WORDS) ?? []);
  return [...new Set(shown.map((words) => words.replace(/[.'’]+$/, '')))].filter(
    (words) => !SHORT.test(words) && !known.includes(words.toLowerCase()),
  );
}

/**
 * Shows the open page in the pseudo-language from right to left, and resolves with the words on it that no catalogue
 * has. What the store holds and what the fake API has answered may stay.
 */
export async function untranslatedShown(): Promise<string[]> {
  await act(async () => {
    await loadLanguage('ar-XB');
    setLocale('ar-XB');
  });
  return untranslatedWords(document.body, shownData());
}
