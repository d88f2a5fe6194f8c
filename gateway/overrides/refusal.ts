import type { FastifyReply } from 'fastify';
import type { Brand } from 'shared-ui/contract';
import { languageOf, type StaffLanguage } from '../http/messages.ts';
import { sendPlainPage } from '../http/plain-page.ts';

const INVALID = {
  status: 403,
  en: 'It is not complete, was altered, or is meant for another place.',
  fr: 'Il est incomplet, a été modifié ou est destiné à un autre endroit.',
};

/** Why a link to a test version doesn't work: the response's status, and the reason for people. */
const REFUSALS = {
  INVALID,
  FOREIGN: INVALID,
  EXPIRED: { status: 410, en: 'Its time is over.', fr: 'Son délai est écoulé.' },
  UNREACHABLE: {
    status: 502,
    en: 'The test version could not be fetched.',
    fr: 'La version de test n’a pas pu être récupérée.',
  },
  OTHER_CONTENT: {
    status: 409,
    en: 'The test version has changed since the link was made.',
    fr: 'La version de test a changé depuis la création du lien.',
  },
  NOT_ALLOWED: {
    status: 409,
    en: 'The test version can’t be used here.',
    fr: 'La version de test ne peut pas être utilisée ici.',
  },
};

type RefusalCode = keyof typeof REFUSALS;

export class OverrideError extends Error {
  readonly code: RefusalCode;
  readonly status: number;

  constructor(code: RefusalCode, message: string = code) {
    super(message);
    this.code = code;
    this.status = REFUSALS[code].status;
  }
}

const WORDS: Record<StaffLanguage, { title: string; next: string; back: string }> = {
  en: {
    title: 'This link to a test version does not work',
    next: 'Please ask the person who sent it for a new one. The app works as usual.',
    back: 'Open the app',
  },
  fr: {
    title: 'Ce lien vers une version de test ne fonctionne pas',
    next: 'Veuillez en demander un nouveau à la personne qui l’a envoyé. L’application fonctionne comme d’habitude.',
    back: 'Ouvrir l’application',
  },
};

/** Sends the page for a link that doesn't work: the reason, and what to do next. */
export function sendRefusal(reply: FastifyReply, brand: Brand, { code, status }: OverrideError): FastifyReply {
  const language = languageOf(reply.request.headers['accept-language']);
  const { title, next, back } = WORDS[language];
  const body = `<p>${REFUSALS[code][language]}</p><p>${next}</p><a href="/">${back}</a>`;
  return sendPlainPage(reply.code(status), brand, { language, title, body });
}
