import type { TextRule } from 'shared-ui/contract/documents';
import { type PreviewOf, readHistory } from './history.ts';

/** The build of a pull request that a signed link shows to single browsers. */
export interface Preview extends PreviewOf {
  version: string;
}

export const PREVIEW_ID: TextRule = {
  pattern: /^[0-9A-Za-z-]{1,40}$/,
  says: 'the number of a pull request, or another name of letters, digits and hyphens',
};

/** Longest time that a preview lasts without a new build, in days. */
export const LONGEST_PREVIEW_DAYS = 30;

/** Returns the version of a preview: no release has such a number. @param hash tells builds apart */
export const previewVersion = (version: string, id: string, hash: string): string => `${version}-preview.${id}.${hash}`;

export const isPreviewVersion = (version: string, id: string): boolean => version.includes(`-preview.${id}.`);

/**
 * Returns the previews of a remote that have not ended, each with its latest build, oldest first. They are read from the
 * history, which all gateways share: the registry, which every phone gets, doesn't name them.
 */
export async function readPreviews(root: string, name: string, now = Date.now()): Promise<Preview[]> {
  const previews = new Map<string, Preview>();
  for (const { what, version, preview } of await readHistory(root, name)) {
    if (preview === undefined) continue;
    if (what === 'previewed') previews.set(preview.id, { ...preview, version });
    else previews.delete(preview.id);
  }
  return [...previews.values()].filter(({ until }) => until * 1000 > now);
}
