import type { LinkFault } from '../access/link.ts';
import { LINK_PATH } from '../access/link.ts';
import type { Words } from './english.ts';
import { type Html, html, icon } from './html.ts';
import { HOME, layout, pathOf, type View } from './layout.ts';

export type RefusalKind = keyof Words['refused'];

/** Where people sign in. */
export interface SignInPlace {
  /** Address of this gateway. */
  gateway: string;
  /** Whether the deployment has other gateways. */
  isOneOfSeveral: boolean;
}

/** Returns the commands that create a link. */
function howToSignIn({ words: { signIn } }: View, { gateway, isOneOfSeveral }: SignInPlace): Html {
  const commands = signIn
    .commands(gateway)
    .map(([where, command]) => html`<h2 class="small">${where}</h2><pre><code>${command}</code></pre>`);
  return html`${commands}${isOneOfSeveral && html`<p>${signIn.oneOfSeveral}</p>`}<p>${signIn.validity}</p><p class="soft">${signIn.noKey}</p>`;
}

/** Returns the page for people who are not signed in: how to get in, and no data. */
export function signInPage(view: View, place: SignInPlace): string {
  const { title, text } = view.words.signIn;
  return layout(
    view,
    title,
    html`<div class="narrow"><h1>${title}</h1><p>${text}</p>${howToSignIn(view, place)}</div>`,
  );
}

/** Returns the page that a link opens. Its button uses the link, so that a preview of the link doesn't. */
export function openPage(view: View, team: string, token: string): string {
  const { open, openText, button, validity } = view.words.signIn;
  const form = html`<form method="post" action="${LINK_PATH}"><input type="hidden" name="link" value="${token}"><button class="button primary">${button}</button></form>`;
  const main = html`<div class="narrow"><h1>${open(team)}</h1><p>${openText}</p>${form}<p class="soft">${validity}</p></div>`;
  return layout(view, view.words.signIn.title, main);
}

/** Returns the page for a link that opens no session. */
export function linkRefusedPage(view: View, fault: LinkFault, place: SignInPlace): string {
  const { linkTitle, links, linkNext } = view.words;
  const main = html`<div class="narrow"><h1>${linkTitle}</h1><p>${links[fault]} ${linkNext}</p>${howToSignIn(view, place)}</div>`;
  return layout(view, linkTitle, main);
}

/**
 * Returns the page for an action that was refused.
 * @param reason the rule that forbids it, in English
 */
export function refusedPage(
  view: View,
  kind: RefusalKind,
  { name, reason }: { name?: string; reason?: string } = {},
): string {
  const { words } = view;
  const { title, text } = words.refused[kind];
  const back =
    name === undefined
      ? html`<a class="button plain" href="${HOME}">${icon('previous')}${words.all}</a>`
      : html`<a class="button plain" href="${pathOf(name)}">${icon('previous')}${words.backTo(name)}</a>`;
  const main = html`<div class="narrow"><h1>${title}</h1><div class="notice bad" role="alert">${icon('warning')}<div><p>${text}</p>${
    reason !== undefined && html`<p lang="en">${reason}</p>`
  }</div></div><p class="actions">${back}</p></div>`;
  return layout(view, title, main);
}
