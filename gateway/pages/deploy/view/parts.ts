import type { Slot } from '../../../rollout/health/counts.ts';
import { inRole, type Role, type Rollout, type VersionRow } from '../rollouts.ts';
import { failureRate } from './charts.ts';
import { type Html, html, type IconName, icon } from './html.ts';
import { pathOf, type View } from './layout.ts';

export const SHELL = 'shell';

const ROLE_ICONS: Record<Role, IconName> = {
  active: 'check',
  trial: 'trial',
  fallback: 'fallback',
  unused: 'unused',
  revoked: 'revoked',
};

const VERDICT_ICONS = { healthy: 'check', failing: 'warning', unknown: 'unknown' } as const;

/** Returns what a version is used for, as an icon and a word. */
export const roleBadge = ({ words }: View, role: Role): Html =>
  html`<span class="badge ${role}">${icon(ROLE_ICONS[role])}${words(`roles.${role}`)}</span>`;

/** Returns what the reports say about a version, as an icon and a word. */
export const verdictBadge = ({ words }: View, { verdict }: VersionRow): Html =>
  html`<span class="badge ${verdict}">${icon(VERDICT_ICONS[verdict])}${words(`verdicts.${verdict}`)}</span>`;

/** Returns how many page loads failed, with their percentage. */
export function failedText({ words, format }: View, slot: Pick<Slot, 'pages' | 'failing'>): string {
  const rate = failureRate({ ...slot, times: {} });
  const failing = format.number(slot.failing);
  return rate === undefined ? failing : words('failed', { failing, rate: format.percent(rate) });
}

/** Returns the versions that browsers get: who gets which, and how healthy each is. */
export function versionsInUse(view: View, rollout: Rollout): Html {
  const { words, format } = view;
  const trial = inRole(rollout, 'trial');
  const shares: Partial<Record<Role, string>> = {
    active: trial === undefined ? words('everyone') : words('everyoneElse'),
    trial: words('shareOf', { share: format.percent(trial?.share ?? 0) }),
  };
  const rows = (['active', 'trial', 'fallback'] as const).map((role) => {
    const row = inRole(rollout, role);
    if (row === undefined) return undefined;
    return html`<div class="use"><dt>${roleBadge(view, role)}</dt><dd><b class="number">${row.version}</b>${
      shares[role] && html` <span class="soft">${shares[role]}</span>`
    }${rollout.isMeasured && html` ${verdictBadge(view, row)}`}</dd></div>`;
  });
  return html`<dl class="uses">${rows}</dl>`;
}

type Look = 'primary' | 'plain' | 'danger';

/** Returns a link to the confirmation of an action. @param hidden what the label leaves out, for screen readers */
export function actionLink(path: string, look: Look, name: IconName, label: string, hidden: string): Html {
  return html`<a class="button ${look}" href="${path}">${icon(name)}<span>${label}<span class="hidden">${hidden}</span></span></a>`;
}

/**
 * Returns the actions on a remote's trial and on its active version; nothing if the team may not act on it.
 * @param kinds which of the actions on a trial to show
 */
export function mainActions(
  { words }: View,
  rollout: Rollout,
  kinds: readonly ('promote' | 'share' | 'rollback')[],
): Html | undefined {
  const { name, isAllowed, canRollBack } = rollout;
  const trial = inRole(rollout, 'trial');
  if (!isAllowed || (trial === undefined && !canRollBack)) return undefined;
  const isFailing = trial?.verdict === 'failing';
  const looks: Record<(typeof kinds)[number], [Look, IconName, string]> = {
    promote: [isFailing ? 'plain' : 'primary', 'up', words('promote', { version: trial?.version ?? '' })],
    share: ['plain', 'share', words('changeShare')],
    rollback: [isFailing ? 'danger' : 'plain', 'back', trial ? words('endTrial') : words('rollBack')],
  };
  const links = kinds
    .filter((kind) => trial !== undefined || kind === 'rollback')
    .map((kind) => actionLink(`${pathOf(name)}/${kind}`, ...looks[kind], words('ofName', { name })));
  return html`<div class="actions">${links}</div>`;
}
