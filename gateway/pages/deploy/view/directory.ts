import type { RemoteFacts } from '../facts.ts';
import { inRole, type Rollout } from '../rollouts.ts';
import { type Html, html, icon } from './html.ts';
import { DIRECTORY, HOME, layout, pathOf, type View } from './layout.ts';
import { type GatewayFacts, gatewayNotes } from './overview.ts';
import { failedText, SHELL, verdictBadge } from './parts.ts';

/** A remote with what its manifest says. */
export interface Listed {
  rollout: Rollout;
  facts: RemoteFacts;
}

/** Returns the team that owns a remote: whose key has signed its active version, else who published it. */
function ownerOf({ words }: View, { name, versions }: Rollout): string {
  if (name === SHELL) return words('unsigned');
  const { team, published } = versions.find(({ role }) => role === 'active') ?? {};
  if (team !== undefined) return team;
  return published === undefined ? words('notRecorded') : words('unsignedBy', { who: published.who });
}

function documentsOf({ words }: View, { name }: Rollout, { documents }: RemoteFacts): Html {
  if (documents === undefined)
    return html`<span class="soft">${name === SHELL ? words('noFact') : words('noDocuments')}</span>`;
  return html`<a class="inline" href="${documents}" rel="noreferrer">${new URL(documents).host}<span class="hidden">${words('ofName', { name })}</span></a>`;
}

function item(view: View, { rollout, facts }: Listed): Html {
  const { words, format } = view;
  const { name, isMeasured } = rollout;
  const active = inRole(rollout, 'active');
  const health =
    isMeasured && active !== undefined
      ? html`${verdictBadge(view, active)} <span class="soft">${words('allTime', { pages: format.number(active.tally.pages), failed: failedText(view, active.tally) })}</span>`
      : html`<span class="soft">${words('notMeasured')}</span>`;
  const row = (label: string, value: string | Html) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  return html`<li class="card version"><div class="which"><h2><a class="inline" href="${pathOf(name)}"><span>${name}</span>${icon('next')}</a></h2><p class="number">${active?.version ?? words('none')}</p></div>
<dl class="facts">${row(words('owner'), ownerOf(view, rollout))}${row(words('contract'), facts.contract ?? words('noFact'))}${row(words('health'), health)}${row(words('documents'), documentsOf(view, rollout, facts))}</dl></li>`;
}

/** Returns the page of all remotes: whose each is, and what its team says about it. */
export function directoryPage(view: View, revision: number, listed: readonly Listed[], facts: GatewayFacts): string {
  const { words } = view;
  const main = html`<p class="crumb"><a class="inline" href="${HOME}">${icon('previous')}${words('all')}</a></p>
<h1>${words('directory')}</h1>${gatewayNotes(view, revision, facts, DIRECTORY)}
<ul class="rows">${listed.map((one) => item(view, one))}</ul>`;
  return layout(view, words('directory'), main);
}
