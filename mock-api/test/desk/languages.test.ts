/** Staff review the product's translations: they sign critical texts, or correct and sign them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { DeskReview } from 'server-kit/languages/desk-review';
import type { ApiError, DeskLanguage, DeskText } from '../../src/contract.ts';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { grantColumns } from '../../src/repositories/accounts/staff-roles.ts';
import { outcomeOf, startApi, type TestApi } from '../support/api.ts';

const PATH = '/api/v1/desk/languages';
const STAFF = 'staff@example.org';
const LENGTHS = { sessionIdle: 3_600_000, sessionLength: 3_600_000 };

describe('the review of translations', () => {
  let api: TestApi;
  let staff: string;

  const read = () => api.get<DeskText[]>(`${PATH}/es`, staff);
  /** Returns an unsigned text whose English has a placeholder. */
  const anyText = async (): Promise<DeskText> => {
    const text = (await read()).find(({ state, english }) => state === 'unsigned' && english.includes('{{'));
    assert.ok(text);
    return text;
  };
  const sign = (
    { id, mark }: Pick<DeskText, 'id' | 'mark'>,
    translation?: string,
    headers: Record<string, string> = {},
  ) =>
    api.ask<DeskText & ApiError>('POST', `${PATH}/es/signatures`, {
      token: staff,
      body: { id, mark, ...(translation !== undefined && { translation }) },
      headers,
    });
  const logged = async (object: string) => {
    const rows = api.database.db.selectFrom('audit').select(['actor_id', 'object_id']).where('object', '=', object);
    return rows.execute();
  };

  before(async () => {
    api = await startApi();
    staff = await openSession(api.database.db, (await api.user(STAFF)).id, 'full', LENGTHS);
  });
  after(() => api.close());

  it('lists the translated languages with the states of their texts, and names every place in words', async () => {
    const languages = await api.get<DeskLanguage[]>(PATH, staff);
    assert.equal(languages.length, 10);
    const spanish = languages.find(({ language }) => language === 'es');
    const texts = await read();
    assert.ok(texts.length > 500);
    assert.equal((spanish?.signed ?? 0) + (spanish?.unsigned ?? 0) + (spanish?.changed ?? 0), texts.length);
    const unnamed = texts.filter(({ id, place }) => id.startsWith(`${place}:`));
    assert.deepEqual(unnamed, []);
    assert.equal(outcomeOf(await api.ask('GET', `${PATH}/fr`, { token: staff })), '404 NOT_FOUND');
  });

  it('signs a text with name and day, in the audit log', async () => {
    const text = await anyText();
    const { status, body } = await sign(text);
    assert.equal(status, 200);
    const { first_name: first, last_name: last, id } = await api.user(STAFF);
    assert.deepEqual([body.state, body.signedBy, body.mark], ['signed', `${first} ${last}`, text.mark]);
    assert.match(body.signedOn ?? '', /^\d{4}-\d\d-\d\d$/);
    assert.deepEqual(
      (await read()).find((one) => one.id === text.id),
      body,
    );
    assert.partialDeepStrictEqual(await logged('text-signed'), [{ actor_id: id, object_id: `es:${text.id}` }]);
  });

  it('signs no text that is no longer what the reader has seen', async () => {
    const text = await anyText();
    assert.equal(outcomeOf(await sign({ ...text, mark: 'of-another-text-' })), '409 TEXT_CHANGED');
    assert.equal(outcomeOf(await sign({ ...text, id: 'shell:nothing' })), '404 NOT_FOUND');
    assert.equal((await read()).find(({ id }) => id === text.id)?.state, 'unsigned');
  });

  it('stores a correction and signs it, but none whose placeholders are wrong', async () => {
    const text = await anyText();
    const refused = await sign(text, text.translation.replaceAll(/\{\{\w+\}\}/g, ''));
    assert.equal(outcomeOf(refused), '400 VALIDATION');
    assert.match(refused.body.error.fields?.translation ?? '', /^This placeholder is missing: \{\{\w+\}\}/);
    const inFrench = await sign(text, `${text.translation} {{other}}`, { 'accept-language': 'fr' });
    assert.match(inFrench.body.error.fields?.translation ?? '', /^L’anglais n’a pas ce champ\u00a0: \{\{other\}\}/);
    const better = `${text.translation} `;
    const { status, body } = await sign(text, better);
    assert.deepEqual([status, body.state, body.translation], [200, 'signed', better]);
    assert.equal((await logged('text-corrected')).length, 1);
    assert.equal(outcomeOf(await sign(text)), '409 TEXT_CHANGED');
    const { language, texts } = await api.get<DeskReview>(`${PATH}/es/review`, staff);
    assert.equal(language, 'es');
    assert.partialDeepStrictEqual(
      texts.find(({ id }) => id === text.id),
      { translation: better, replaces: text.translation, english: text.english },
    );
  });

  it('counts no signature once the English text or the translation is another one', async () => {
    const text = await anyText();
    await sign(text);
    await api.database.db
      .updateTable('text_reviews')
      .set({ hash: 'of earlier texts', release_hash: 'of earlier texts' })
      .where('text_id', '=', text.id)
      .execute();
    const changed = (await read()).find(({ id }) => id === text.id);
    assert.deepEqual([changed?.state, changed?.translation], ['changed', text.translation]);
    const { texts } = await api.get<DeskReview>(`${PATH}/es/review`, staff);
    assert.ok(!texts.some(({ id }) => id === text.id));
  });

  it('is refused to staff without the role', async () => {
    const text = await anyText();
    await api.setUser(STAFF, grantColumns({ roles: ['nurse', 'clerk', 'privacy'], wards: null }));
    for (const response of [
      await sign(text),
      await api.ask('GET', PATH, { token: staff }),
      await api.ask('GET', `${PATH}/es/review`, { token: staff }),
    ])
      assert.equal(outcomeOf(response), '403 ROLE_MISSING');
  });
});
