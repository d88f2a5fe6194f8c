import { escapeHtml } from '../common/html.ts';
import { type Language, languageOf } from '../common/messages.ts';

/** Why a link to a test version doesn't work. */
type RefusalCode = 'INVALID' | 'FOREIGN' | 'EXPIRED' | 'UNREACHABLE' | 'OTHER_CONTENT' | 'NOT_ALLOWED';

const STATUS: Record<RefusalCode, number> = {
  INVALID: 403,
  FOREIGN: 403,
  EXPIRED: 410,
  UNREACHABLE: 502,
  OTHER_CONTENT: 409,
  NOT_ALLOWED: 409,
};

/** Thrown for a link to a test version that doesn't work. */
export class OverrideRefused extends Error {
  readonly code: RefusalCode;
  /** HTTP status of the response. */
  readonly status: number;

  constructor(code: RefusalCode, message: string = code) {
    super(message);
    this.code = code;
    this.status = STATUS[code];
  }
}

const INVALID = {
  en: 'It is not complete, was altered, or is meant for another place.',
  fr: 'Il est incomplet, a été modifié ou est destiné à un autre endroit.',
};

const REASONS: Record<RefusalCode, Record<Language, string>> = {
  INVALID,
  FOREIGN: INVALID,
  EXPIRED: { en: 'Its time is over.', fr: 'Son délai est écoulé.' },
  UNREACHABLE: { en: 'The test version could not be fetched.', fr: 'La version d’essai n’a pas pu être récupérée.' },
  OTHER_CONTENT: {
    en: 'The test version has changed since the link was made.',
    fr: 'La version d’essai a changé depuis la création du lien.',
  },
  NOT_ALLOWED: { en: 'The test version can’t be used here.', fr: 'La version d’essai ne peut pas être utilisée ici.' },
};

const WORDS: Record<Language, { title: string; next: string; back: string }> = {
  en: {
    title: 'This link to a test version does not work',
    next: 'Please ask the person who sent it for a new one. The app works as usual.',
    back: 'Open the app',
  },
  fr: {
    title: 'Ce lien vers une version d’essai ne fonctionne pas',
    next: 'Veuillez en demander un nouveau à la personne qui l’a envoyé. L’application fonctionne comme d’habitude.',
    back: 'Ouvrir l’application',
  },
};

/** Returns the page for a link that doesn't work: the reason, and what to do next. */
export function refusalPage({ code }: OverrideRefused, acceptLanguage: string | undefined): string {
  const language = languageOf(acceptLanguage);
  const { title, next, back } = WORDS[language];
  const [heading, reason, advice] = [title, REASONS[code][language], next].map(escapeHtml);
  return `<!doctype html>
<html lang="${language}-CA">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${heading}</title></head>
<body><main><h1>${heading}</h1><p>${reason}</p><p>${advice}</p><p><a href="/">${escapeHtml(back)}</a></p></main></body></html>
`;
}
