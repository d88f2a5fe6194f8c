import { existsSync, readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ALL_LANGUAGES, type Language, matchLanguage } from 'shared-ui/contract/languages';
import english from '../locales/en.json' with { type: 'json' };

declare module 'fastify' {
  interface FastifyInstance {
    /** Languages that people may choose here. */
    offeredLanguages: readonly Language[];
  }
}

/** The gateway's own texts for people: error messages, and the page that repairs a phone. */
type Texts = typeof english;

export type ErrorCode = keyof Texts['error'];

const FOLDER = new URL('../locales/', import.meta.url);

function readTexts(language: Language): Partial<Texts> {
  const file = new URL(`${language}.json`, FOLDER);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

const TEXTS = new Map(ALL_LANGUAGES.map((language) => [language, readTexts(language)]));

/** Returns texts of the gateway in a language, in English where it lacks them. */
export const textsOf = <Part extends keyof Texts>(part: Part, language: Language): Texts[Part] => ({
  ...english[part],
  ...TEXTS.get(language)?.[part],
});

/** Languages of pages that only staff and teams read. */
export type StaffLanguage = 'en' | 'fr';

interface RankedTag {
  tag: string;
  quality: number;
}

/** Returns the tags of an Accept-Language header in lower case, with their qualities. */
function rankedTags(header = ''): RankedTag[] {
  return header.split(',').map((item) => {
    const [tag = '', ...parameters] = item.trim().toLowerCase().split(';');
    const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
    return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
  });
}

/** Returns the language tags of an Accept-Language header, best first, without those that it refuses. */
export function acceptedTags(header: string | undefined): string[] {
  const wanted = rankedTags(header).filter(({ quality }) => quality > 0);
  return wanted.sort((one, other) => other.quality - one.quality).map(({ tag }) => tag);
}

/** Returns English or French, whichever an Accept-Language header prefers; English when it names neither. */
export function languageOf(header: string | undefined): StaffLanguage {
  const tags = rankedTags(header);
  const best = (language: StaffLanguage) =>
    Math.max(0, ...tags.filter(({ tag }) => tag.split('-')[0] === language).map(({ quality }) => quality));
  return best('fr') > best('en') ? 'fr' : 'en';
}

export const messageOf = (code: ErrorCode, language: Language): string => textsOf('error', language)[code];

/** Returns the language of a patient's page: the first that is wanted and offered here, else English. */
export const patientLanguage = (request: FastifyRequest, wanted = request.headers['accept-language']): Language =>
  matchLanguage(acceptedTags(wanted), request.server.offeredLanguages) ?? 'en';

/** Returns an error body in the shape of the API's errors. */
export const errorBody = (code: ErrorCode, language: Language) => ({
  error: { code, message: messageOf(code, language) },
});

export function sendError(request: FastifyRequest, reply: FastifyReply, status: number, code: ErrorCode): FastifyReply {
  reply.code(status).headers({ 'cache-control': 'no-store', vary: 'Accept-Language' });
  return reply.send(errorBody(code, patientLanguage(request)));
}
