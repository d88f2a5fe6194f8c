/** The demo's texts, from `locales/demo.<tag>.json`. Servers of a hospital never load this module. */
import { Catalogues, type PluralFree } from '../common/i18n.ts';
import type en from '../locales/demo.en.json';

const CATALOGUES = new Catalogues<PluralFree<keyof typeof en>>(['demo']);

/** Returns a text in every language that has it, its `{name}` placeholders filled in by values of the same language. */
export const say: typeof CATALOGUES.all = (key, values) => CATALOGUES.all(key, values);
