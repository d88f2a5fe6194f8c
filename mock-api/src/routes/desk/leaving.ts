import { forStaff } from '../../access/desk-access.ts';
import { Leaving, LeavingBoard, LeavingQuery } from '../../contract.ts';
import { type App, ById, routeOptions, type Services } from '../../services/context.ts';
import { readLeaving, readLeavingBoard } from '../../services/desk/leaving.ts';
import { staffLog } from '../../services/desk/log.ts';

const options = routeOptions('desk');

/** Who goes home today and tomorrow. The stream names the patient of each change (`stay.updated`). */
export async function deskLeavingRoutes(app: App, services: Services): Promise<void> {
  app.get(
    '/api/v1/desk/leaving',
    options(forStaff('list', 'nurse'), 'Who goes home today and tomorrow, with what is open and what is not clear', {
      querystring: LeavingQuery,
      response: { 200: LeavingBoard },
    }),
    (request) => {
      const of = { ward: request.query.ward, wards: request.wards };
      return readLeavingBoard(services, staffLog(request), of, request.locale);
    },
  );

  app.get(
    '/api/v1/desk/leaving/:id',
    options(forStaff('patient', 'nurse'), 'One patient who goes home today or tomorrow; 404 for others', {
      params: ById,
      response: { 200: Leaving },
    }),
    (request) => readLeaving(services, staffLog(request), request.params.id, request.locale),
  );
}
