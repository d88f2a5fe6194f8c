import { writeFileSync } from 'node:fs';
import { withBrowser } from '../browser.ts';
import { RESULT_MEDIA } from '../places.ts';

/** Text of the brain scan's report in both languages. The hospital belongs to the demo; no person in it is real. */
type Language = 'en' | 'fr';
type Text = Record<Language, string>;

const REPORT = {
  title: { en: 'Brain scan report', fr: 'Rapport d’examen du cerveau' },
  subtitle: {
    en: 'Computed tomography (CT) of the head, without contrast',
    fr: 'Tomodensitométrie (TDM) de la tête, sans produit de contraste',
  },
  hospital: {
    en: 'Northside General Hospital · Department of Radiology',
    fr: 'Northside General Hospital · Service de radiologie',
  },
  facts: [
    [
      { en: 'Patient', fr: 'Patient' },
      { en: 'Jordan Avery (demo)', fr: 'Jordan Avery (démonstration)' },
    ],
    [
      { en: 'Ordered by', fr: 'Demandé par' },
      { en: 'Dr. Amara Osei, Emergency Medicine', fr: 'Dre Amara Osei, médecine d’urgence' },
    ],
    [
      { en: 'Read by', fr: 'Interprété par' },
      { en: 'Dr. Priya Raman, Radiology', fr: 'Dre Priya Raman, radiologie' },
    ],
    [
      { en: 'Reason', fr: 'Motif' },
      { en: 'Fall, headache and dizziness', fr: 'Chute, mal de tête et étourdissements' },
    ],
  ] as [Text, Text][],
  sections: [
    {
      title: { en: 'How it was done', fr: 'Déroulement' },
      text: {
        en: 'Slices of 1 mm from the base of the skull to the top of the head, shown for brain and for bone, in three planes. No earlier pictures were available for comparison.',
        fr: 'Coupes de 1 mm de la base du crâne au sommet de la tête, affichées pour le cerveau et pour l’os, dans trois plans. Aucun examen antérieur n’était disponible pour comparaison.',
      },
    },
    {
      title: { en: 'Findings', fr: 'Observations' },
      list: [
        { en: 'No bleeding inside or around the brain.', fr: 'Aucun saignement dans le cerveau ni autour.' },
        {
          en: 'Grey and white matter are well distinguished; no swelling.',
          fr: 'Les substances grise et blanche se distinguent bien; aucune enflure.',
        },
        {
          en: 'The ventricles are of normal size and in the middle.',
          fr: 'Les ventricules sont de taille normale et bien centrés.',
        },
        { en: 'No fracture of the skull or the face.', fr: 'Aucune fracture du crâne ni de la face.' },
        {
          en: 'The sinuses and the middle ears are filled with air.',
          fr: 'Les sinus et les oreilles moyennes sont remplis d’air.',
        },
      ] as Text[],
    },
    {
      title: { en: 'Impression', fr: 'Conclusion' },
      text: {
        en: 'Normal scan of the head. No sign of an injury that needs surgery. The complaints fit a mild concussion, which a scan does not show.',
        fr: 'Examen de la tête normal. Aucun signe de blessure nécessitant une opération. Les symptômes correspondent à une commotion cérébrale légère, qui ne se voit pas à l’examen.',
      },
    },
  ] as { title: Text; text?: Text; list?: Text[] }[],
  measures: {
    caption: { en: 'Measurements', fr: 'Mesures' },
    head: [
      { en: 'Measure', fr: 'Mesure' },
      { en: 'Value', fr: 'Valeur' },
      { en: 'Usual', fr: 'Habituel' },
    ] as Text[],
    rows: [
      [
        { en: 'Shift of the midline', fr: 'Déplacement de la ligne médiane' },
        { en: '0 mm', fr: '0 mm' },
        { en: '0 mm', fr: '0 mm' },
      ],
      [
        { en: 'Width of the third ventricle', fr: 'Largeur du troisième ventricule' },
        { en: '4 mm', fr: '4 mm' },
        { en: 'under 7 mm', fr: 'moins de 7 mm' },
      ],
    ] as Text[][],
  },
  foot: {
    en: 'Made for a demonstration. Not a medical document of a real person.',
    fr: 'Préparé pour une démonstration. Ce n’est pas le document médical d’une personne réelle.',
  },
};

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
