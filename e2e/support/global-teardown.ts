import { makeContactSheets } from './contact-sheet.ts';

/** Runs after the test run: creates the contact sheets and prints their path. */
export default async function tearDown(): Promise<void> {
  const folder = await makeContactSheets();
  if (folder !== undefined) console.log(`\nContact sheets of the screens: ${folder}/sheet-*.html and .png`);
}
