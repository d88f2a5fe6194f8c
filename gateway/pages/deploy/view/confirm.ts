import type { Entry } from '../../../rollout/versions/entry.ts';
import type { PageAction, Preview } from '../actions.ts';
import type { Rollout } from '../rollouts.ts';
import { type Html, html, icon } from './html.ts';
import { formToken, layout, pathOf, type View } from './layout.ts';
import { failedText } from './parts.ts';

interface Confirmation {
  rollout: Rollout;
  action: PageAction;
  preview: Preview;
}

/** Returns what is asked, what browsers will get, and the label of the button. */
function textsOf({ words }: View, { rollout: { name }, action, preview: { before, after } }: Confirmation) {
  const trial = before.canary?.version;
  const kind = action.kind === 'rollback' && trial !== undefined ? 'endTrial' : action.kind;
  const version = action.kind === 'revoke' ? action.version : (trial ?? '');
  const values = { name, version, after: after.active, before: before.active };
  const isActiveRevoked = kind === 'revoke' && after.active !== before.active;
  return {
    title: words(`acting.${kind}.title`, values),
    gets: [words(`acting.${kind}.gets`, values), ...(isActiveRevoked ? [words('acting.promote.gets', values)] : [])],
    button: words(`acting.${kind}.button`, values),
    look: kind === 'promote' || kind === 'share' ? 'primary' : 'danger',
  };
}

function comparison({ words, format }: View, { before, after }: Preview): Html {
  const trialOf = ({ canary }: Entry) =>
    canary === undefined
      ? words('none')
      : `${canary.version}, ${words('shareOf', { share: format.percent(canary.share) })}`;
  const row = (head: string, textOf: (entry: Entry) => string) =>
    html`<tr><th scope="row">${head}</th><td>${textOf(before)}</td><td>${textOf(after)}</td></tr>`;
  return html`<div class="scroll" role="group" aria-label="${words('inUse')}" tabindex="0"><table><caption class="hidden">${words('inUse')}</caption><thead><tr><td></td><th scope="col">${words('now')}</th><th scope="col">${words('afterwards')}</th></tr></thead><tbody>
${row(words('roles.active'), ({ active }) => active)}${row(words('roles.trial'), trialOf)}${row(words('roles.fallback'), ({ previous }) => previous ?? words('none'))}</tbody></table></div>`;
}

/** Returns a warning if the reports speak against the version that everyone would get. */
function warning(view: View, { rollout, action, preview }: Confirmation): Html | undefined {
  if (action.kind !== 'promote') return undefined;
  const row = rollout.versions.find(({ version }) => version === preview.after.active);
  if (row?.verdict !== 'failing') return undefined;
  const { words, format } = view;
  const figures = words('allTime', { pages: format.number(row.tally.pages), failed: failedText(view, row.tally) });
  return html`<p class="notice bad">${icon('warning')}<span>${words('failingWarning', { version: row.version, figures })}</span></p>`;
}

/** Returns the form's fields. The browser checks them first, so a refusal doesn't show the form again. */
function fields({ words }: View, { action, preview }: Confirmation): Html {
  const needsReason = action.kind === 'revoke';
  const share = html`<div class="field"><label for="share">${words('share')}</label><p class="soft" id="share-hint">${words('shareHint')}</p>
<input id="share" name="share" aria-describedby="share-hint" required type="number" min="1" max="99" step="1" inputmode="numeric" value="${preview.before.canary?.share ?? ''}"></div>`;
  return html`${action.kind === 'share' && share}<div class="field"><label for="why">${words('reason')}${!needsReason && html` <span class="soft">(${words('optional')})</span>`}</label><p class="soft" id="why-hint">${words('reasonHint')}</p>
<textarea id="why" name="why" aria-describedby="why-hint"${needsReason && html` required`} rows="2" maxlength="500"></textarea></div>`;
}

/** Returns the page that asks to confirm an action, with what browsers will get. */
export function confirmPage(view: View, confirmation: Confirmation): string {
  const { words, session } = view;
  const { rollout, action, preview } = confirmation;
  const { title, gets, button, look } = textsOf(view, confirmation);
  const path = pathOf(rollout.name);
  const main = html`<p class="crumb"><a class="inline" href="${path}">${icon('previous')}${words('backTo', { name: rollout.name })}</a></p>
<div class="narrow"><h1>${title}</h1>${warning(view, confirmation)}${gets.map((text) => html`<p>${text}</p>`)}<p>${words('openPages')}</p>
${action.kind !== 'share' && comparison(view, preview)}
<form class="card" method="post" action="${path}/${action.kind}">${session && formToken(session)}<input type="hidden" name="revision" value="${preview.revision}">${
    action.kind === 'revoke' && html`<input type="hidden" name="version" value="${action.version}">`
  }${fields(view, confirmation)}<div class="actions"><button class="button ${look}">${button}</button><a class="button plain" href="${path}">${words('cancel')}</a></div></form></div>`;
  return layout(view, title, main);
}
