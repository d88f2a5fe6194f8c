import { Type } from 'typebox';
import { csvFile } from '../../common/csv.ts';
import { type Locale, translate } from '../../common/i18n.ts';
import { Page, type SignUp, SignUp as SignUpSchema } from '../../contract.ts';
import { pageOf } from '../../repositories/desk/page.ts';
import { listSignUps } from '../../repositories/desk/sign-ups.ts';
import type { App, Services } from '../../services/context.ts';
import { staffLog } from '../../services/desk/log.ts';

const tags = ['desk'];
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

/** Interest sign-ups. */
export async function deskSignUpRoutes(app: App, { db }: Services): Promise<void> {
  app.get(
    '/api/v1/desk/sign-ups',
    {
      config: { auth: 'staff' },
      schema: {
        summary: 'Sign-ups, newest first',
        tags,
        querystring: Page,
        response: { 200: Type.Array(SignUpSchema) },
      },
    },
    async (request) => {
      const signUps = await listSignUps(db, pageOf(request.query));
      await staffLog(request)(db, VIEWED);
      return signUps;
    },
  );

  app.get(
    '/api/v1/desk/sign-ups.csv',
    { config: { auth: 'staff' }, schema: { summary: 'All sign-ups as a file for a spreadsheet', tags } },
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
