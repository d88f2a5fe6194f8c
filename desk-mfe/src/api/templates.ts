import type { DeskTemplate, DeskTemplates, NewTemplate } from 'mock-api/contract';
import { call, callPut, LANGUAGE_TAG, type Locale, staffPaths } from 'shared-ui';
import type { Language } from 'shared-ui/contract/languages';

/** Address of the screen on which staff edit templates. */
export const TEMPLATES_PATH = `${staffPaths.desk}/templates`;

/** Address of the rates for the quality department. */
export const RATES_PATH = `${staffPaths.desk}/rates`;

/** Returns a template's text in a language, or else in English. */
export const templateText = (text: DeskTemplate['text'], language: Language): string => text[language] ?? text.en;

/** Returns the templates of one kind, by title. */
export function templatesOf(
  templates: readonly DeskTemplate[],
  kind: DeskTemplate['kind'],
  locale: Locale,
): DeskTemplate[] {
  const { compare } = new Intl.Collator(LANGUAGE_TAG[locale]);
  return templates
    .filter((template) => template.kind === kind)
    .sort((one, other) => compare(templateText(one.title, locale), templateText(other.title, locale)));
}

const PATH = 'v1/desk/templates';
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

export const fetchTemplates = () => call<DeskTemplates>('get', PATH);

export const addTemplate = (template: NewTemplate) => call<DeskTemplate>('post', PATH, template);

export const changeTemplate = (id: string, template: NewTemplate) => callPut<DeskTemplate>(pathOf(id), template);

export const removeTemplate = (id: string) => call<void>('delete', pathOf(id));
