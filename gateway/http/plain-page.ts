import type { FastifyReply } from 'fastify';
import { escapeHtml } from 'server-kit/http';
import type { Brand } from 'shared-ui/contract';
import { LANGUAGES, type Language } from 'shared-ui/contract/languages';
import { cspHash } from './security.ts';

interface PlainPage {
  language: Language;
  title: string;
  /** HTML below the heading. Links and buttons fill the width. */
  body: string;
}

const style = ({ colours }: Brand) => `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
button, a { display: block; box-sizing: border-box; width: 100%; min-height: 3rem; margin-top: 1rem; padding: .75rem; border: 0; border-radius: .875rem; font: inherit; font-weight: 650; text-align: center; }
button { background: ${colours.theme}; color: #fff; outline: 1px solid #fff; }
a { color: inherit; }
:focus-visible { outline: 3px solid #1f6feb; outline-offset: 2px; }
`;

/** Returns the attributes of a page in a language. */
export function languageAttributes(language: Language): string {
  const { tag, direction } = LANGUAGES[language];
  return direction === 'rtl' ? `lang="${tag}" dir="rtl"` : `lang="${tag}"`;
}

/** Sends a small page in the hospital's colours that needs neither script nor shell. No cache stores it. */
export function sendPlainPage(reply: FastifyReply, brand: Brand, { language, title, body }: PlainPage): FastifyReply {
  const css = style(brand);
  reply.headers({
    'content-security-policy': `default-src 'none'; style-src ${cspHash(css)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    vary: 'Accept-Language',
  });
  const heading = escapeHtml(title);

  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html ${languageAttributes(language)}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading} · ${escapeHtml(brand.name)}</title><style>${css}</style></head>
<body><main><h1>${heading}</h1>${body}</main></body></html>
`);
}
