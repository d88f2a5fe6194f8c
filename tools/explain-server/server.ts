/**
 * A small example of a hospital's explanation service (docs/explain.md): it puts a report's lines into short sentences
 * from a table. A real one knows medicine. Run it with `node tools/explain-server/server.ts [PORT]`.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';

type Language = 'en' | 'fr';

/** Longest request that is read, in bytes. */
const MOST_BYTES = 64 * 1024;

const WORDS: readonly { pattern: RegExp; words: Record<Language, string> }[] = [
  {
    pattern: /\bCT\b/g,
    words: { en: 'scan made of many X-ray pictures', fr: 'examen fait de nombreuses images aux rayons X' },
  },
  { pattern: /\bh(a)?emorrhage\b/gi, words: { en: 'bleeding', fr: 'saignement' } },
  { pattern: /\bhémorragie\b/gi, words: { en: 'bleeding', fr: 'saignement' } },
  { pattern: /\bfracture\b/gi, words: { en: 'broken bone', fr: 'os cassé' } },
  { pattern: /\b(o)?edema\b/gi, words: { en: 'swelling', fr: 'enflure' } },
  { pattern: /(?<!\p{L})œdème(?!\p{L})/giu, words: { en: 'swelling', fr: 'enflure' } },
];

const FRAME: Record<Language, { opening: string; ending: string }> = {
  en: { opening: 'This is what the report says:', ending: 'Ask your care team what it means for you.' },
  fr: {
    opening: 'Voici ce que dit le rapport :',
    ending: 'Demandez à votre équipe de soins ce que cela veut dire pour vous.',
  },
};

/** Explains a report. Returns plain text. */
export function explain(report: string, language: Language): string {
  const plain = WORDS.reduce((text, { pattern, words }) => text.replace(pattern, words[language]), report);
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  const { opening, ending } = FRAME[language];
  return [opening, ...lines, ending].join('\n');
}

interface Asked {
  report: string;
  language: Language;
}

function isAsked(value: unknown): value is Asked {
  if (typeof value !== 'object' || value === null || !('report' in value) || !('language' in value)) return false;
  return typeof value.report === 'string' && (value.language === 'en' || value.language === 'fr');
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

/** Starts the example on a port of this machine; 0: any free one. */
export async function startExplainServer(port = 0): Promise<Server> {
  const server = createServer((request, response) => {
    const reply = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method !== 'POST') return void reply(405, { error: 'POST only' });
    readBody(request)
      .then((asked) =>
        isAsked(asked)
          ? reply(200, { text: explain(asked.report, asked.language) })
          : reply(400, { error: 'report and language (en or fr) are needed' }),
      )
      .catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

if (import.meta.main) {
  const server = await startExplainServer(Number(process.argv[2] ?? 4400));
  console.log('Explaining at', server.address());
}
