import { Type } from 'typebox';
import { forStaff } from '../../access/desk-access.ts';
import { type Locale, translate } from '../../common/i18n.ts';
import { Page, type SignUp, SignUp as SignUpSchema } from '../../contract.ts';
import { listSignUps } from '../../repositories/accounts/sign-ups.ts';
import { pageOf } from '../../repositories/desk/page.ts';
import { type App, routeOptions, type Services } from '../../services/context.ts';
import { staffLog } from '../../services/desk/log.ts';

const options = routeOptions('desk');

/**
 * Matches values of a CSV file (RFC 4180) that a spreadsheet would treat as a formula: with the signs in full width,
 * too, and after characters that it doesn't show.
 */
const FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠\t\r]/u;

/** Formats one value as text, never as a formula, quoted if needed. */
export function csvValue(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Formats rows as a CSV file; the first row holds the column names. Starts with a byte order mark, by which
 * spreadsheets detect UTF-8.
 */
export function csvFile(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(csvValue).join(',')}\r\n`).join('')}`;
}

const VIEWED = { action: 'STAFF_VIEWED', object: 'sign-ups', subjects: [] } as const;

function asFile(signUps: readonly SignUp[], locale: Locale): string {
  const yesOrNo = (isYes: boolean) => translate(locale, isYes ? 'csv.yes' : 'csv.no');
  const head = [
    translate(locale, 'csv.name'),
    translate(locale, 'csv.email'),
    translate(locale, 'csv.city'),
    translate(locale, 'csv.optIn'),
    translate(locale, 'csv.createdAt'),
  ];
  const rows = signUps.map(({ name, email, city, optIn, createdAt }) => [
    name,
    email,
    city ?? '',
    yesOrNo(optIn),
    createdAt,
  ]);
  return csvFile([head, ...rows]);
}

export async function deskSignUpRoutes(app: App, { db }: Services): Promise<void> {
  app.get(
    '/api/v1/desk/sign-ups',
    options(forStaff('no-patient', 'clerk', 'privacy'), 'Sign-ups, newest first', {
      querystring: Page,
      response: { 200: Type.Array(SignUpSchema) },
    }),
    async (request) => {
      const signUps = await listSignUps(db, pageOf(request.query));
      await staffLog(request)(db, VIEWED);
      return signUps;
    },
  );

  app.get(
    '/api/v1/desk/sign-ups.csv',
    options(forStaff('no-patient', 'privacy'), 'All sign-ups as a file for a spreadsheet', {}),
    async (request, reply) => {
      const file = asFile(await listSignUps(db), request.locale);
      await staffLog(request)(db, VIEWED);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="sign-ups.csv"')
        .send(file);
    },
  );
}
