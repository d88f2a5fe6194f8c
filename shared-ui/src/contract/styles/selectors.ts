import parse, { type Node, type Selector } from 'postcss-selector-parser';
import { isOwnName, REMOTE_ROOT } from './root.ts';

/** Where an element that matches a part of a selector is: unknown, at the remote's root, or below it. */
type Place = 'anywhere' | 'root' | 'inside';

const PAGE = new Set(['html', 'body', 'head']);
const ALTERNATIVES = new Set([':is', ':where', ':matches', ':-webkit-any', ':-moz-any']);

/** @throws Error when the list can't be parsed */
export const selectorsOf = (list: string): Selector[] => parse().astSync(list).nodes;

/** Splits a selector into its compounds, each with the combinator before it. */
export function compoundsOf(selector: Selector): { combinator: string; parts: Node[] }[] {
  const compounds: { combinator: string; parts: Node[] }[] = [{ combinator: '', parts: [] }];
  for (const node of selector.nodes) {
    if (node.type === 'combinator') compounds.push({ combinator: node.value.trim(), parts: [] });
    else if (node.type !== 'comment') compounds.at(-1)?.parts.push(node);
  }
  return compounds;
}

/** Returns whether a part of a compound stands for the page: `html`, `body` or `:root`. */
export const isPage = (node: Node): boolean =>
  node.type === 'tag' ? PAGE.has(node.value.toLowerCase()) : node.type === 'pseudo' && node.value === ':root';

function placeOfPart(node: Node, remote: string): Place {
  if (node.type === 'attribute') {
    return node.attribute === REMOTE_ROOT && node.operator === '=' && node.value === remote ? 'root' : 'anywhere';
  }
  if (node.type === 'class') return isOwnName(node.value, remote) ? 'inside' : 'anywhere';
  // A nested rule's parent is checked by itself; the elements of a shadow root are never the page's.
  if (node.type === 'nesting' || (node.type === 'pseudo' && /^:(host|scope)/.test(node.value))) return 'inside';
  if (node.type !== 'pseudo' || !ALTERNATIVES.has(node.value)) return 'anywhere';
  const places = node.nodes.map((alternative) => placeOf(alternative, remote));
  if (places.length === 0 || places.includes('anywhere')) return 'anywhere';
  return places.includes('root') ? 'root' : 'inside';
}

const placeOfCompound = (parts: Node[], remote: string): Place => {
  const places = parts.map((part) => placeOfPart(part, remote));
  return places.find((place) => place === 'root') ?? places.find((place) => place === 'inside') ?? 'anywhere';
};

function placeOf(selector: Selector, remote: string): Place {
  let place: Place = 'anywhere';
  for (const { combinator, parts } of compoundsOf(selector)) {
    const isSibling = combinator === '+' || combinator === '~';
    const before: Place = place === 'root' && !isSibling ? 'inside' : place === 'root' ? 'anywhere' : place;
    const own = placeOfCompound(parts, remote);
    // The page's own elements can have a remote's class, but are never in it.
    if (before !== 'inside' && own !== 'root' && parts.some(isPage)) place = 'anywhere';
    else place = own === 'anywhere' ? before : own;
  }
  return place;
}

/**
 * Returns whether a selector matches only elements of a remote: it requires the remote's root, or a class with the
 * remote's name. In a nested rule, selectors without `&` are relative to the parent rule.
 */
export function isOwnSelector(selector: Selector, remote: string, isNested: boolean): boolean {
  const isRelative = isNested && !selector.toString().includes('&');
  return isRelative || placeOf(selector, remote) !== 'anywhere';
}

/** Returns whether a selector's subject is the page itself: the last compound is `html`, `body` or `:root`. */
export function isPageSelector(selector: Selector): boolean {
  const { parts } = compoundsOf(selector).at(-1) ?? { parts: [] };
  return parts.some(isPage) && !parts.some(({ type }) => type === 'nesting');
}
