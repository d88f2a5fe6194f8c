import type { FastifyError, FastifyRequest } from 'fastify';
import { translate } from '../common/i18n.ts';
import { ProblemError } from '../common/problems.ts';
import type { OidcProvider } from '../config/staff-oidc.ts';
import {
  SCIM_ERROR,
  ScimDescription,
  ScimDescriptions,
  ScimGroup,
  ScimGroupList,
  ScimList,
  ScimPatch,
  ScimQuery,
  ScimServiceProvider,
  ScimUser,
  ScimUserInput,
} from '../contract.ts';
import { acceptJson } from '../plugins/json-body.ts';
import { type App, ById, NO_CONTENT, routeOptions, type Services, sendEmpty } from '../services/context.ts';
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  patchUser,
  replaceUser,
  ScimError,
} from '../services/staff-oidc/scim.ts';
import { getGroup, listGroups, patchGroup } from '../services/staff-oidc/scim-groups.ts';
import { getDescription, listDescriptions } from '../services/staff-oidc/scim-schemas.ts';

const options = routeOptions('provisioning');
const SCIM = 'application/scim+json';

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
  if (!provisioner) throw new ProblemError('UNAUTHENTICATED');
  return provisioner;
}

function toScimError(error: FastifyError): ScimError | undefined {
  if (error instanceof ScimError) return error;
  if (error instanceof ProblemError) return new ScimError(error.status, translate('en', `error.${error.code}`));
  const { validation, statusCode = 500, message } = error;
  if (validation) return new ScimError(400, message, 'invalidValue');
  return statusCode < 500 ? new ScimError(statusCode, 'The request is not valid.', 'invalidSyntax') : undefined;
}

function describeRoutes(app: App, { config: { publicUrl } }: Services): void {
  app.get(
    '/scim/v2/ServiceProviderConfig',
    options('provisioning', 'What is supported', { response: { 200: ScimServiceProvider } }),
    () => SUPPORT,
  );

  for (const resource of ['Schemas', 'ResourceTypes'] as const) {
    app.get(
      `/scim/v2/${resource}`,
      options('provisioning', 'What there is, with its attributes', { response: { 200: ScimDescriptions } }),
      () => listDescriptions(resource, publicUrl),
    );

    app.get(
      `/scim/v2/${resource}/:id`,
      options('provisioning', 'One of them', { params: ById, response: { 200: ScimDescription } }),
      ({ params }) => getDescription(resource, publicUrl, params.id),
    );
  }
}

function groupRoutes(app: App, services: Services): void {
  app.get(
    '/scim/v2/Groups',
    options('provisioning', 'Groups that give roles', { querystring: ScimQuery, response: { 200: ScimGroupList } }),
    (request) => listGroups(services, provisionerOf(request), request.query),
  );

  app.get(
    '/scim/v2/Groups/:id',
    options('provisioning', 'One group', { params: ById, response: { 200: ScimGroup } }),
    (request) => getGroup(services, provisionerOf(request), request.params.id),
  );

  app.patch(
    '/scim/v2/Groups/:id',
    options('provisioning', 'Change members, whose roles follow at once', {
      params: ById,
      body: ScimPatch,
      response: { 200: ScimGroup },
    }),
    (request) => patchGroup(services, provisionerOf(request), request.params.id, request.body),
  );
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

  describeRoutes(app, services);
  groupRoutes(app, services);

  app.get(
    '/scim/v2/Users',
    options('provisioning', "The provider's staff", { querystring: ScimQuery, response: { 200: ScimList } }),
    (request) => listUsers(services, provisionerOf(request), request.query),
  );

  app.post(
    '/scim/v2/Users',
    options('provisioning', 'Create an account', { body: ScimUserInput, response: { 201: ScimUser } }),
    async (request, reply) => {
      const user = await createUser(services, provisionerOf(request), request.body);
      return reply.code(201).header('location', user.meta.location).send(user);
    },
  );

  app.get(
    '/scim/v2/Users/:id',
    options('provisioning', 'One account', { params: ById, response: { 200: ScimUser } }),
    (request) => getUser(services, provisionerOf(request), request.params.id),
  );

  app.put(
    '/scim/v2/Users/:id',
    options('provisioning', 'Replace an account', { params: ById, body: ScimUserInput, response: { 200: ScimUser } }),
    (request) => replaceUser(services, provisionerOf(request), request.params.id, request.body),
  );

  app.patch(
    '/scim/v2/Users/:id',
    options('provisioning', 'Change an account; inactive: no session, at once', {
      params: ById,
      body: ScimPatch,
      response: { 200: ScimUser },
    }),
    (request) => patchUser(services, provisionerOf(request), request.params.id, request.body),
  );

  app.delete(
    '/scim/v2/Users/:id',
    options('provisioning', 'Close an account', { params: ById, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, deleteUser(services, provisionerOf(request), request.params.id)),
  );
}
