import { makeContactSheets } from './contact-sheet.ts';

/** After the run: the contact sheets, and where they are. */
export default async function tearDown(): Promise<void> {
  const folder = await makeContactSheets();
  if (folder !== undefined) console.log(`\nContact sheets of the screens: ${folder}/sheet-*.html and .png`);
}
