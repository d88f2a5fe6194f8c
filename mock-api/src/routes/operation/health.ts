import { Health } from '../../contract.ts';
import { pingDatabase } from '../../repositories/facts.ts';
import type { App, Services } from '../../services/context.ts';

/** `GET /api/health`: the process responds and reaches its database. */
export async function healthRoutes(app: App, { db }: Services): Promise<void> {
  app.get(
    '/api/health',
    {
      config: { auth: 'none' },
      schema: { summary: 'Is the API up, with its database', tags: ['operation'], response: { 200: Health } },
    },
    async () => {
      await pingDatabase(db);
      return { status: 'ok' as const };
    },
  );
}
