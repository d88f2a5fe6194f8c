import type { FastifyError, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { translate } from '../common/i18n.ts';
import { Problem } from '../common/problems.ts';
import type { OidcProvider } from '../config/staff-oidc.ts';
import {
  SCIM_ERROR,
  ScimList,
  ScimPatch,
  ScimQuery,
  ScimServiceProvider,
  ScimUser,
  ScimUserInput,
} from '../contract.ts';
import { acceptJson } from '../plugins/json-body.ts';
import type { App, Services } from '../services/context.ts';
import { ScimError } from '../services/scim/attributes.ts';
import { createUser, deleteUser, getUser, listUsers, patchUser, replaceUser } from '../services/scim/users.ts';

const SCIM = 'application/scim+json';
const tags = ['provisioning'];
const UserId = Type.Object({ id: Type.String({ maxLength: 64 }) });
const auth = { auth: 'provisioning' } as const;

const SUPPORT: ScimServiceProvider = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 100 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [{ type: 'oauthbearertoken', name: 'Bearer token', description: 'The token in the settings' }],
};

/** The provider whose token the request carries: `plugins/auth.ts` refuses all others. */
function provisionerOf({ provisioner }: FastifyRequest): OidcProvider {
  if (!provisioner) throw new Problem('UNAUTHENTICATED');
  return provisioner;
}

function toScimError(error: FastifyError): ScimError | undefined {
  if (error instanceof ScimError) return error;
  if (error instanceof Problem) return new ScimError(error.status, translate('en', `error.${error.code}`));
  const { validation, statusCode = 500, message } = error;
  if (validation) return new ScimError(400, message, 'invalidValue');
  return statusCode < 500 ? new ScimError(statusCode, 'The request is not valid.', 'invalidSyntax') : undefined;
}

/** SCIM 2.0: identity providers create, change, disable and delete their staff's accounts. */
export async function scimRoutes(app: App, services: Services): Promise<void> {
  acceptJson(app, SCIM);
  app.addHook('onSend', async (_request, reply) => {
    if (reply.hasHeader('content-type')) reply.header('content-type', SCIM);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toScimError(error);
    // The API's own handler logs it.
    if (!known) throw error;
    const { status, scimType, message: detail } = known;
    request.problemCode = scimType ?? `SCIM_${status}`;
    const body = { schemas: [SCIM_ERROR], status: String(status), ...(scimType && { scimType }), detail };
    return reply.code(status).type(SCIM).send(JSON.stringify(body));
  });

  app.get(
    '/scim/v2/ServiceProviderConfig',
    { config: auth, schema: { summary: 'What is supported', tags, response: { 200: ScimServiceProvider } } },
    () => SUPPORT,
  );

  app.get(
    '/scim/v2/Users',
    {
      config: auth,
      schema: { summary: "The provider's staff", tags, querystring: ScimQuery, response: { 200: ScimList } },
    },
    (request) => listUsers(services, provisionerOf(request), request.query),
  );

  app.post(
    '/scim/v2/Users',
    {
      config: auth,
      schema: { summary: 'Create an account', tags, body: ScimUserInput, response: { 201: ScimUser } },
    },
    async (request, reply) => {
      const user = await createUser(services, provisionerOf(request), request.body);
      return reply.code(201).header('location', user.meta.location).send(user);
    },
  );

  app.get(
    '/scim/v2/Users/:id',
    { config: auth, schema: { summary: 'One account', tags, params: UserId, response: { 200: ScimUser } } },
    (request) => getUser(services, provisionerOf(request), request.params.id),
  );

  app.put(
    '/scim/v2/Users/:id',
    {
      config: auth,
      schema: { summary: 'Replace an account', tags, params: UserId, body: ScimUserInput, response: { 200: ScimUser } },
    },
    (request) => replaceUser(services, provisionerOf(request), request.params.id, request.body),
  );

  app.patch(
    '/scim/v2/Users/:id',
    {
      config: auth,
      schema: {
        summary: 'Change an account; inactive: no session, at once',
        tags,
        params: UserId,
        body: ScimPatch,
        response: { 200: ScimUser },
      },
    },
    (request) => patchUser(services, provisionerOf(request), request.params.id, request.body),
  );

  app.delete(
    '/scim/v2/Users/:id',
    { config: auth, schema: { summary: 'Close an account', tags, params: UserId, response: { 204: Type.Null() } } },
    async (request, reply) => {
      await deleteUser(services, provisionerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
