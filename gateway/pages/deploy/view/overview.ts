import type { Rollout, Rollouts } from '../rollouts.ts';
import { drawBars, figuresOf, totalOfLines } from './charts.ts';
import { type Html, html, icon } from './html.ts';
import { DIRECTORY, HOME, layout, pathOf, type View } from './layout.ts';
import { failedText, mainActions, SHELL, versionsInUse } from './parts.ts';

/** What the page says about this gateway. */
export interface GatewayFacts {
  /** Whether the deployment has other gateways. */
  isOneOfSeveral: boolean;
  /** What is wrong with the registry on disk; undefined when it is valid. */
  problem: string | undefined;
  /** Current time, in milliseconds since 1970. */
  now: number;
}

function lastDay(view: View, { versions, isMeasured }: Rollout, now: number): Html {
  const { words, format } = view;
  if (!isMeasured) return html`<p class="soft">${words('notMeasured')}</p>`;
  const figures = figuresOf(versions, 'day', now);
  const total = totalOfLines(figures);
  if (total.pages + total.failing === 0) return html`<p class="soft">${words('noLoads')}</p>`;
  const text = words('lastDay', { pages: format.number(total.pages), failed: failedText(view, total) });
  return html`${drawBars(figures, text)}<p class="soft">${text}</p>`;
}

function card(view: View, rollout: Rollout, now: number): Html {
  const { words } = view;
  const { name } = rollout;
  return html`<li class="card"><h2><a class="inline" href="${pathOf(name)}"><span>${name}</span>${icon('next')}</a></h2>
${name === SHELL && html`<p class="soft">${words('shellNote')}</p>`}
${versionsInUse(view, rollout)}
<div class="day">${lastDay(view, rollout, now)}</div>
${mainActions(view, rollout, ['promote', 'rollback'])}</li>`;
}

/** Returns notes about the gateway: a broken registry, and that it is one of several. */
export function gatewayNotes({ words, format }: View, revision: number, facts: GatewayFacts, path: string): Html {
  return html`${facts.problem !== undefined && html`<p class="notice bad" role="alert">${icon('warning')}<span>${words('problem', { problem: facts.problem })}</span></p>`}
<p class="soft state"><span>${words('asOf', { time: format.time(facts.now), revision })}</span> <a class="inline" href="${path}">${words('refresh')}</a></p>
${facts.isOneOfSeveral && html`<p class="notice">${icon('share')}<span>${words('severalGateways')}</span></p>`}`;
}

export function overviewPage(
  view: View,
  { revision, rollouts }: Rollouts,
  facts: GatewayFacts,
  command: string,
): string {
  const { words } = view;
  const list =
    rollouts.length === 0
      ? html`<section class="card empty"><h2>${words('nothing')}</h2><p>${words('nothingHow')}</p><pre><code>${command}</code></pre></section>`
      : html`<ul class="cards">${rollouts.map((rollout) => card(view, rollout, facts.now))}</ul><p><a class="inline" href="${DIRECTORY}">${words('directory')}${icon('next')}</a></p><p class="soft">${words('delay')}</p>`;
  const main = html`<h1>${words('title')}</h1>${gatewayNotes(view, revision, facts, HOME)}${list}`;
  return layout(view, words('title'), main);
}
