import type { Act } from '../../../registry/history.ts';
import { THROUGH_PAGE } from '../actions.ts';
import { inRole, type Rollout, type VersionRow } from '../rollouts.ts';
import type { Period } from './charts.ts';
import { healthSection } from './health.ts';
import { type Html, html, icon } from './html.ts';
import { HOME, hasText, layout, pathOf, type View } from './layout.ts';
import { type GatewayFacts, gatewayNotes } from './overview.ts';
import { actionLink, failedText, mainActions, roleBadge, SHELL, verdictBadge, versionsInUse } from './parts.ts';

/** Number of history lines that are shown at once. */
const RECENT_ACTS = 8;

function trustText({ words }: View, { trust, team }: VersionRow, name: string): string {
  if (name === SHELL) return words('unsigned');
  if (trust === undefined) return words('notRecorded');
  return team === undefined ? words('sandboxed') : words('trusted', { team });
}

function canRevoke({ name, isAllowed, canRollBack }: Rollout, { role }: VersionRow): boolean {
  return isAllowed && name !== SHELL && role !== 'revoked' && (role !== 'active' || canRollBack);
}

function versionItem(view: View, rollout: Rollout, row: VersionRow): Html {
  const { words, format } = view;
  const { version, role, share, isGivenUp, isDev, published, tally } = row;
  const badges = html`${roleBadge(view, role)}${share !== undefined && html`<span class="soft">${words('shareOf', { share: format.percent(share) })}</span>`}${
    isGivenUp && html`<span class="badge failing">${icon('back')}${words('givenUp')}</span>`
  }${isDev && html`<span class="badge unused">${words('dev')}</span>`}`;
  const when =
    published === undefined
      ? words('notRecorded')
      : html`<time datetime="${published.at}">${format.time(published.at)}</time> ${words('by', { who: published.who })}`;
  const health =
    rollout.isMeasured &&
    html`<div><dt>${words('health')}</dt><dd>${verdictBadge(view, row)} <span class="soft">${words('allTime', { pages: format.number(tally.pages), failed: failedText(view, tally) })}</span></dd></div>`;
  const revoke =
    canRevoke(rollout, row) &&
    actionLink(
      `${pathOf(rollout.name)}/revoke?version=${version}`,
      'danger',
      'revoked',
      words('revoke'),
      words('ofVersion', { version }),
    );
  return html`<li class="card version"><div class="which"><h3 class="number">${version}</h3><p class="badges">${badges}</p></div>
<dl><div><dt>${words('publishedAt')}</dt><dd>${when}</dd></div><div><dt>${words('trust')}</dt><dd>${trustText(view, row, rollout.name)}</dd></div>${health}</dl>${revoke}</li>`;
}

function versionsSection(view: View, rollout: Rollout): Html {
  const { words } = view;
  const isUsed = ({ role }: VersionRow) => role !== 'unused' && role !== 'revoked';
  const list = (rows: VersionRow[]) =>
    html`<ul class="rows">${rows.map((row) => versionItem(view, rollout, row))}</ul>`;
  const older = rollout.versions.filter((row) => !isUsed(row));
  return html`<section><h2>${words('versions')}</h2>${list(rollout.versions.filter(isUsed))}
${older.length > 0 && html`<details><summary>${words(older.length === 1 ? 'older.one' : 'older.other', { count: older.length })}</summary>${list(older)}</details>`}</section>`;
}

/** Returns what an act did, in words. */
function actText({ words, format }: View, { what, version, from, share }: Act): string {
  const left = from === undefined || from === version ? '' : words('from', { version: from });
  const part = share === undefined ? '' : words('at', { share: words('shareOf', { share: format.percent(share) }) });
  const key = `acts.${what}`;
  return words('labelled', { label: hasText(key) ? words(key) : what, value: `${version}${left}${part}` });
}

/** Returns the reason for an act, with this page's own addition in the reader's language. */
function reasonText({ words }: View, why: string): string {
  const addition = ` (${THROUGH_PAGE})`;
  if (why === THROUGH_PAGE) return words('throughPage');
  return why.endsWith(addition) ? `${why.slice(0, -addition.length)} (${words('throughPage')})` : why;
}

function historySection(view: View, { acts }: Rollout): Html {
  const { words, format } = view;
  const item = (act: Act) =>
    html`<li class="act"><p><b>${actText(view, act)}</b></p><p class="soft"><time datetime="${act.at}">${format.time(act.at)}</time> ${words('by', { who: act.who })}</p>${
      act.why !== undefined && html`<p class="why">${reasonText(view, act.why)}</p>`
    }</li>`;
  const list = (some: Act[]) => html`<ol class="acts card">${some.map(item)}</ol>`;
  const earlier = acts.slice(RECENT_ACTS);
  return html`<section><h2>${words('history')}</h2>${
    acts.length === 0 ? html`<p class="soft">${words('noHistory')}</p>` : list(acts.slice(0, RECENT_ACTS))
  }${earlier.length > 0 && html`<details><summary>${words(earlier.length === 1 ? 'earlier.one' : 'earlier.other', { count: earlier.length })}</summary>${list(earlier)}</details>`}</section>`;
}

const DONE = { promoted: 'promote', shared: 'share', revoked: 'revoke' } as const;

/** Returns what an act on this page did, as a sentence. */
function doneText(
  { words, format }: View,
  rollout: Rollout,
  { what, version, active, from = '', share = 0 }: Act,
): string {
  const back = active === undefined ? ('endTrial' as const) : ('rollback' as const);
  const kind = what === 'promoted' || what === 'shared' || what === 'revoked' ? DONE[what] : back;
  const after = active ?? inRole(rollout, 'active')?.version ?? '';
  const values = { name: rollout.name, version, after, before: from, share: format.percent(share) };
  return words(`acting.${kind}.done`, values);
}

/**
 * Returns the result of the action that led here.
 * @param done revision of the registry that the action created; 0 if it had nothing to change
 */
function doneNotice(view: View, rollout: Rollout, done: number): Html | undefined {
  const act = rollout.acts.find(({ revision, who }) => revision === done && who === view.session?.team);
  if (act === undefined && done !== 0) return undefined;
  const text = act === undefined ? view.words('unchanged') : doneText(view, rollout, act);
  return html`<p class="notice good" role="status">${icon('check')}<span>${text}</span></p>`;
}

/** What was asked of the page of a remote. */
interface RemoteQuery {
  period: Period;
  /** Revision of the registry that an action on this page has created; undefined without an action. */
  done: number | undefined;
}

/** Returns the page of one remote. */
export function remotePage(
  view: View,
  rollout: Rollout,
  revision: number,
  facts: GatewayFacts,
  { period, done }: RemoteQuery,
): string {
  const { words } = view;
  const { name, isAllowed } = rollout;
  const main = html`<p class="crumb"><a class="inline" href="${HOME}">${icon('previous')}${words('all')}</a></p>
<h1>${name}</h1>${done !== undefined && doneNotice(view, rollout, done)}
${gatewayNotes(view, revision, facts, `${pathOf(name)}?period=${period}`)}
${!isAllowed && html`<p class="notice">${icon('key')}<span>${words('readOnly')}</span></p>`}
<section class="card"><h2>${words('inUse')}</h2>${versionsInUse(view, rollout)}${mainActions(view, rollout, ['promote', 'share', 'rollback'])}</section>
${healthSection(view, rollout, period, facts.now)}${versionsSection(view, rollout)}${historySection(view, rollout)}`;
  return layout(view, name, main);
}
