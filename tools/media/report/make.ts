import { writeFileSync } from 'node:fs';
import { withBrowser } from '../browser.ts';
import { RESULT_MEDIA } from '../places.ts';
import { type Language, REPORT } from './words.ts';

const LANGUAGE_TAG: Record<Language, string> = { en: 'en-CA', fr: 'fr-CA' };

const STYLE = `
  @page { size: letter; margin: 20mm 18mm }
  body { margin: 0; color: #16262e; font: 11pt/1.5 "Liberation Sans", Arial, sans-serif }
  header { border-bottom: 2.5pt solid #0d5c63; padding-bottom: 8pt; margin-bottom: 14pt }
  header p { margin: 0; color: #4d5f68 }
  h1 { margin: 0 0 2pt; font-size: 21pt; color: #083f45 }
  h2 { margin: 15pt 0 3pt; font-size: 13pt; color: #083f45 }
  p { margin: 0 } ul { margin: 0; padding-left: 16pt }
  dl { display: grid; grid-template-columns: 34mm 1fr; gap: 2pt 6pt; margin: 12pt 0 0 } dt { color: #4d5f68 } dd { margin: 0 }
  table { border-collapse: collapse; width: 100%; margin-top: 15pt }
  caption { text-align: left; font-weight: 700; font-size: 13pt; color: #083f45; padding-bottom: 3pt }
  th, td { text-align: left; padding: 4pt 8pt 4pt 0; border-bottom: .75pt solid #e2dccf }
  footer { margin-top: 22pt; color: #4d5f68; font-size: 9.5pt }`;

function html(language: Language): string {
  const { title, subtitle, hospital, facts, sections, measures, foot } = REPORT;
  const section = ({ title: heading, text, list }: (typeof sections)[number]) => `
    <section><h2>${heading[language]}</h2>${text ? `<p>${text[language]}</p>` : ''}${
      list ? `<ul>${list.map((item) => `<li>${item[language]}</li>`).join('')}</ul>` : ''
    }</section>`;
  const row = ([first, ...rest]: (typeof measures.rows)[number]) =>
    `<tr><th scope="row">${first?.[language]}</th>${rest.map((cell) => `<td>${cell[language]}</td>`).join('')}</tr>`;
  return `<!doctype html><html lang="${LANGUAGE_TAG[language]}"><head><meta charset="utf-8"><title>${title[language]}</title><style>${STYLE}</style></head>
  <body><main>
    <header><h1>${title[language]}</h1><p>${subtitle[language]}</p><p>${hospital[language]}</p></header>
    <dl>${facts.map(([term, text]) => `<dt>${term[language]}</dt><dd>${text[language]}</dd>`).join('')}</dl>
    ${sections.map(section).join('')}
    <table><caption>${measures.caption[language]}</caption>
      <thead><tr>${measures.head.map((cell) => `<th scope="col">${cell[language]}</th>`).join('')}</tr></thead>
      <tbody>${measures.rows.map(row).join('')}</tbody></table>
    <footer><p>${foot[language]}</p></footer>
  </main></body></html>`;
}

/** Fixed date of the report, so that the output is reproducible. */
const DATE = "D:20261120120000+00'00'";

/** Creates the report as a tagged PDF in each language; title, language and structure come from the page's markup. */
export async function makeReports(): Promise<void> {
  await withBrowser(async (browser) => {
    const page = await browser.newPage();
    for (const language of ['en', 'fr'] as const) {
      await page.setContent(html(language));
      const pdf = await page.pdf({
        format: 'Letter',
        tagged: true,
        outline: true,
        preferCSSPageSize: true,
        printBackground: true,
      });
      // Dates have the same length, so every offset in the file stays valid.
      const dated = pdf.toString('latin1').replace(/D:\d{14}\+00'00'/g, DATE);
      writeFileSync(`${RESULT_MEDIA}/brain-report.${language}.pdf`, Buffer.from(dated, 'latin1'));
      console.log(`brain-report.${language}.pdf`);
    }
  });
}
