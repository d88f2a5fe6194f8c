import type { Slot } from '../../../rollout/health/counts.ts';
import type { Rollout } from '../rollouts.ts';
import {
  type ChartSpec,
  drawChart,
  type Figures,
  failureRate,
  figuresOf,
  legendMark,
  MAX_LINES,
  PERIODS,
  type Period,
  p75,
} from './charts.ts';
import { type Html, html } from './html.ts';
import { pathOf, type View } from './layout.ts';
import { failedText } from './parts.ts';

/** Measures with a 75th percentile, and the smallest upper end of their charts. */
const TIMES = { LCP: 1_000, INP: 100, CLS: 100, load: 200 } as const;
type Time = keyof typeof TIMES;
const TIME_NAMES = Object.keys(TIMES) as Time[];

export const isPeriod = (text: string | undefined): text is Period =>
  text !== undefined && Object.hasOwn(PERIODS, text);

/** Formats a measure's value: CLS has no unit and is counted in thousandths. */
const formatTime = ({ format }: View, name: Time, value: number): string =>
  name === 'CLS' ? format.number(value / 1_000, 3) : format.duration(value);

/** Returns the 75th percentile in a slot as text: an upper bound, as reports are counted in buckets. */
function percentileText(view: View, name: Time, { times }: Slot): string {
  const { words } = view;
  const bound = p75(name, times[name]);
  if (bound === undefined) return words('notReported');
  return Number.isFinite(bound)
    ? words('atMost', { value: formatTime(view, name, bound) })
    : words('moreThan', { value: formatTime(view, name, HIGHEST[name]) });
}

/** Highest bounds of the buckets; higher values are drawn there. */
const HIGHEST: Record<Time, number> = { LCP: 10_000, INP: 10_000, CLS: 1_000, load: 10_000 };

function chartSpecs(view: View, { lines }: Figures): ChartSpec[] {
  const { words, format } = view;
  // The table says what was not reported; an empty chart would look like a failure.
  const reported = TIME_NAMES.filter((name) => lines.some(({ total }) => total.times[name] !== undefined));
  const spec = (
    id: 'pages' | 'failing' | Time,
    textOf: (slot: Slot) => string,
    chart: Pick<ChartSpec, 'value' | 'format' | 'least'>,
  ): ChartSpec => {
    const totals = lines.map(({ version, total }) => words('labelled', { label: version, value: textOf(total) }));
    return {
      id,
      title: words(`charts.${id}`),
      description: words('chartText', { lines: totals.join('; ') }),
      ...chart,
    };
  };
  return [
    spec('pages', ({ pages }) => format.number(pages), {
      value: ({ pages }) => pages,
      format: (value) => format.number(value, 1),
      least: 4,
    }),
    spec('failing', (slot) => failedText(view, slot), {
      value: failureRate,
      format: (value) => format.percent(value),
      least: 5,
    }),
    ...reported.map((name) =>
      spec(name, (slot) => percentileText(view, name, slot), {
        value: ({ times }) => {
          const bound = p75(name, times[name]);
          return bound === undefined ? undefined : Math.min(bound, HIGHEST[name]);
        },
        format: (value) => formatTime(view, name, value),
        least: TIMES[name],
      }),
    ),
  ];
}

function cells(view: View, slot: Slot): Html {
  const { format } = view;
  const times = TIME_NAMES.map((name) => html`<td>${percentileText(view, name, slot)}</td>`);
  return html`<td>${format.number(slot.pages)}</td><td>${failedText(view, slot)}</td>${times}`;
}

function table(view: View, caption: string, heads: string[], rows: Html[]): Html {
  const { words } = view;
  const all = [...heads, ...(['pages', 'failing', ...TIME_NAMES] as const).map((name) => words(`measures.${name}`))];
  return html`<div class="scroll" role="group" aria-label="${caption}" tabindex="0"><table><caption class="hidden">${caption}</caption>
<thead><tr>${all.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function totalsTable(view: View, { lines }: Figures): Html {
  const { words } = view;
  const rows = lines.map(({ version, total }) => html`<tr><th scope="row">${version}</th>${cells(view, total)}</tr>`);
  return table(view, `${words('figures')}: ${words('total')}`, [words('version')], rows);
}

/** Returns every point of the charts as a table, for people who can't or don't want to read them. */
function pointsTable(view: View, { times, lines }: Figures): Html {
  const { words, format } = view;
  const rows = times.flatMap((time, index) =>
    lines.flatMap(({ version, points }) => {
      const slot = points[index];
      if (slot === undefined) return [];
      return html`<tr><th scope="row">${format.day(time)}</th><td>${version}</td>${cells(view, slot)}</tr>`;
    }),
  );
  return table(view, words('byTime'), [words('time'), words('version')], rows);
}

function periodLinks({ words }: View, name: string, chosen: Period): Html {
  const links = (Object.keys(PERIODS) as Period[]).map(
    (period) =>
      html`<li><a class="button plain" href="${pathOf(name)}?period=${period}#health"${period === chosen && html` aria-current="true"`}>${words(`periods.${period}`)}</a></li>`,
  );
  return html`<ul class="periods" aria-label="${words('period')}">${links}</ul>`;
}

function charts(view: View, figures: Figures, period: Period): Html {
  const { words, format } = view;
  const drawn: Figures = { ...figures, lines: figures.lines.slice(0, MAX_LINES) };
  const timeOf = (time: number) => (period === 'week' ? format.day(time) : format.hour(time));
  const pictures = chartSpecs(view, drawn).map(
    (spec) =>
      html`<figure class="card"><figcaption>${spec.title}</figcaption><div class="scroll" role="group" aria-label="${spec.title}" tabindex="0">${drawChart(spec, drawn, timeOf)}</div></figure>`,
  );
  const legend = drawn.lines.map(({ version }, index) => html`<li>${legendMark(index)}<span>${version}</span></li>`);
  return html`<ul class="legend" aria-label="${words('legend')}">${legend}</ul>
<div class="charts">${pictures}</div><p class="soft">${words('percentileNote')}</p>`;
}

/** Returns the health of a remote's versions over time, as charts and as tables. */
export function healthSection(view: View, { name, versions, isMeasured }: Rollout, period: Period, now: number): Html {
  const { words } = view;
  const title = html`<h2 id="health">${words('healthTitle')}</h2>`;
  if (!isMeasured) return html`<section>${title}<p class="soft">${words('notMeasured')}</p></section>`;
  const figures = figuresOf(versions, period, now);
  const content =
    figures.lines.length === 0
      ? html`<p class="card soft">${words('noReports')}</p>`
      : html`${charts(view, figures, period)}${totalsTable(view, figures)}
<details><summary>${words('byTime')}</summary>${pointsTable(view, figures)}</details>`;
  return html`<section>${title}${periodLinks(view, name, period)}${content}<p class="soft">${words('delay')}</p></section>`;
}
