import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { exists } from 'server-kit/disk';
import { exampleBrandProblems } from 'server-kit/example-brand';
import { readDocument } from 'server-kit/fields';
import { hasCode, PlainError } from 'server-kit/plain-error';
import type { Brand, Visitors } from 'shared-ui/contract';
import { type FormOf, read as readTable } from 'shared-ui/contract/documents';
import { ALL_LANGUAGES } from 'shared-ui/contract/languages';
import { languageOf, type StaffLanguage } from '../http/messages.ts';
import { REVALIDATE, TextDocument } from '../http/respond.ts';
import { sendFileOr404 } from './files.ts';

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

const LANGUAGES = ['en', 'fr'] as const;

interface PhoneDocument {
  number: string;
  extension?: string;
}

interface BrandDocument extends Omit<Brand, 'supportPhones' | 'visitors'> {
  supportPhones: PhoneDocument[];
  visitors?: Omit<Visitors, 'phone' | 'wards'> & { phone: PhoneDocument; wards?: (PhoneDocument & { ward: string })[] };
  icons?: BrandIcon[];
  screenshots?: Screenshot[];
  splash?: Screenshot[];
}

const colour = { kind: 'text', rule: { pattern: /^#[0-9a-f]{6}$/i, says: 'a colour like "#0d5c63"' } } as const;
const text = { kind: 'text' } as const;
const texts = { kind: 'object', required: { en: text, fr: text }, optional: {} } as const;

const otherLanguages = ALL_LANGUAGES.filter((language) => language !== 'en' && language !== 'fr');
const otherTexts = {
  kind: 'object',
  required: {},
  optional: Object.fromEntries(otherLanguages.map((language) => [language, text])) as Record<
    keyof NonNullable<Brand['otherMeanings']>,
    typeof text
  >,
} as const;
const picture = {
  src: { kind: 'text', rule: { pattern: /^[\w-]+(\/[\w-]+)*\.png$/, says: 'a PNG file beside the brand file' } },
  sizes: { kind: 'text', rule: { pattern: /^\d{2,4}x\d{2,4}$/, says: 'a size like "192x192"' } },
} as const;
const pictures = { kind: 'list', of: { kind: 'object', required: picture, optional: {} } } as const;
const icon = { ...picture, purpose: { kind: 'choice', of: ['any', 'maskable'] } } as const;
const phone = {
  kind: 'object',
  required: {
    number: { kind: 'text', rule: { pattern: /^\+[0-9][0-9 ]{6,18}$/, says: 'a number like "+1 416 555 0190"' } },
  },
  optional: { extension: { kind: 'text', rule: { pattern: /^[0-9]{1,6}$/, says: 'digits' } } },
} as const;

const plan = { kind: 'text', rule: { pattern: /^brand\/[\w-]+\.png$/, says: 'a PNG file in "brand"' } } as const;
const visitors = {
  kind: 'object',
  required: { hours: texts, parking: texts, way: texts, phone },
  optional: {
    picture: { kind: 'object', required: { src: plan, alt: texts }, optional: {} },
    wards: { kind: 'list', of: { ...phone, required: { ward: { kind: 'text' }, ...phone.required } } },
  },
} as const;

const BRAND: FormOf<BrandDocument> = {
  kind: 'object',
  required: {
    name: { kind: 'text' },
    meaning: texts,
    logo: { kind: 'text', rule: { pattern: /^[Mm][-0-9.,\sA-Za-z]+$/, says: 'an SVG path in a 24 by 24 box' } },
    colours: { kind: 'object', required: { background: colour, theme: colour, star: colour }, optional: {} },
    supportEmail: { kind: 'text', rule: { pattern: /^[^@\s]+@[^@\s]+\.[^@\s]+$/, says: 'an email address' } },
    supportPhones: { kind: 'list', of: phone },
    hospital: { kind: 'text' },
    locales: { kind: 'list', of: { kind: 'choice', of: LANGUAGES } },
  },
  optional: {
    otherMeanings: otherTexts,
    criticalAdvice: texts,
    visitors,
    icons: { kind: 'list', of: { kind: 'object', required: icon, optional: {} } },
    screenshots: pictures,
    splash: pictures,
  },
};

/**
 * Reads the white-label file.
 * @param shown the file's name in messages, e.g. "shell/brand.json"
 * @param isDemo whether the example's hospital is accepted
 * @throws PlainError that lists every missing or invalid field
 */
export async function readBrand(path: string, shown = path, isDemo = true): Promise<BrandFile> {
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    if (hasCode(thrown, 'ENOENT')) throw new PlainError(`${shown} is missing; set BRAND_FILE to its path.`);
    throw thrown;
  });
  const file = { ...parseBrand(text, shown), folder: dirname(path) };
  const missing: string[] = [];
  const { visitors } = file.brand;
  const plan = visitors?.picture?.src;
  if (plan !== undefined && !(await exists(join(file.folder, plan))))
    missing.push('"visitors.picture.src" names a file that does not exist');
  for (const list of ['icons', 'screenshots', 'splash'] as const) {
    for (const [index, { src }] of file[list].entries()) {
      if (!(await exists(join(file.folder, src))))
        missing.push(`"${list}[${index}].src" names a file that does not exist`);
    }
  }
  if (missing.length > 0) throw new PlainError(`${shown}: ${missing.join('; ')}`);
  const supportPhones = file.brand.supportPhones.map(({ number }) => number);
  const [problem] = isDemo
    ? []
    : exampleBrandProblems({ ...file.brand, supportPhones, visitorsPhones: visitorsPhonesOf(visitors) }, shown);
  if (problem !== undefined) throw new PlainError(problem);
  return file;
}

