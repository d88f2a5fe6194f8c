import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatDate, useText } from 'shared-ui';
import { HospitalText } from 'shared-ui/details';
import { createGlobalStyle, styled } from 'styled-components';
import { type ChecklistPoint, type ChecklistSection, words } from '../checklist.ts';

/** On paper, only this page: whatever the shell shows is hidden. The margins suit both A4 and Letter. */
const PrintStyles = createGlobalStyle`
  @page {
    margin: 12mm;
  }
  @media print {
    html, body {
      block-size: auto;
      overflow: visible;
      background: #fff;
    }
    body > :not([data-printed-page]) {
      display: none !important;
    }
  }
`;

/** As wide as A4 within its margins, and as high as Letter, less 5 mm as browsers round. */
const PAGE_MM = { width: 186, height: 250 };
const PX_PER_MM = 96 / 25.4;

const Paper = styled.article`
  inline-size: ${PAGE_MM.width}mm;
  background: #fff;
  color: #000;
  font-size: 10.5pt;
  line-height: 1.3;

  @media screen {
    position: fixed;
    inset-block-start: 0;
    inset-inline-start: 0;
    visibility: hidden;
  }
  * {
    margin: 0;
  }
  header {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0 6mm;
    padding-block-end: 2mm;
    border-block-end: 0.6mm solid #000;
  }
  h1 {
    font-size: 18pt;
    line-height: 1.2;
  }
  header strong {
    font-size: 13pt;
  }
  header p:nth-child(even) {
    text-align: end;
  }
  h2 {
    padding-block: 3mm 1mm;
    font-size: 12pt;
    line-height: 1.2;
  }
  ul {
    padding: 0;
    list-style: none;
  }
  li {
    position: relative;
    padding-block: 0.6mm;
    padding-inline-start: 7mm;
    overflow-wrap: anywhere;
  }
  li::before {
    content: '';
    position: absolute;
    inset-block-start: 1.4mm;
    inset-inline-start: 0;
    inline-size: 3.4mm;
    block-size: 3.4mm;
    border: 0.3mm solid #000;
  }
  li[data-ticked='true']::after {
    content: '✓';
    position: absolute;
    inset-block-start: 0.2mm;
    inset-inline-start: 0.5mm;
    font-weight: 700;
  }
  footer {
    padding-block-start: 3mm;
  }
`;

const More = styled.p`
  padding-inline-start: 7mm;
  font-style: italic;
`;

interface PrintedPageProps {
  title: string;
  /** Whose list it is. */
  name: string;
  source: string | null;
  sections: readonly ChecklistSection[];
  ticked: ReadonlySet<string>;
}

const heightOf = (element: Element | null) => element?.getBoundingClientRect().height ?? 0;

/** Measures a page with everything on it, and returns how many points of each section fit. */
function countsFor(paper: HTMLElement): number[] {
  const around = heightOf(paper.querySelector('header')) + heightOf(paper.querySelector('footer'));
  const sections = [...paper.querySelectorAll('section')].map((section) => ({
    heading: heightOf(section.querySelector('h2')) + heightOf(section.querySelector('[data-nothing]')),
    more: heightOf(section.querySelector('[data-more]')),
    items: [...section.querySelectorAll('li')].map(heightOf),
  }));
  return fitSections(sections, PAGE_MM.height * PX_PER_MM - around);
}

/** The checklist on one page of A4 or Letter paper. It says what did not fit. Rendered while the browser prints. */
export function PrintedPage({ title, name, source, sections, ticked }: PrintedPageProps) {
  const t = useText(words);
  const paper = useRef<HTMLElement>(null);
  const [counts, setCounts] = useState<number[]>();
  useLayoutEffect(() => {
    if (paper.current) setCounts(countsFor(paper.current));
  }, []);
  return createPortal(
    <Paper ref={paper} data-printed-page="">
      <PrintStyles />
      <header>
        <h1>{title}</h1>
        <p>{t('page.printed', { date: formatDate(new Date().toISOString()) })}</p>
        <p>
          <strong>{name}</strong>
        </p>
        <p>{source}</p>
      </header>
      {sections.map((section, index) => (
        <PrintedSection key={section.name} section={section} count={counts?.[index]} ticked={ticked} />
      ))}
      <footer>{t('page.footer')}</footer>
    </Paper>,
    document.body,
  );
}

interface PrintedSectionProps {
  section: ChecklistSection;
  /** How many of its points fit; undefined while that is measured, with everything shown. */
  count: number | undefined;
  ticked: ReadonlySet<string>;
}

function PrintedSection({ section: { name, points }, count, ticked }: PrintedSectionProps) {
  const t = useText(words);
  const shown = points.slice(0, count);
  const missing = points.length - shown.length;
  const isNothing = points.length === 0 && (name === 'medications' || name === 'appointments');
  return (
    <section>
      <h2>{t(`section.${name}`)}</h2>
      {isNothing && <p data-nothing="">{t(`none.${name}`)}</p>}
      <ul>
        {shown.map((point) => (
          <PrintedPoint key={point.point} point={point} isTicked={ticked.has(point.point)} />
        ))}
      </ul>
      {(count === undefined ? points.length > 0 : missing > 0) && (
        <More data-more="">{t(shown.length === 0 ? 'page.all' : 'page.more', { count: missing })}</More>
      )}
    </section>
  );
}

function PrintedPoint({ point: { title, lines, lang }, isTicked }: { point: ChecklistPoint; isTicked: boolean }) {
  return (
    <li data-ticked={isTicked}>
      <HospitalText lang={lang}>
        <strong>{title}</strong>
        {lines.length > 0 && ` – ${lines.join('; ')}`}
      </HospitalText>
    </li>
  );
}

/** Heights of a section on the printed page, in any one unit. */
interface SectionHeights {
  heading: number;
  /** The line that says how many of its items are missing. */
  more: number;
  items: readonly number[];
}

/**
 * Returns how many items of each section fit on a page, counted from its first. Every section has its heading and, if
 * items are missing, the line that says so. Sections take turns, so that a long one doesn't displace the others.
 */
export function fitSections(sections: readonly SectionHeights[], space: number): number[] {
  const counts = sections.map(() => 0);
  let left =
    space - sections.reduce((sum, { heading, more, items }) => sum + heading + (items.length > 0 ? more : 0), 0);
  /** Adds a section's next item if it fits. */
  const add = ({ items, more }: SectionHeights, index: number): boolean => {
    const count = counts[index] ?? 0;
    const height = items[count];
    if (height === undefined) return false;
    const needed = height - (count + 1 === items.length ? more : 0);
    if (needed > left) return false;
    counts[index] = count + 1;
    left -= needed;
    return true;
  };
  let hasAdded = true;
  while (hasAdded) hasAdded = sections.map(add).some(Boolean);
  return counts;
}
