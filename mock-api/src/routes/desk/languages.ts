import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { forStaff } from '../../access/desk-access.ts';
import { DeskLanguage, DeskText, LanguageReview, LanguageTag, TextSignature } from '../../contract.ts';
import { type App, routeOptions, type Services, sessionOf } from '../../services/context.ts';
import { exportReview, readLanguage, readLanguages, signText } from '../../services/desk/languages.ts';
import { staffLog } from '../../services/desk/log.ts';

const BY_OPERATORS = forStaff('no-patient', 'operator');
const options = routeOptions('desk');
const reviewerOf = (request: FastifyRequest) => ({
  user: sessionOf(request).user,
  log: staffLog(request),
  locale: request.locale,
});

/** The product's translations, whose critical texts people review before patients read them. */
export async function deskLanguageRoutes(app: App, services: Services): Promise<void> {
  app.get(
    '/api/v1/desk/languages',
    options(BY_OPERATORS, 'Translated languages, and how many critical texts are signed', {
      response: { 200: Type.Array(DeskLanguage) },
    }),
    (request) => readLanguages(services, reviewerOf(request)),
  );

  app.get(
    '/api/v1/desk/languages/:tag',
    options(BY_OPERATORS, 'Critical texts of a language', {
      params: LanguageTag,
      response: { 200: Type.Array(DeskText) },
    }),
    (request) => readLanguage(services, reviewerOf(request), request.params.tag),
  );

  app.post(
    '/api/v1/desk/languages/:tag/signatures',
    options(BY_OPERATORS, 'Sign a text as it is, or with a better translation', {
      params: LanguageTag,
      body: TextSignature,
      response: { 200: DeskText },
    }),
    (request) => signText(services, reviewerOf(request), request.params.tag, request.body),
  );

  app.get(
    '/api/v1/desk/languages/:tag/review',
    options(BY_OPERATORS, 'What staff have signed, for "npm run language -- review TAG --from-desk FILE"', {
      params: LanguageTag,
      response: { 200: LanguageReview },
    }),
    async (request, reply) => {
      const review = await exportReview(services, reviewerOf(request), request.params.tag);
      const file = `review.${review.language}.json`;
      return reply.header('content-disposition', `attachment; filename="${file}"`).send(review);
    },
  );
}
