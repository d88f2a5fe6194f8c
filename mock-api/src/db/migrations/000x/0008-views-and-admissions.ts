import type { Transaction } from 'kysely';
import type { EventDocument, StoryStepDocument } from '../../../common/documents.ts';
import { stableId } from '../../../security/secrets.ts';
import type { Migration } from '../../migrate.ts';
import type { Tables } from '../../schema.ts';

/** What a supporter has seen of the events that others share with them. It is theirs, not the patient's. */
async function addEventViews(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('event_views')
    .addColumn('viewer_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('event_id', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
    .addColumn('viewed_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('event_views_pk', ['viewer_id', 'event_id'])
    .execute();
  await trx.schema.createIndex('event_views_event_id').on('event_views').column('event_id').execute();
}

/** The events of the demo's stories that are about an admission. */
const ADMISSIONS: readonly string[] = ['admitted', 'maya-admitted'];

const asAdmission = (event: EventDocument): EventDocument =>
  ADMISSIONS.includes(event.key) ? { ...event, survey: 'admission' } : event;

/** Hospital events say since now whether they are about an admission: so do those that are there already. */
async function markAdmissions(trx: Transaction<Tables>): Promise<void> {
  for (const { series, step, document } of await trx.selectFrom('story_steps').selectAll().execute()) {
    const script = JSON.parse(document) as StoryStepDocument;
    const marked = { ...script, events: script.events.map(asAdmission) };
    await trx
      .updateTable('story_steps')
      .set({ document: JSON.stringify(marked) })
      .where('series', '=', series)
      .where('step', '=', step)
      .execute();
  }
  for (const { id: user } of await trx.selectFrom('users').select('id').execute()) {
    const ids = ADMISSIONS.map((key) => stableId(user, key));
    const played = await trx.selectFrom('events').select(['id', 'document']).where('id', 'in', ids).execute();
    for (const { id, document } of played) {
      const body = JSON.stringify({ ...JSON.parse(document), survey: 'admission' });
      await trx.updateTable('events').set({ document: body }).where('id', '=', id).execute();
    }
  }
}

async function up(trx: Transaction<unknown>): Promise<void> {
  await addEventViews(trx);
  await markAdmissions(trx as unknown as Transaction<Tables>);
}

export const viewsAndAdmissions: Migration = { name: '0008-views-and-admissions', up };
