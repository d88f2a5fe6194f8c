import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exists } from 'server-kit/disk';
import { exampleBrandProblems } from 'server-kit/example-brand';
import { Fields, isRecord, parseJson } from 'server-kit/fields';
import { hasCode, PlainError } from 'server-kit/plain-error';
import type { Brand } from 'shared-ui/contract';
import type { TextRule } from 'shared-ui/contract/documents';
import type { Language } from '../http/messages.ts';

/** A home screen icon; `src` is relative to the brand file. */
interface BrandIcon {
  src: string;
  sizes: string;
  purpose: 'any' | 'maskable';
}

/** A screenshot of the app, shown in the phone's install dialog. */
interface Screenshot {
  src: string;
  sizes: string;
}

export interface BrandFile {
  brand: Brand;
  /** Icons for phones that don't support the drawn logo; may be empty. */
  icons: BrandIcon[];
  /** May be empty. */
  screenshots: Screenshot[];
  /** iOS splash pictures, one per screen size; may be empty. */
  splash: Screenshot[];
  /** Folder that picture paths are relative to. */
  folder: string;
}

const COLOUR: TextRule = { pattern: /^#[0-9a-f]{6}$/i, says: 'a colour like "#0d5c63"' };
const EMAIL: TextRule = { pattern: /^[^@\s]+@[^@\s]+\.[^@\s]+$/, says: 'an e-mail address' };
const PHONE: TextRule = { pattern: /^\+[0-9][0-9 ]{6,18}$/, says: 'a number like "+1 416 555 0190"' };
const EXTENSION: TextRule = { pattern: /^[0-9]{1,6}$/, says: 'digits' };
const SVG_PATH: TextRule = { pattern: /^[Mm][-0-9.,\sA-Za-z]+$/, says: 'an SVG path in a 24 by 24 box' };
const ICON: TextRule = { pattern: /^[\w-]+(\/[\w-]+)*\.png$/, says: 'a PNG file beside the brand file' };
const SIZES: TextRule = { pattern: /^\d{2,4}x\d{2,4}$/, says: 'a size like "192x192"' };
const PURPOSE: TextRule = { pattern: /^(any|maskable)$/, says: '"any" or "maskable"' };
const LANGUAGES = ['en', 'fr'] as const;

/**
 * Reads the white-label file. Throws a PlainError that lists every missing or invalid field.
 * @param shown the file's name in messages, e.g. "shell/brand.json"
 * @param isDemo whether the example's hospital is accepted
 */
export async function readBrand(path: string, shown = path, isDemo = true): Promise<BrandFile> {
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    if (hasCode(thrown, 'ENOENT')) throw new PlainError(`${shown} is missing; set BRAND_FILE to its path.`);
    throw thrown;
  });
  const file = { ...parseBrand(text, shown), folder: dirname(path) };
  const fields = new Fields(shown);
  for (const list of ['icons', 'screenshots', 'splash'] as const) {
    for (const [index, { src }] of file[list].entries()) {
      if (!(await exists(join(file.folder, src))))
        fields.fault(`${list}[${index}].src`, 'names a file that does not exist');
    }
  }
  fields.done();
  const supportPhones = file.brand.supportPhones.map(({ number }) => number);
  const [problem] = isDemo ? [] : exampleBrandProblems({ ...file.brand, supportPhones }, shown);
  if (problem !== undefined) throw new PlainError(problem);
  return file;
}

/** Parses and validates a brand file. */
export function parseBrand(text: string, shown: string): Omit<BrandFile, 'folder'> {
  const data = parseJson(text, shown);
  if (!isRecord(data)) throw new PlainError(`${shown} must hold a JSON object`);
  const fields = new Fields(shown);
  const colours = fields.object(data.colours, 'colours');
  const brand: Brand = {
    name: fields.text(data.name, 'name'),
    meaning: readTexts(fields, data.meaning, 'meaning'),
    logo: fields.text(data.logo, 'logo', SVG_PATH),
    colours: {
      background: fields.text(colours.background, 'colours.background', COLOUR),
      theme: fields.text(colours.theme, 'colours.theme', COLOUR),
      star: fields.text(colours.star, 'colours.star', COLOUR),
    },
    supportEmail: fields.text(data.supportEmail, 'supportEmail', EMAIL),
    supportPhones: readPhones(fields, data.supportPhones),
    hospital: fields.text(data.hospital, 'hospital'),
    ...(data.criticalAdvice !== undefined && {
      criticalAdvice: readTexts(fields, data.criticalAdvice, 'criticalAdvice'),
    }),
    locales: readLocales(fields, data.locales),
  };
  const icons = data.icons === undefined ? [] : readIcons(fields, data.icons);
  const screenshots = readPictures(fields, data.screenshots, 'screenshots');
  const splash = readPictures(fields, data.splash, 'splash');
  fields.done();
  return { brand, icons, screenshots, splash };
}

