import type { AtRule, Declaration, Plugin, Root, Rule } from 'postcss';
import type { Node, Selector } from 'postcss-selector-parser';
import { isOwnName, rootSelector } from './root.ts';
import { compoundsOf, isOwnSelector, isPage, selectorsOf } from './selectors.ts';
import { fontFamilyOf } from './sheet.ts';

const KEYFRAMES = /^(-webkit-)?keyframes$/;

/** Rules inside `@keyframes` have percentages, not selectors; nested rules are below their parent. */
function isTopRule({ parent }: Rule): boolean {
  if (parent?.type === 'rule') return false;
  if (parent?.type !== 'atrule') return true;
  const { name } = parent as AtRule;
  return name !== 'scope' && !KEYFRAMES.test(name);
}

/** Returns whether a part of a compound stands for the remote's root in a stylesheet that was written for a whole page. */
const standsForRoot = (part: Node) => isPage(part) || (part.type === 'pseudo' && part.value === ':host');

/** Returns a selector below the remote's root. `html`, `body`, `:root` and `:host` become the root itself. */
function scoped(selector: Selector, root: string): string {
  const compounds = compoundsOf(selector);
  const first = compounds.findIndex(({ parts }) => !parts.some(standsForRoot));
  const count = first === -1 ? compounds.length : first;
  const kept = compounds.slice(0, count).flatMap(({ parts }) => parts.filter((part) => !standsForRoot(part)));
  const rest = compounds.slice(count).map(({ combinator, parts }) => `${combinator} ${parts.join('').trim()}`.trim());
  return [`${root}${kept.join('')}`, ...rest].join(' ');
}

function scopeRule(rule: Rule, remote: string): void {
  // `:where` adds no specificity, so every rule keeps what it was written with.
  const root = `:where(${rootSelector(remote)})`;
  const selectors = selectorsOf(rule.selector).map((selector) => {
    const isOwn = isOwnSelector(selector, remote, false) && !selector.toString().includes(':host');
    return isOwn ? selector.toString().trim() : scoped(selector, root);
  });
  rule.selector = [...new Set(selectors)].join(', ');
}

/** Old name -> the name that begins with the remote's. */
type Names = Map<string, string>;

/** New names of what a stylesheet defines for the whole page. */
interface Renamed {
  properties: Names;
  animations: Names;
  fonts: Names;
}

function rename(names: Names, name: string, remote: string): string {
  const [dashes = ''] = /^-*/.exec(name) ?? [];
  const own = isOwnName(name, remote) ? name : `${dashes}${remote}-${name.slice(dashes.length)}`;
  names.set(name, own);
  return own;
}

const layers = (params: string, remote: string) =>
  params
    .split(',')
    .map((name) => (name.trim() === '' ? '' : rename(new Map(), name.trim(), remote)))
    .join(', ');

function renameAtRules(sheet: Root, remote: string): Renamed {
  const renamed: Renamed = { properties: new Map(), animations: new Map(), fonts: new Map() };
  sheet.walkAtRules((rule) => {
    const isInLayer = rule.parent?.type === 'atrule' && (rule.parent as AtRule).name === 'layer';
    if (rule.name === 'property') rule.params = rename(renamed.properties, rule.params, remote);
    else if (KEYFRAMES.test(rule.name)) rule.params = rename(renamed.animations, rule.params, remote);
    else if (rule.name === 'layer' && !isInLayer) rule.params = layers(rule.params, remote);
    else if (rule.name === 'font-face') rename(renamed.fonts, fontFamilyOf(rule), remote);
  });
  return renamed;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function replaced(value: string, names: Names): string {
  if (names.size === 0) return value;
  const pattern = new RegExp(`(?<![\\w-])(${[...names.keys()].map(escaped).join('|')})(?![\\w-])`, 'g');
  return value.replace(pattern, (name) => names.get(name) ?? name);
}

function renameUses(declaration: Declaration, { properties, animations, fonts }: Renamed): void {
  declaration.prop = properties.get(declaration.prop) ?? declaration.prop;
  declaration.value = replaced(declaration.value, properties);
  if (/^(-webkit-)?animation(-name)?$|^--.*anim/.test(declaration.prop))
    declaration.value = replaced(declaration.value, animations);
  if (/^(font|font-family)$|^--.*font/.test(declaration.prop)) declaration.value = replaced(declaration.value, fonts);
}

/**
 * Returns a PostCSS plugin that confines stylesheets to a remote, as the gate requires: it prefixes selectors with the
 * remote's root, and begins the names of layers, animations, registered properties and fonts with the remote's. It
 * belongs at the end of the list of plugins.
 * @param remote the remote's name
 */
export function scopeStyles(remote: string): Plugin {
  return {
    postcssPlugin: 'lodestar-scope-styles',
    OnceExit(sheet) {
      sheet.walkRules((rule) => {
        if (isTopRule(rule)) scopeRule(rule, remote);
      });
      const renamed = renameAtRules(sheet as Root, remote);
      sheet.walkDecls((declaration) => renameUses(declaration, renamed));
    },
  };
}
