import type { DeskTemplate } from 'mock-api/contract';
import { LANGUAGE_TAG, type Locale, staffPaths } from 'shared-ui';

/** Address of the screen on which staff edit templates. */
export const TEMPLATES_PATH = `${staffPaths.desk}/templates`;

/** Returns the templates of one kind, by title. */
export function templatesOf(
  templates: readonly DeskTemplate[],
  kind: DeskTemplate['kind'],
  locale: Locale,
): DeskTemplate[] {
  const { compare } = new Intl.Collator(LANGUAGE_TAG[locale]);
  return templates
    .filter((template) => template.kind === kind)
    .sort((one, other) => compare(one.title[locale], other.title[locale]));
}
