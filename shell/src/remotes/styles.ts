/**
 * Keeps each remote's styles to its own screens: stylesheets that appear in the document while a remote loads or is
 * shown are disabled when none of its slots is left, and enabled again with the next one. The gate refuses global
 * styles that it can find in a build; these are all others.
 */
import { claimsOfPage } from './registry.ts';

/** Stylesheet of a remote -> the remotes that may have added it. */
const owners = new Map<CSSStyleSheet, ReadonlySet<string>>();
const hostSheets = new WeakSet<CSSStyleSheet>();
/** Remote -> number of its slots and loads. */
const present = new Map<string, number>();

/** Whether a remote may have added stylesheets; before that, all are the host's. */
let isWatching = false;

/**
 * Returns the document's stylesheets. jsdom has no constructed ones. While a stored screen is shown, one of these is its
 * own, which may come after a remote has begun to load: they are assigned once that screen has been removed.
 */
function currentSheets(): CSSStyleSheet[] {
  const isCopyShown = document.getElementById('first-screen') !== null;
  return [...document.styleSheets, ...((!isCopyShown && document.adoptedStyleSheets) || [])];
}

/** Returns whether a stylesheet is the shell's own: a file, or in the page of a first visit (gateway/pages/page.ts). */
export const isShellSheet = ({ href, ownerNode }: StyleSheet): boolean =>
  href === null
    ? ownerNode instanceof HTMLElement && 'shell' in ownerNode.dataset
    : new URL(href).pathname.startsWith('/shell/');

/** Returns the remote whose published files include a URL. */
function publisherOf(url: string): string | undefined {
  const { remotes } = claimsOfPage();
  return Object.keys(remotes).find((name) =>
    Object.values(remotes[name]?.versions ?? {}).some(({ manifest }) =>
      url.startsWith(new URL('.', new URL(manifest, location.href)).href),
    ),
  );
}

/**
 * Returns whether code of a remote may have added a stylesheet. styled-components keeps the styles of all components in
 * one element, each under its class. The page's policy refuses style elements with text, so they are a browser
 * extension's.
 */
function mayBelongToRemote({ ownerNode, href }: CSSStyleSheet): boolean {
  if (href) return false;
  return !(ownerNode instanceof Element) || (ownerNode.textContent === '' && !ownerNode.hasAttribute('data-styled'));
}

/** Assigns the stylesheets that were added since the last call. */
function assignOwners(): void {
  const sheets = currentSheets();
  for (const sheet of owners.keys()) if (!sheet.disabled && !sheets.includes(sheet)) owners.delete(sheet);
  for (const sheet of sheets) {
    if (hostSheets.has(sheet) || owners.has(sheet)) continue;
    const publisher = sheet.href ? publisherOf(sheet.href) : undefined;
    if (publisher !== undefined) owners.set(sheet, new Set([publisher]));
    else if (mayBelongToRemote(sheet) && isWatching) owners.set(sheet, new Set(present.keys()));
    else hostSheets.add(sheet);
  }
}

/** Enables the stylesheets of the remotes that are present, and disables all others. */
function apply(): void {
  for (const [sheet, names] of owners) sheet.disabled = ![...names].some((name) => present.has(name));
}

function update(): void {
  assignOwners();
  apply();
}

/** A file is a stylesheet only once it has loaded, which may be after its remote was left. */
function watchHead(): void {
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLLinkElement) node.addEventListener('load', update, { once: true });
    update();
  }).observe(document.head, { childList: true });
}

/**
 * Enables a remote's styles while it loads or is shown.
 * @returns ends this; the last end disables them
 */
export function enableStyles(name: string): () => void {
  assignOwners();
  if (!isWatching) watchHead();
  isWatching = true;
  present.set(name, (present.get(name) ?? 0) + 1);
  apply();
  return () => {
    assignOwners();
    const left = (present.get(name) ?? 1) - 1;
    if (left > 0) present.set(name, left);
    else present.delete(name);
    apply();
  };
}
