import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PlainError } from 'server-kit/plain-error';
import type { Brand } from 'shared-ui/contract';
import type { GatewayConfig } from '../../http/config.ts';
import { languageOf } from '../../http/messages.ts';
import { TextDocument } from '../../http/respond.ts';
import type { Deployment } from '../../registry/deployment.ts';
import type { Store } from '../../registry/store/store.ts';
import { hasFormToken, LINK_PATH, PageError, type Session, Sessions } from './access/sessions.ts';
import { type FormFields, performFor, previewOf, readAction } from './actions.ts';
import { readFacts } from './facts.ts';
import { inRole, type Rollout, type Rollouts, readRollouts } from './rollouts.ts';
import { confirmPage } from './view/confirm.ts';
import { directoryPage } from './view/directory.ts';
import { isPeriod } from './view/health.ts';
import { DIRECTORY, HOME, pathOf, SIGN_OUT, STYLE, type View, viewIn } from './view/layout.ts';
import { openPage, refusalPage } from './view/messages.ts';
import { type GatewayFacts, overviewPage } from './view/overview.ts';
import { remotePage } from './view/remote.ts';
import { styleSheet } from './view/style.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Largest form, in bytes. */
const FORM_LIMIT = 16 * 1024;

const REMOTE = `${DIRECTORY}/:name`;
const ACTION = `${REMOTE}/:kind`;

interface Options {
  config: GatewayConfig;
  brand: { brand: Brand };
  deployment: Deployment;
  store: Store;
}

type NameRequest = FastifyRequest<{ Params: { name: string } }>;
type ActionRequest = FastifyRequest<{ Params: { name: string; kind: string } }>;

/** Returns the fields of a form or of a query; of repeated ones, none. */
function fieldsOf(value: unknown): FormFields {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/**
 * Adds the page /deploy, where teams see what is published and how it performs, and promote, roll back and revoke.
 * Every other path below /deploy/page belongs to it, too.
 */
export const deployPage = async (scope: FastifyInstance, options: Options): Promise<void> => {
  const page = new DeployPage(options);
  const style = new TextDocument(styleSheet(options.brand.brand), 'text/css; charset=utf-8');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', vary: 'Accept-Language, Cookie' });
  });
  scope.setErrorHandler((error, request, reply) => page.refuse(error, request, reply));
  scope.get(STYLE, (request, reply) => style.send(request, reply));
  scope.get(HOME, (request, reply) => page.overview(request, reply));
  scope.get(DIRECTORY, (request, reply) => page.directory(request, reply));
  scope.get(REMOTE, (request: NameRequest, reply) => page.remote(request, reply));
  scope.get(ACTION, (request: ActionRequest, reply) => page.confirm(request, reply));
  scope.post(ACTION, (request: ActionRequest, reply) => page.perform(request, reply));
  scope.get(LINK_PATH, (request, reply) => page.openLink(request, reply));
  scope.post(LINK_PATH, (request, reply) => page.signIn(request, reply));
  scope.post(SIGN_OUT, (request, reply) => page.signOut(request, reply));
};

const send = (reply: FastifyReply, page: string): FastifyReply => reply.type('text/html; charset=utf-8').send(page);

class DeployPage {
  readonly #options: Options;
  readonly #sessions: Sessions;

  constructor(options: Options) {
    this.#options = options;
    this.#sessions = new Sessions(options.config);
  }