/** Reads a text in both languages. */
function readTexts(fields: Fields, value: unknown, name: string): Record<Language, string> {
  const texts = fields.object(value, name);
  return { en: fields.text(texts.en, `${name}.en`), fr: fields.text(texts.fr, `${name}.fr`) };
}

function readPhones(fields: Fields, value: unknown): Brand['supportPhones'] {
  const phones = fields.list(value, 'supportPhones');
  // Two phone numbers are shown with the support email wherever help is offered (docs/product-rules.md#getting-in).
  if (Array.isArray(value) && phones.length !== 2) fields.fault('supportPhones', 'must hold two numbers');
  return phones.map((item, index) => {
    const field = `supportPhones[${index}]`;
    const phone = fields.object(item, field);
    return {
      number: fields.text(phone.number, `${field}.number`, PHONE),
      extension: phone.extension === undefined ? '' : fields.text(phone.extension, `${field}.extension`, EXTENSION),
    };
  });
}

function readLocales(fields: Fields, value: unknown): Brand['locales'] {
  const found = fields.list(value, 'locales');
  const locales = LANGUAGES.filter((language) => found.includes(language));
  const only = found.every((item) => LANGUAGES.some((language) => language === item));
  if (Array.isArray(value) && (!only || locales.length === 0)) fields.fault('locales', 'must list "en", "fr" or both');
  return locales;
}

function readIcons(fields: Fields, value: unknown): BrandIcon[] {
  return fields.list(value, 'icons').map((item, index) => {
    const field = `icons[${index}]`;
    const icon = fields.object(item, field);
    return {
      src: fields.text(icon.src, `${field}.src`, ICON),
      sizes: fields.text(icon.sizes, `${field}.sizes`, SIZES),
      purpose: fields.text(icon.purpose, `${field}.purpose`, PURPOSE) === 'maskable' ? 'maskable' : 'any',
    };
  });
}

function readPictures(fields: Fields, value: unknown, list: string): Screenshot[] {
  if (value === undefined) return [];
  return fields.list(value, list).map((item, index) => {
    const picture = fields.object(item, `${list}[${index}]`);
    return {
      src: fields.text(picture.src, `${list}[${index}].src`, ICON),
      sizes: fields.text(picture.sizes, `${list}[${index}].sizes`, SIZES),
    };
  });
}

/** Returns the logo as a standalone SVG: the star on the theme colour, with a margin for rounded corners. */
export function drawLogo({ logo, colours, name }: Brand): string {
  const label = name.replace(/[<>&"]/g, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" role="img" aria-label="${label}"><rect width="24" height="24" rx="5.25" fill="${colours.theme}"/><path transform="translate(2 2) scale(0.84)" d="${logo}" fill="${colours.star}"/></svg>\n`;
}

const INSTALLED: Record<Language, { description: string; results: string; carePlans: string }> = {
  en: {
    description: 'Your hospital journey, in one place.',
    results: 'My Results',
    carePlans: 'My Care Plans',
  },
  fr: {
    description: 'Votre parcours à l’hôpital, en un seul endroit.',
    results: 'Mes résultats',
    carePlans: 'Mes plans de soins',
  },
};

/** Returns the body of /manifest.webmanifest in the requested language. */
export function webManifest({ brand, icons, screenshots }: BrandFile, language: Language): string {
  const pictures = icons.map(({ src, sizes, purpose }) => ({
    src: `/${iconUrl(src)}`,
    sizes,
    type: 'image/png',
    purpose,
  }));
  const drawn = { src: '/brand/logo.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' };
  const words = INSTALLED[language];
  const shortcut = (name: string, url: string) => ({
    name,
    url,
    icons: pictures.filter(({ sizes }) => sizes === '192x192'),
  });
  return JSON.stringify({
    id: '/',
    lang: `${language}-CA`,
    dir: 'ltr',
    name: brand.name,
    short_name: brand.name,
    description: words.description,
    categories: ['health', 'medical'],
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'portrait',
    background_color: brand.colours.background,
    theme_color: brand.colours.theme,
    icons: [...pictures, drawn],
    screenshots: screenshots.map(({ src, sizes }) => ({
      src: `/${iconUrl(src)}`,
      sizes,
      type: 'image/png',
      form_factor: 'narrow',
    })),
    shortcuts: [shortcut(words.results, '/profile/1/results'), shortcut(words.carePlans, '/profile/1/care-plans')],
  });
}

/** Returns an icon's URL path: always under brand/, wherever its file is. */
export function iconUrl(src: string): string {
  return `brand/${src.replace(/^brand\//, '')}`;
}
