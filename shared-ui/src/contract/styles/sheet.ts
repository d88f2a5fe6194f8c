import { type AtRule, type ChildNode, type Container, type Declaration, parse, type Root, type Rule } from 'postcss';
import { isOwnName } from './root.ts';
import { isOwnSelector, isPageSelector, selectorsOf } from './selectors.ts';

/** A part of a stylesheet that has an effect outside of its remote. */
export interface GlobalStyle {
  /** A selector, a name that the whole page shares, or something that no name confines. */
  kind: 'selector' | 'name' | 'statement';
  /** As written: `body`, `@keyframes spin`. */
  text: string;
}

/** Stands for a part of a stylesheet that only exists at run time. */
export const UNKNOWN = '-unknown-';

/** At-rules whose first word is a name that the whole page shares. */
const NAMED = /^(-webkit-|-moz-)?(keyframes|property|counter-style|font-palette-values|position-try|layer)$/;
/** At-rules that only add a condition to the rules in them. */
const CONDITIONS = new Set(['media', 'supports', 'container', 'starting-style', 'document']);
/** At-rules that affect the whole page, or load a file that was not checked. */
const STATEMENTS = new Set(['view-transition', 'namespace', 'import']);

const isPrint = ({ name, params }: AtRule) =>
  name === 'media' && params.split(',').every((query) => /^\s*(only\s+)?print\b/i.test(query));

const unquoted = (text: string) => text.trim().replace(/^(['"])(.*)\1$/, '$2');

export function fontFamilyOf(face: AtRule): string {
  const own = (face.nodes ?? []).find(
    (node): node is Declaration => node.type === 'decl' && node.prop === 'font-family',
  );
  return unquoted(own?.value ?? '');
}

class GlobalStyleSearch {
  readonly found: GlobalStyle[] = [];
  readonly #remote: string;

  constructor(remote: string) {
    this.#remote = remote;
  }

  visit(container: Container<ChildNode> | Root, isNested = false): void {
    for (const node of container.nodes ?? []) {
      if (node.type === 'rule') this.#visitRule(node, isNested);
      else if (node.type === 'atrule') this.#visitAtRule(node, isNested);
    }
  }

  #visitRule(rule: Rule, isNested: boolean): void {
    for (const selector of selectorsOf(rule.selector)) {
      if (!isOwnSelector(selector, this.#remote, isNested)) this.#add('selector', selector.toString().trim());
    }
    this.visit(rule, true);
  }

  #visitAtRule(rule: AtRule, isNested: boolean): void {
    const { name, params } = rule;
    // The screen alone is printed, so its remote may say how the frame around it prints.
    if (isPrint(rule)) return;
    if (name === 'font-face') this.#addName(`@font-face ${fontFamilyOf(rule)}`, fontFamilyOf(rule));
    else if (NAMED.test(name)) this.#visitNamed(rule, isNested);
    else if (name === 'scope') this.#visitScope(rule, isNested);
    else if (STATEMENTS.has(name)) this.#add('statement', `@${name} ${params}`.trim());
    else if (CONDITIONS.has(name)) this.visit(rule, isNested);
  }

  #visitNamed(rule: AtRule, isNested: boolean): void {
    const names = rule.params.split(',').map((name) => name.trim());
    const isInLayer = rule.parent?.type === 'atrule' && (rule.parent as AtRule).name === 'layer';
    for (const name of names) if (name !== '' && !isInLayer) this.#addName(`@${rule.name} ${name}`, name);
    if (rule.name === 'layer') this.visit(rule, isNested);
  }

  #visitScope(rule: AtRule, isNested: boolean): void {
    const [, limit = ''] = /^\s*\((.*?)\)\s*(?:to\b.*)?$/.exec(rule.params) ?? [];
    const isOwn =
      limit !== '' && selectorsOf(limit).every((selector) => isOwnSelector(selector, this.#remote, isNested));
    if (!isOwn) this.#add('selector', `@scope ${rule.params}`.trim());
  }

  #addName(text: string, name: string): void {
    if (!isOwnName(unquoted(name), this.#remote)) this.#add('name', text);
  }

  #add(kind: GlobalStyle['kind'], text: string): void {
    if (!text.includes(UNKNOWN) && !this.found.some((one) => one.text === text)) this.found.push({ kind, text });
  }
}

/** Returns what in a stylesheet has an effect outside of its remote. @throws CssSyntaxError */
export function globalStylesIn(css: string, remote: string): GlobalStyle[] {
  const search = new GlobalStyleSearch(remote);
  search.visit(parse(css));
  return search.found;
}

/**
 * Returns which rules of a component's styles reach the page. A library confines the other rules to a class, which only
 * exists at run time.
 * @throws CssSyntaxError
 */
export function pageStylesIn(css: string): GlobalStyle[] {
  const found: GlobalStyle[] = [];
  for (const node of parse(css).nodes) {
    if (node.type !== 'rule') continue;
    for (const selector of selectorsOf(node.selector)) {
      if (isPageSelector(selector)) found.push({ kind: 'selector', text: selector.toString().trim() });
    }
  }
  return found;
}
