import type { FastifyReply, FastifyRequest } from 'fastify';

/** The gateway's own messages to people, in both languages. */
const MESSAGES = {
  en: {
    NOT_FOUND: 'There is nothing at this address.',
    BAD_REQUEST: 'This request could not be understood.',
    UNAVAILABLE: 'The service is not available just now. Nothing is lost. Please try again in a moment.',
    TIMEOUT: 'The service took too long to answer. Please try again in a moment.',
    INTERNAL: 'Something went wrong',
    NOT_PUBLISHED: 'The application is being set up. Please try again in a few minutes.',
  },
  fr: {
    NOT_FOUND: 'Il n’y a rien à cette adresse.',
    BAD_REQUEST: 'Cette demande n’a pas été comprise.',
    UNAVAILABLE:
      'Le service n’est pas disponible pour le moment. Rien n’est perdu. Veuillez réessayer dans un instant.',
    TIMEOUT: 'Le service a mis trop de temps à répondre. Veuillez réessayer dans un instant.',
    INTERNAL: 'Une erreur est survenue',
    NOT_PUBLISHED: 'L’application est en cours d’installation. Veuillez réessayer dans quelques minutes.',
  },
} as const;

export type ErrorCode = keyof typeof MESSAGES.en;
export type Language = keyof typeof MESSAGES;

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
export function languageOf(header: string | undefined): Language {
  const tags = rankedTags(header);
  const best = (language: Language) =>
    Math.max(0, ...tags.filter(({ tag }) => tag.split('-')[0] === language).map(({ quality }) => quality));
  return best('fr') > best('en') ? 'fr' : 'en';
}

export const messageOf = (code: ErrorCode, language: Language): string => MESSAGES[language][code];

/** Returns an error body in the shape of the API's errors. */
export function errorBody(code: ErrorCode, acceptLanguage: string | undefined) {
  return { error: { code, message: messageOf(code, languageOf(acceptLanguage)) } };
}

export function sendError(request: FastifyRequest, reply: FastifyReply, status: number, code: ErrorCode): FastifyReply {
  reply.code(status).headers({ 'cache-control': 'no-store', vary: 'Accept-Language' });
  return reply.send(errorBody(code, request.headers['accept-language']));
}
