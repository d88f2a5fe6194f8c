/** The outbox of a demo: every text message and email that would have been sent, as a page and as JSON. */

import { escapeHtml } from 'server-kit/http';
import { Outbox, type OutboxMessage } from '../../contract.ts';
import { listMessages } from '../../repositories/messages/messages.ts';
import { type App, routeOptions, type Services } from '../../services/context.ts';

const options = routeOptions('demo');

/** Text that is safe to insert into a page. */
class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

function render(value: string | Html | readonly Html[]): string {
  if (value instanceof Html) return value.source;
  if (typeof value === 'string') return escapeHtml(value);
  return value.map(({ source }) => source).join('');
}

/** Template tag for HTML: escapes every value that was not created by this tag itself. */
function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  return new Html(parts.map((part, index) => part + render(values[index] ?? '')).join(''));
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src data:";

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 42rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { margin: 0 0 .25rem; font-size: 1.75rem; line-height: 1.2; }
ol { list-style: none; margin: 1.5rem 0 0; padding: 0; display: grid; gap: 1rem; }
li { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 14px; padding: 1rem 1.25rem; }
h2 { margin: 0; font-size: 1.0625rem; }
p { margin: .25rem 0 0; }
.body { margin-top: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 1.0625rem; }
a { color: inherit; text-underline-offset: 3px; }
a:focus-visible { outline: 3px solid; outline-offset: 2px; }
`;

/** Returns the body of a message with its links made clickable. */
function linked(body: string): Html[] {
  return body
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

function messageItem({ channel, to, subject, body, sentAt }: OutboxMessage): Html {
  const kind = channel === 'sms' ? 'Text message' : 'Email';
  const title = subject === undefined ? kind : `${kind}: ${subject}`;
  const time = `${sentAt.slice(0, 10)} ${sentAt.slice(11, 19)} UTC`;
  return html`<li><article>
<h2>${title}</h2>
<p>To ${to}, <time datetime="${sentAt}">${time}</time></p>
<p class="body">${linked(body)}</p>
</article></li>
`;
}

/**
 * Renders the page.
 * @param product the brand's name
 */
export function outboxPage(product: string, messages: readonly OutboxMessage[]): string {
  const list =
    messages.length === 0 ? html`<p>Nothing has been sent yet.</p>` : html`<ol>${messages.map(messageItem)}</ol>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox (${String(messages.length)}) - ${product}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/outbox/style.css">
</head>
<body>
<main>
<h1>Outbox</h1>
<p>Text messages and emails that this demo would have sent, newest first. <a href="/outbox">Refresh</a></p>
${list}
</main>
</body>
</html>
`.source;
}

export async function outboxRoutes(app: App, { db, config, mailRequests }: Services): Promise<void> {
  /** Returns everything sent, including what was requested a moment ago and is still being created. */
  const sent = async () => {
    await mailRequests.settled();
    return listMessages(db);
  };
  const hidden = { config: { auth: 'none' }, schema: { hide: true } } as const;

  app.get('/outbox', hidden, async (_request, reply) => {
    const page = outboxPage(config.brand.name, await sent());
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      .header('content-language', 'en-CA')
      .send(page);
  });

  app.get('/outbox/style.css', hidden, async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));

  app.get(
    '/api/dev/outbox',
    options('none', 'Sent messages, newest first (demo mode only)', { response: { 200: Outbox } }),
    async () => ({ messages: await sent() }),
  );
}
