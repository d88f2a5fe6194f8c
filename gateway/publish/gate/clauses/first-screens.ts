import { readDocument } from 'server-kit/fields';
import { PlainError } from 'server-kit/plain-error';
import { FIRST_SCREENS, parseFirstScreens } from 'shared-ui/contract/documents';
import type { Build } from '../build.ts';
import { fault } from '../clause-result.ts';

/** Returns what is wrong with the prerendered screens, if the declaration names any. */
export function firstScreenFaults({ files, declaration: { prerender = [] } }: Build): string[] {
  const text = files.get(FIRST_SCREENS)?.toString();
  // A missing file is reported like any other.
  if (prerender.length === 0 || !text) return [];
  try {
    const { screens } = readDocument(text, FIRST_SCREENS, parseFirstScreens);
    return prerender
      .filter((path) => !Object.hasOwn(screens, path))
      .map((path) =>
        fault('MANIFEST_INVALID', `"prerender" names ${path}, but ${FIRST_SCREENS} has no such screen: build again`),
      );
  } catch (thrown) {
    if (thrown instanceof PlainError) return [fault('MANIFEST_INVALID', thrown.message)];
    throw thrown;
  }
}