const toPhone = ({ number, extension = '' }: PhoneDocument) => ({ number, extension });

const withPhones = ({ phone: main, wards, ...texts }: NonNullable<BrandDocument['visitors']>): Visitors => ({
  ...texts,
  phone: toPhone(main),
  ...(wards && { wards: wards.map(({ ward, ...number }) => ({ ward, ...toPhone(number) })) }),
});

const visitorsPhonesOf = (visitors: Visitors | undefined): string[] =>
  visitors ? [visitors.phone, ...(visitors.wards ?? [])].map(({ number }) => number) : [];

/** Parses a brand file. @throws PlainError that lists every missing or invalid field */
export function parseBrand(text: string, shown: string): Omit<BrandFile, 'folder'> {
  return readDocument(text, shown, (value, fault) => {
    const {
      icons = [],
      screenshots = [],
      splash = [],
      visitors,
      ...read
    } = readTable<BrandDocument>(BRAND, value, fault);
    // Two phone numbers are shown with the support email wherever help is offered (docs/product-rules.md#getting-in).
    if (Array.isArray(value.supportPhones) && read.supportPhones.length !== 2)
      fault('supportPhones', 'must hold two numbers');
    if (Array.isArray(value.locales) && read.locales.length === 0) fault('locales', 'must list "en", "fr" or both');
    const locales = LANGUAGES.filter((language) => read.locales.includes(language));
    const supportPhones = read.supportPhones.map(toPhone);
    const forVisitors = visitors && { visitors: withPhones(visitors) };
    return { brand: { ...read, ...forVisitors, locales, supportPhones }, icons, screenshots, splash };
  });
}

/** Returns the logo as a standalone SVG: the star on the theme colour, with a margin for rounded corners. */
export function drawLogo({ logo, colours, name }: Brand): string {
  const label = name.replace(/[<>&"]/g, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" role="img" aria-label="${label}"><rect width="24" height="24" rx="5.25" fill="${colours.theme}"/><path transform="translate(2 2) scale(0.84)" d="${logo}" fill="${colours.star}"/></svg>\n`;
}

const INSTALLED: Record<StaffLanguage, { description: string; results: string; carePlans: string }> = {
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
export function webManifest({ brand, icons, screenshots }: BrandFile, language: StaffLanguage): string {
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

/** Serves what the white-label file defines: the web manifest, the logo and the pictures. */
export const brandFiles = fastifyPlugin(async (app: FastifyInstance, { brand }: { brand: BrandFile }) => {
  const manifestIn = (language: StaffLanguage) =>
    new TextDocument(webManifest(brand, language), 'application/manifest+json; charset=utf-8');
  const manifests = { en: manifestIn('en'), fr: manifestIn('fr') };
  const logo = new TextDocument(drawLogo(brand.brand), 'image/svg+xml');
  app.get('/manifest.webmanifest', (request, reply) =>
    manifests[languageOf(request.headers['accept-language'])].send(request, reply),
  );
  app.get('/brand/logo.svg', (request, reply) => logo.send(request, reply));
  const { picture: plan } = brand.brand.visitors ?? {};
  const pictures = [...brand.icons, ...brand.screenshots, ...brand.splash, ...(plan ? [plan] : [])];
  for (const src of new Set(pictures.map((picture) => picture.src))) {
    const file = { path: join(brand.folder, src), tag: `${src}-${process.pid}-${Date.now()}`, cache: REVALIDATE };
    app.get(`/${iconUrl(src)}`, (request, reply) => sendFileOr404(request, reply, file));
  }
});
