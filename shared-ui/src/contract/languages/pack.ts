/**
 * Entry `shared-ui/contract/language-pack`: texts of a language that are published like a remote.
 * @module
 */
import { type Fault, type FormOf, read, throwFault } from '../form.ts';
import type { PublishedVersion, Registry } from '../registry.ts';
import type { TextRule } from '../schema/rules.ts';
import type { PackedLanguage } from './packed-language.ts';

export { sourceMark } from './source-mark.ts';
export type { PackedLanguage };

/** Contract of a language pack: texts of one language, published and signed like a remote. It has no code. */
export const LANGUAGE_CONTRACT = 'language@1';

/** File of a published pack's texts. */
export const PACK_FILE = 'texts.json';

/** Texts as people write them: catalogue (`timeline-mfe/requests`) -> key (`need.urgent`) -> text. */
export type PackTexts = Record<string, Record<string, string>>;

/** A text of a published pack. */
interface PackedText {
  /** Mark of the English text that it translates (`sourceMark`). Pages whose English is another one ignore it. */
  of: string;
  text: string;
}

/** Texts of a published pack, by catalogue and key. */
export type PackedTexts = Record<string, Record<string, PackedText>>;

const CATALOGUE: TextRule = {
  pattern: /^(@[\w-]+\/)?[\w-]+(\/[\w-]+)*$/,
  says: 'a catalogue like "timeline-mfe/requests"',
};
const KEY: TextRule = { pattern: /^[\w-]+(\.[\w-]+)*$/, says: 'a key like "need.urgent"' };

const PACK_TEXTS: FormOf<PackTexts> = {
  kind: 'map',
  of: { kind: 'map', of: { kind: 'text' }, keys: KEY },
  keys: CATALOGUE,
};

const PACKED_TEXT: FormOf<PackedText> = {
  kind: 'object',
  required: { of: { kind: 'text' }, text: { kind: 'text' } },
  optional: {},
};
const PACKED_TEXTS: FormOf<PackedTexts> = {
  kind: 'map',
  of: { kind: 'map', of: PACKED_TEXT, keys: KEY },
  keys: CATALOGUE,
};

/** Returns the name under which a language's packs are published. */
export const packName = (tag: string): string => `language-${tag.toLowerCase()}`;

/** Returns the texts that people wrote in a parsed JSON document. Reports every fault; by default, throws at the first. */
export const parsePackTexts = (value: unknown, fault: Fault = throwFault): PackTexts =>
  read<PackTexts>(PACK_TEXTS, value, fault);

/** Returns the texts of a published pack in a parsed JSON document. Reports every fault; by default, throws at the first. */
export const parsePackedTexts = (value: unknown, fault: Fault = throwFault): PackedTexts =>
  read<PackedTexts>(PACKED_TEXTS, value, fault);

/** A language pack that pages get. */
export interface ActivePack {
  language: PackedLanguage;
  published: PublishedVersion;
}

/** Returns the active language packs of a registry. Only versions that a team has signed count. */
export function packsIn({ remotes }: Registry): ActivePack[] {
  return Object.entries(remotes).flatMap(([name, { active, versions }]) => {
    const published = versions[active];
    const language = published?.language;
    return published?.trust === 'trusted' && language && packName(language.tag) === name
      ? [{ language, published }]
      : [];
  });
}
