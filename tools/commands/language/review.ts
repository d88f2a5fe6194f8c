import { readReview, type Signed, sign } from 'server-kit/languages/signatures';

/**
 * Asks about each text, and signs those that are approved. Ends early at "q"; what was approved until then is signed.
 * Returns how many were signed.
 * @param day of the review, such as 2026-11-29
 */
export async function review(
  tag: string,
  by: string,
  ask: (question: string) => Promise<string>,
  { day, root }: { day: string; root: string },
): Promise<number> {
  const approved: Signed[] = [];
  const { unsigned } = await readReview(tag, root);
  for (const [index, text] of unsigned.entries()) {
    const place = `${index + 1} of ${unsigned.length}  ${text.id}`;
    const answer = await ask(`\n${place}\n  ${text.english}\n  ${text.translation}\nRight? (y/n/q) `);
    if (answer.trim().toLowerCase() === 'q') break;
    if (answer.trim().toLowerCase() === 'y') approved.push({ ...text, by, on: day });
  }
  await sign(tag, approved, root);
  return approved.length;
}
