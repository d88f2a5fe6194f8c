/** Texts that staff send often. */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { now } from '../../common/clock.ts';
import type { DeskTemplate, NewTemplate } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import type { DeskTemplatesTable } from '../../db/tables/desk-tables.ts';

type Content = Pick<NewTemplate, 'title' | 'text'>;

const toTemplate = ({ id, kind, document }: Selectable<DeskTemplatesTable>): DeskTemplate => ({
  id,
  kind,
  ...(JSON.parse(document) as Content),
});

const toRow = ({ kind, title, text }: NewTemplate) => ({
  kind,
  document: JSON.stringify({ title, text }),
  updated_at: now(),
});

export async function listTemplates(db: Db): Promise<DeskTemplate[]> {
  return (await db.selectFrom('desk_templates').selectAll().orderBy('id').execute()).map(toTemplate);
}

export async function insertTemplate(db: Db, template: NewTemplate): Promise<DeskTemplate> {
  const row = { id: randomUUID(), ...toRow(template) };
  await db.insertInto('desk_templates').values(row).execute();
  return toTemplate(row);
}

/** Returns undefined if there is no such template. */
export async function updateTemplate(db: Db, id: string, template: NewTemplate): Promise<DeskTemplate | undefined> {
  const row = await db
    .updateTable('desk_templates')
    .set(toRow(template))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toTemplate(row);
}

/** Returns whether there was such a template. */
export async function deleteTemplate(db: Db, id: string): Promise<boolean> {
  const row = await db.deleteFrom('desk_templates').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}
