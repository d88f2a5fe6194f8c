import { rm } from 'node:fs/promises';
import { PlainError } from 'server-kit/plain-error';
import { type FormOf, INTEGRITY, NAME, SIGNATURE, TEAM, VERSION } from 'shared-ui/contract/documents';
import type { PreviewOf } from '../../registry/history.ts';
import { isPreviewVersion, LONGEST_PREVIEW_DAYS, PREVIEW_ID, readPreviews } from '../../registry/previews.ts';
import type { Store } from '../../registry/store/store.ts';
import { RefusalError, readBody } from '../../team-requests/signed-request.ts';
import type { Teams } from '../../trust/teams.ts';
import { orderedVersion } from '../order.ts';
import { isStored, type Source, stageFiles } from '../staging.ts';

/** Shows the build of a pull request under signed links. */
export interface PreviewOrder extends PreviewOf {
  name: string;
  version: string;
}

/** Ends the preview of a pull request. */
export interface PreviewEnd {
  name: string;
  id: string;
}

const PREVIEW: FormOf<PreviewOrder> = {
  kind: 'object',
  required: {
    name: { kind: 'text', rule: NAME },
    id: { kind: 'text', rule: PREVIEW_ID },
    version: { kind: 'text', rule: VERSION },
    integrity: { kind: 'text', rule: INTEGRITY },
    until: { kind: 'count' },
  },
  optional: {
    signature: {
      kind: 'object',
      required: { team: { kind: 'text', rule: TEAM }, value: { kind: 'text', rule: SIGNATURE } },
      optional: {},
    },
  },
};

const PREVIEW_END: FormOf<PreviewEnd> = {
  kind: 'object',
  required: { name: { kind: 'text', rule: NAME }, id: { kind: 'text', rule: PREVIEW_ID } },
  optional: {},
};

/** Parses an order for a preview. @throws RefusalError (400) that names every faulty field */
export function readPreviewOrder(bytes: Buffer): PreviewOrder {
  const order = readBody<PreviewOrder>(PREVIEW, bytes);
  if (!isPreviewVersion(order.version, order.id))
    throw new RefusalError(400, `Invalid request: "version" must end with -preview.${order.id}. and a hash.`);
  // A day more, for clocks that differ.
  if (order.until > Date.now() / 1000 + (LONGEST_PREVIEW_DAYS + 1) * 24 * 60 * 60)
    throw new RefusalError(400, `Invalid request: "until" must be at most ${LONGEST_PREVIEW_DAYS} days ahead.`);
  return order;
}

export const readPreviewEnd = (bytes: Buffer): PreviewEnd => readBody<PreviewEnd>(PREVIEW_END, bytes);

interface By {
  team: string;
  teams: Teams;
}

/**
 * Stores a build of a pull request, and records it as the one that its links show. It doesn't pass the gate, as no browser
 * gets it without a link. @throws PlainError or RefusalError when it can't be shown; then nothing has changed
 */
export async function showPreview(
  store: Store,
  order: PreviewOrder,
  source: Source,
  { team, teams }: By,
): Promise<void> {
  const { root } = store;
  const { name, version, id, until, integrity, signature } = order;
  const { files } = source;
  if (files === undefined) throw new PlainError(`The files of ${name} ${version} are missing.`);
  await orderedVersion(
    root,
    { kind: 'publish', name, version, integrity, ...(signature && { signature }) },
    source,
    teams,
  );
  const preview: PreviewOf = { id, until, integrity, ...(signature && { signature }) };
  const act = { who: team, what: 'previewed', name, version, why: `pull request ${id}`, preview } as const;
  const folder = (await isStored(root, name, version, files)) ? undefined : await stageFiles(root, version, files);
  try {
    await store.change(async (registry) => {
      const isNew = folder !== undefined && !(await isStored(root, name, version, files));
      return { registry, act, ...(isNew ? { version: { name, version, folder } } : {}) };
    });
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}

/** Ends a preview: from now on its links show what is published. Returns whether there was one. */
export async function endPreview(store: Store, { name, id }: PreviewEnd, { team }: Pick<By, 'team'>): Promise<boolean> {
  await store.refresh();
  const preview = (await readPreviews(store.root, name)).find((one) => one.id === id);
  if (preview === undefined) return false;
  const { version, ...rest } = preview;
  await store.record({ who: team, what: 'preview ended', name, version, why: `pull request ${id}`, preview: rest });
  return true;
}