  async overview(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const session = await this.#session(request);
    const { publicUrl } = this.#options.config;
    const command = `npx publish-remote --gateway ${publicUrl} --key team.pem`;
    return send(
      reply,
      overviewPage(this.#view(request, session), await this.#read(session), await this.#facts(), command),
    );
  }

  async directory(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const session = await this.#session(request);
    const { revision, rollouts } = await this.#read(session);
    const { deployRoot } = this.#options.config;
    const listed = rollouts.map(async (rollout) => ({ rollout, facts: await readFacts(deployRoot, rollout.name) }));
    const view = this.#view(request, session);
    return send(reply, directoryPage(view, revision, await Promise.all(listed), await this.#facts()));
  }

  async remote(request: NameRequest, reply: FastifyReply): Promise<FastifyReply> {
    const session = await this.#session(request);
    const rollouts = await this.#read(session);
    const rollout = rolloutIn(rollouts, request.params.name);
    const { period, done } = fieldsOf(request.query);
    const query = {
      period: isPeriod(period) ? period : 'day',
      done: done !== undefined && /^\d{1,15}$/.test(done) ? Number(done) : undefined,
    } as const;
    const view = this.#view(request, session);
    return send(reply, remotePage(view, rollout, rollouts.revision, await this.#facts(), query));
  }

  /** Asks to confirm an action, with what browsers will get. */
  async confirm(request: ActionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const session = await this.#session(request);
    const { rollout, action } = await this.#asked(request, session, fieldsOf(request.query));
    const preview = await previewOf(this.#options.config.deployRoot, { name: rollout.name, action });
    return send(reply, confirmPage(this.#view(request, session), { rollout, action, preview }));
  }

  async perform(request: ActionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const session = await this.#session(request);
    const fields = fieldsOf(request.body);
    if (!this.#isOwnForm(request, session, fields)) throw new PageError('FORM');
    const { rollout, action } = await this.#asked(request, session, fields);
    const { why = '', revision = '' } = fields;
    if (action.kind === 'revoke' && why.trim() === '') throw new PageError('REASON');
    const { name } = rollout;
    const seen = { revision: /^\d{1,15}$/.test(revision) ? Number(revision) : -1, why };
    const changed = await performFor(this.#options.store, session.team, { name, action }, seen);
    request.log.info(
      { team: session.team, remote: name, action: action.kind, changed: changed !== undefined },
      'act through the page',
    );
    return reply.redirect(`${pathOf(name)}?done=${changed ?? 0}`, 303);
  }

  /** Asks to confirm a link before it is used, so that programs that preview links don't use it up. */
  async openLink(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token = '' } = fieldsOf(request.query);
    const { team } = await this.#sessions.checkLink(token);
    return send(reply, openPage(this.#view(request), team, token));
  }

  async signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!this.#isSameOrigin(request)) throw new PageError('FORM');
    const { link = '' } = fieldsOf(request.body);
    const { team, cookie } = await this.#sessions.open(link);
    request.log.info({ team }, 'session opened on the page');
    return reply.header('set-cookie', cookie).redirect(HOME, 303);
  }

  async signOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const session = await this.#session(request);
    if (!this.#isOwnForm(request, session, fieldsOf(request.body))) throw new PageError('FORM');
    const removal = await this.#sessions.end(request.headers.cookie);
    return reply.header('set-cookie', removal).redirect(HOME, 303);
  }

  /** Answers with a page that says why a request was refused. */
  async refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const session = await this.#sessions.find(request.headers.cookie);
    // Forbidden by a publishing rule, given the state of the registry.
    const refused = error instanceof PlainError ? new PageError('RULES', error.message) : error;
    if (!(refused instanceof PageError)) throw error;
    const { status, kind } = refused;
    const { publicUrl, databaseUrl } = this.#options.config;
    const isOneOfSeveral = databaseUrl !== undefined;
    const place = { name: fieldsOf(request.params).name, gateway: publicUrl, isOneOfSeveral };
    request.log.info({ status, fault: kind }, 'request of the page refused');
    const page = refusalPage(this.#view(request, session), refused, place);
    return send(reply.code(status).header('lodestar-fault', kind), page);
  }

  #view(request: FastifyRequest, session?: Session): View {
    return viewIn(languageOf(request.headers['accept-language']), this.#options.brand.brand, session);
  }

  async #facts(): Promise<GatewayFacts> {
    const { config, deployment } = this.#options;
    // Reads the registry again if it has changed.
    await deployment.current();
    return { isOneOfSeveral: config.databaseUrl !== undefined, problem: deployment.problem, now: Date.now() };
  }

  /** Returns the session of a request. @throws PageError */
  async #session(request: FastifyRequest): Promise<Session> {
    const session = await this.#sessions.find(request.headers.cookie);
    if (session === undefined) throw new PageError('SIGN_IN');
    return session;
  }

  async #read(session: Session): Promise<Rollouts> {
    try {
      return await readRollouts(this.#options.config.deployRoot, session.remotes);
    } catch (thrown) {
      if (thrown instanceof PlainError) throw new PageError('REGISTRY', thrown.message);
      throw thrown;
    }
  }

  /** Returns what a request asks for. @throws PageError unless it exists and the team may do it */
  async #asked(request: ActionRequest, session: Session, fields: FormFields) {
    const { name, kind } = request.params;
    const rollout = rolloutIn(await this.#read(session), name);
    if (!rollout.isAllowed) throw new PageError('TEAM');
    const present = String(inRole(rollout, 'trial')?.share ?? 1);
    const action = readAction(kind, { share: present, ...fields });
    if (action === undefined) throw new PageError(kind === 'share' ? 'SHARE' : 'UNKNOWN');
    return { rollout, action };
  }

  #isOwnForm(request: FastifyRequest, session: Session, { token }: FormFields): boolean {
    return this.#isSameOrigin(request) && hasFormToken(session, token);
  }

  /** Returns whether a form was sent by a page of this gateway, according to the browser. */
  #isSameOrigin(request: FastifyRequest): boolean {
    const { origin, 'sec-fetch-site': site = 'same-origin' } = request.headers;
    const own = [`${request.protocol}://${request.host}`, this.#options.config.publicUrl];
    return site === 'same-origin' && origin !== undefined && own.includes(origin);
  }
}

/** Returns one remote. @throws PageError when nothing of it is published */
function rolloutIn({ rollouts }: Rollouts, name: string): Rollout {
  const rollout = rollouts.find((one) => one.name === name);
  if (rollout === undefined) throw new PageError('UNKNOWN');
  return rollout;
}
