import { LINK_PATH, type PageError } from '../access/sessions.ts';
import { type Html, html, icon } from './html.ts';
import { HOME, hasText, layout, pathOf, type View } from './layout.ts';

interface Place {
  /** Address of this gateway. */
  gateway: string;
  /** Whether the deployment has other gateways. */
  isOneOfSeveral: boolean;
  /** Remote that the request is about. */
  name: string | undefined;
}

/** Commands that make a link to the page, in a remote's project and in the product's repository. */
const COMMANDS = { project: 'npx deploy-page', repository: 'npm run deploy-page --' } as const;

function howToSignIn({ words }: View, { gateway, isOneOfSeveral }: Place): Html {
  const commands = (['project', 'repository'] as const).map((where) => {
    const command = `${COMMANDS[where]} --gateway ${gateway} --key team.pem`;
    return html`<h2 class="small">${words(`signIn.${where}`)}</h2><pre><code>${command}</code></pre>`;
  });
  return html`${commands}${isOneOfSeveral && html`<p>${words('signIn.oneOfSeveral')}</p>`}<p>${words('signIn.validity')}</p><p class="soft">${words('signIn.noKey')}</p>`;
}

/** Returns the page that a link opens. Its button uses the link, so that a preview of the link doesn't. */
export function openPage(view: View, team: string, token: string): string {
  const { words } = view;
  const form = html`<form method="post" action="${LINK_PATH}"><input type="hidden" name="link" value="${token}"><button class="button primary">${words('signIn.button')}</button></form>`;
  const main = html`<div class="narrow"><h1>${words('signIn.open', { team })}</h1><p>${words('signIn.openText')}</p>${form}<p class="soft">${words('signIn.validity')}</p></div>`;
  return layout(view, words('signIn.title'), main);
}

function actionRefused({ words, session }: View, { kind, reason }: PageError, title: string, { name }: Place): Html {
  const text = `refused.${kind}.text`;
  const isKnown = kind !== 'UNKNOWN' && session !== undefined && name !== undefined;
  const back = isKnown
    ? html`<a class="button plain" href="${pathOf(name)}">${icon('previous')}${words('backTo', { name })}</a>`
    : html`<a class="button plain" href="${HOME}">${icon('previous')}${words('all')}</a>`;
  return html`<div class="narrow"><h1>${title}</h1><div class="notice bad" role="alert">${icon('warning')}<div><p>${hasText(text) && words(text)}</p>${
    reason !== undefined && html`<p lang="en">${reason}</p>`
  }</div></div><p class="actions">${back}</p></div>`;
}

/** Returns the page that says why a request was refused. To people who are not signed in, it shows no data. */
export function refusalPage(view: View, error: PageError, place: Place): string {
  const { words } = view;
  const [title, link] = [`refused.${error.kind}.title`, `links.${error.kind}`];
  if (hasText(title)) return layout(view, words(title), actionRefused(view, error, words(title), place));
  const [heading, text] = hasText(link)
    ? [words('linkTitle'), `${words(link)} ${words('linkNext')}`]
    : [words('signIn.title'), words('signIn.text')];
  return layout(
    view,
    heading,
    html`<div class="narrow"><h1>${heading}</h1><p>${text}</p>${howToSignIn(view, place)}</div>`,
  );
}
