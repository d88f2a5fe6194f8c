/** Critical texts of the product's translations, as staff have signed them. */
import type { Insertable } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { TextReviewsTable } from '../../db/tables/desk-tables.ts';
import type { UserRow } from '../accounts/users.ts';

/** Returns the signatures of a language, with the names of those who signed. */
export const listTextReviews = (db: Db, language: string) =>
  db
    .selectFrom('text_reviews')
    .innerJoin('users', 'users.id', 'text_reviews.signed_by')
    .selectAll('text_reviews')
    .select(['users.first_name', 'users.last_name'])
    .where('text_reviews.language', '=', language)
    .execute();

export type TextReview = TextReviewsTable & Pick<UserRow, 'first_name' | 'last_name'>;

/** Stores a signature. It replaces an earlier one of the same text. */
export async function storeTextReview(db: Db, review: Insertable<TextReviewsTable>): Promise<void> {
  const { language: _language, text_id: _id, ...signed } = review;
  await db
    .insertInto('text_reviews')
    .values(review)
    .onConflict((conflict) => conflict.columns(['language', 'text_id']).doUpdateSet(signed))
    .execute();
}
