import type { FastifyInstance } from 'fastify';
import { type FormOf, NAME } from 'shared-ui/contract/documents';
import type { ClauseResult } from '../publish/gate/clause-result.ts';
import { runGate } from '../publish/gate/gate.ts';
import { factsOfDeployRoot } from '../publish/gate/host-facts.ts';
import { CHECK_REQUEST } from '../publish/gate/remote-check.ts';
import { readRecords } from '../registry/history.ts';
import { readBody, type Signers } from '../team-requests/signers.ts';
import { withUpload } from './staging.ts';

const ABOUT_REMOTE: FormOf<{ name: string }> = {
  kind: 'object',
  required: { name: { kind: 'text', rule: NAME } },
  optional: {},
};

/** Adds the endpoints that change nothing: whose a key is, whether a build may be published, and what was published. */
export function addQuestionRoutes(scope: FastifyInstance, root: string, signers: Signers, bodyLimit: number): void {
  scope.post('/deploy/team', { bodyLimit }, async (request, reply) =>
    reply.send({ teams: await signers.ownersOfKey(request) }),
  );
  scope.post('/deploy/check', { bodyLimit }, async (request, reply) => {
    const { team, bytes, allowed } = await signers.teamOf(request);
    const { trust, receipt, ...build } = readBody(CHECK_REQUEST, bytes);
    allowed(build.name);
    const facts = await factsOfDeployRoot(root);
    const clauses: ClauseResult[] = await withUpload(root, team, build, (folder) =>
      runGate({ folder, facts, trust, receipt }),
    );
    return reply.send({ clauses });
  });
  scope.post('/deploy/history', { bodyLimit }, async (request, reply) => {
    const { bytes, allowed } = await signers.teamOf(request);
    const { name } = readBody(ABOUT_REMOTE, bytes);
    allowed(name);
    return reply.send({ acts: await readRecords(root, name) });
  });
}
